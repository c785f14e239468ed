import type { ActionFailure, Json, Limits } from '../../runtime/index.ts';

/** What one execution of an action does. */
export type Behaviour =
  | { type: 'respond'; value: Json }
  | { type: 'fail'; failure: ActionFailure }
  | { type: 'interrupt'; payload: Json; then: Reaction };

/** What the person does about an interrupt. `leave`: nothing, for ever. */
export type Reaction = { type: 'answer'; answer: Json } | { type: 'reject'; reason: Json } | { type: 'leave' };

/** Something that happens to the run at a turn of its first attempt (0 is the start). */
export type Fault =
  /** The process dies at quiescence of that turn; the run goes on from what its log held then. */
  | { type: 'crash'; turn: number }
  /** When the run has ended: these positions of its log become holes and it is run again. */
  | { type: 'punch'; positions: number[] };

/** A hostile run as plain data: it prints, parses, diffs and replays without any seed. */
export interface Case {
  version: 1;
  /** Source text of the script. */
  script: string;
  input: Json;
  data: Json;
  /** Names of the actions the script may call. */
  actions: string[];
  onInterrupt: 'stop' | 'settle';
  /** By position modulo length; inside, one per execution of that position, the last one repeating. Empty: respond `null`. */
  behaviours: Behaviour[][];
  /** Which outstanding call settles next: index modulo how many there are; past the end, 0. */
  schedule: number[];
  faults: Fault[];
  limits?: Partial<Limits>;
}
