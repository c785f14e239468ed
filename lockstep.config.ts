import { defineConfig } from 'lockstep/harness';

export default defineConfig({
  workflows: [
    'corpora/workflows/refund/refund.fuzz.ts',
    'corpora/workflows/travel/travel.fuzz.ts',
    'corpora/workflows/triage/triage.fuzz.ts',
    'corpora/workflows/import/import.fuzz.ts',
  ],
});
