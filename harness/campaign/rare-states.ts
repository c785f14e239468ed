import { situations } from '../oracle/index.ts';
import { crashes } from './states/crashes.ts';
import { ends } from './states/ends.ts';
import { moves } from './states/moves.ts';
import { pauses } from './states/pauses.ts';
import type { RareState } from './states/rare-state.ts';
import { settling } from './states/settling.ts';
import { time } from './states/time.ts';

export type { RareState } from './states/rare-state.ts';

/** What only further executions of a case get into, as the oracles say. */
const judged: readonly RareState[] = situations.map((name) => ({ name, reached: (_, met = []) => met.includes(name) }));

/** Every campaign that is large enough must have been in each of these: where it was not, its generator has lost something. */
export const rareStates: readonly RareState[] = [
  ...pauses,
  ...settling,
  ...crashes,
  ...moves,
  ...time,
  ...ends,
  ...judged,
];
