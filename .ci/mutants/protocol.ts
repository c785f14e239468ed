import type { CoverageData } from '@stryker-mutator/api/core';

/** Name of the channel between the plugin and the thread that holds the tests. */
export const channelName = 'lockstep-mutants';

/** What the plugin asks of the thread. */
export type Request =
  | {
      readonly type: 'run';
      readonly mutant: string | undefined;
      readonly hitMax: number | undefined;
      readonly tests: readonly string[] | undefined;
    }
  | { readonly type: 'stop' };

export interface TestOutcome {
  readonly id: string;
  readonly file: string;
  readonly ms: number;
  /** Why it failed; `undefined` where it passed. */
  readonly failure: string | undefined;
}

export type Answer =
  /** The tests are loaded. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'ran';
      /** Up to the first that failed. */
      readonly tests: readonly TestOutcome[];
      /** How often the mutant was reached. */
      readonly hits: number;
      /** The last test neither passed nor failed in time. */
      readonly hung: boolean;
      /** The test that failed fails without the mutant as well: what is left of the mutant is in the way. */
      readonly spoiled: boolean;
      readonly coverage: { readonly static: CoverageData; readonly perTest: Record<string, CoverageData> } | undefined;
    };
