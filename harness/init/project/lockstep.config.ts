import { defineConfig } from 'lockstep/harness';

export default defineConfig({
  workflows: ['./workflows/refund.fuzz.ts'],
});
