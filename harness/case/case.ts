import type { ActionFailure, ClockProfile, Json, Limits, RandomProfile } from '../../runtime/index.ts';

/**
 * What one execution of an action does. `simulated`: a workflow's `simulate` ran for it, and runs again where the
 * workflow is at hand; without the workflow the recorded value or failure stands. `lie`: the value breaks the action's output
 * schema, on request, and this is how.
 */
export type Behaviour =
  | { type: 'respond'; value: Json; simulated?: true; lie?: string; pace?: Pace }
  | { type: 'fail'; failure: ActionFailure; simulated?: true; pace?: Pace }
  | { type: 'interrupt'; payload: Json; then: Reaction; pace?: Pace };

/**
 * How long an execution takes. Absent: as long as the schedule says. `late`: a run that only waits for it has it told to
 * stop before it settles. `never`: nothing is heard of it any more; a run that needs it is aborted in the end.
 */
export type Pace = 'late' | 'never';

/** What the person does about an interrupt. `leave`: nothing, for ever. */
export type Reaction = { type: 'answer'; answer: Json } | { type: 'reject'; reason: Json } | { type: 'leave' };

/**
 * Something that happens to the run in one of its attempts (absent: the first, which is 0), mostly at the quiescence of a
 * turn (0 is the start). Of several crashes of one attempt the first in the list is the one that happens; so with aborts.
 */
export type Fault =
  /** The process dies at quiescence of that turn; the run goes on from what its log held then. */
  | { type: 'crash'; turn: number; attempt?: number }
  /**
   * The process dies; what it had written of its journal by then are so many records, and the run goes on from them. It dies
   * when the last of them is written or, with `before`, when the next one is about to be: what came between was done.
   */
  | { type: 'crash-record'; record: number; before?: true; attempt?: number }
  /**
   * The process dies at quiescence of that turn, and the last so many records of its journal had not reached the disk yet,
   * but for so many bytes of the first of them (modulo its length).
   */
  | { type: 'lose-tail'; turn: number; records: number; bytes: number; attempt?: number }
  /** At quiescence of that turn it is put into a snapshot and goes on from there, in another instance of its engine. */
  | { type: 'snapshot'; turn: number; attempt?: number }
  /** The same, in another engine. */
  | { type: 'restore-elsewhere'; turn: number; attempt?: number }
  /** It is parked there, and another script uses its instance before it goes on. */
  | { type: 'swap-out'; turn: number; attempt?: number }
  /** The caller aborts it there, and it is gone on with later. `unstarted`: before what the turn asked for has begun. */
  | { type: 'abort'; turn: number; unstarted?: true; attempt?: number }
  /** The host's clock is set forward or, below zero, back: there, or before the attempt where there is no turn. */
  | { type: 'clock-jump'; ms: number; turn?: number; attempt?: number }
  /**
   * Two callers go on with the same pause of the run (0 is its first one). The other one says what this one says, or
   * `otherwise`: it rejects what this one answers, and answers what this one rejects.
   */
  | { type: 'resume-twice'; pause: number; otherwise?: true }
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
