import type { ActionFailure, ClockProfile, Json, Limits, RandomProfile } from '../../runtime/index.ts';

/**
 * What one execution of an action does. `simulated`: a workflow's `simulate` ran for it, and runs again where the
 * workflow is at hand; without the workflow the recorded value or failure stands.
 */
export type Behaviour =
  | { type: 'respond'; value: Json; simulated?: true }
  | { type: 'fail'; failure: ActionFailure; simulated?: true }
  | { type: 'interrupt'; payload: Json; then: Reaction };

/** What the person does about an interrupt. `leave`: nothing, for ever. */
export type Reaction = { type: 'answer'; answer: Json } | { type: 'reject'; reason: Json } | { type: 'leave' };

/** Something that happens to the run at a turn of its first attempt (0 is the start). */
export type Fault =
  /** The process dies at quiescence of that turn; the run goes on from what its log held then. */
  | { type: 'crash'; turn: number }
  /** The process dies; what it had written of its journal by then are so many records, and the run goes on from them. */
  | { type: 'crash-record'; record: number }
  /** At quiescence of that turn it is put into a snapshot and goes on from there, in another instance of its engine. */
  | { type: 'snapshot'; turn: number }
  /** The same, in another engine. */
  | { type: 'restore-elsewhere'; turn: number }
  /** It is parked there, and another script uses its instance before it goes on. */
  | { type: 'swap-out'; turn: number }
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
  /** How the script tells the time. Default `recorded`. */
  clock?: ClockProfile;
  /** Where its random numbers come from. Default `recorded`. */
  random?: RandomProfile;
  /** The workflow whose model and invariants judge this case, and the file that declares it. */
  workflow?: { name: string; file: string };
}
