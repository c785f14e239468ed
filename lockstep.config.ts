import { defineConfig } from 'lockstep/harness';

export default defineConfig({
  workflows: [
    'corpora/workflows/refund/refund.fuzz.ts',
    'corpora/workflows/travel/travel.fuzz.ts',
    'corpora/workflows/triage/triage.fuzz.ts',
    'corpora/workflows/import/import.fuzz.ts',
    'corpora/workflows/checkout/checkout.fuzz.ts',
    'corpora/workflows/purchase/purchase.fuzz.ts',
    'corpora/workflows/renewal/renewal.fuzz.ts',
    'corpora/workflows/returns/returns.fuzz.ts',
    'corpora/workflows/sync/sync.fuzz.ts',
  ],
  latency: 'benches/budget.json',
});
