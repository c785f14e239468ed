import type { StandardSchemaV1 } from '@standard-schema/spec';
import type {
  ActionFailure,
  ClockProfile,
  ConsoleLine,
  Json,
  Limits,
  RandomProfile,
  Run,
} from '../../runtime/index.ts';
import type { Feature } from './features.ts';
import type { Schema } from './schema/json-schema.ts';

type OutputOf<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : unknown;
type InputOf<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : unknown;
type At<T, K> = K extends keyof T ? T[K] : undefined;

/**
 * Literals as their base types: what `simulate` returns is inferred before the schema's literals are known, and is
 * checked by the schema itself when it runs.
 */
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer Item)[]
        ? readonly Widened<Item>[]
        : T extends object
          ? { [K in keyof T]: Widened<T[K]> }
          : T;

/**
 * A way in which an action may reject: an error code, or more of the error. `afterEffect`: it had done its work (in the
 * model: `simulate` ran) when it failed, as when an answer is lost on the way back.
 */
export type DeclaredFailure =
  | string
  | { code: string; name?: string; message?: string; data?: Json; afterEffect?: boolean };

/** What a simulated action knows of the execution that it stands for. */
export interface SimulateContext<Model, Answer = unknown> {
  /** The simulated world of this case. Change it as the real action changes the real one. */
  readonly model: Model;
  /** `<runId>:<position>`: the same when a call is executed again because its record was lost. */
  readonly idempotencyKey: string;
  readonly position: number;
  /** How often this call had been executed before. */
  readonly execution: number;
  /** What the person answered; `undefined` for an action that asks nobody. */
  readonly answer: Answer;
  /** Makes the action fail. */
  fail(failure: DeclaredFailure): never;
}

/** What a real action knows of its execution. */
export interface ExecuteContext<Answer = unknown> {
  readonly answer?: Answer;
  readonly position: number;
  readonly runId: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  interrupt(payload: unknown): never;
}

/** How an execution ended: with an outcome, or with a question to a person. */
export type ExecutionOutcome<Response = Json> =
  | { readonly response: Response }
  | { readonly error: ActionFailure }
  | { readonly interrupt: Json };

/** One execution of an action, in any attempt. */
export interface WorkflowExecution<Name = string, Input = Json, Response = Json> {
  readonly name: Name;
  readonly input: Input;
  readonly position: number;
  readonly idempotencyKey: string;
  /** How often this position had been executed before, in all attempts. */
  readonly execution: number;
  /** The attempt that it belonged to; 0 is the first. */
  readonly attempt: number;
  readonly answer?: Json;
  readonly outcome: ExecutionOutcome<Response>;
}

/** What an invariant is shown: the run as it ended or stands paused, the model, and all that was executed. */
export interface InvariantContext<Model = unknown, Input = unknown, Execution = WorkflowExecution> {
  readonly run: Run;
  readonly model: Model;
  readonly input: Input;
  readonly executions: readonly Execution[];
}

/**
 * What an invariant over turns is shown: the run as it stands when the script waits again, after each turn of each attempt.
 * Turns that an attempt replays are shown too: what held at them has to hold again.
 */
export interface TurnInvariantContext<Model = unknown, Input = unknown, Execution = WorkflowExecution> {
  /** The turn's number in its attempt; 0 is the start. */
  readonly turn: number;
  /** The attempt that it belongs to; 0 is the first. */
  readonly attempt: number;
  /** The script's `data` at the end of the turn. */
  readonly data: Json;
  /** All that the attempt has printed so far. */
  readonly console: readonly ConsoleLine[];
  /** All that was executed so far, in all attempts. */
  readonly executions: readonly Execution[];
  readonly model: Model;
  readonly input: Input;
}

/** Nothing or `true`: it holds. A string says what is wrong; so does an exception. */
// biome-ignore lint/suspicious/noConfusingVoidType: an invariant may be a function that returns nothing.
export type InvariantResult = void | boolean | string;

/** How often an action may take effect for the same input. */
export type Effect = 'once' | 'any';

interface ActionTexts {
  description?: string;
  /** `ignore`: a run goes on though the script gives it another input than then (the text of a prompt, say). Default `compare`. */
  inputs?: 'compare' | 'ignore';
  /** Error codes that it may reject with. */
  fails?: readonly DeclaredFailure[];
  /** Whether it also responds what its `output` refuses, as an action that nobody checks may. Default: as the workflow. */
  lies?: boolean;
  /**
   * `once`: it must not take effect twice for the same input, be it under one key (the action is to make it once) or under
   * two (the script asked twice). `any`: it may, as a read may. Where nothing is said it is noted, and no fault.
   */
  effect?: Effect;
}

type DeclaredActions<Inputs, Outputs, Answers, Model> = {
  [Name in keyof Inputs]: ActionTexts & {
    /** What the script gives it. */
    input?: Inputs[Name];
    /** Stands in for it while fuzzing. Without it, responses are made up from `output`. */
    simulate?(
      input: OutputOf<Inputs[Name]>,
      context: SimulateContext<Model, OutputOf<At<Answers, Name>>>,
    ): Widened<InputOf<At<Outputs, Name>>>;
    /** The real action, for `lockstep run`. */
    execute?(input: OutputOf<Inputs[Name]>, context: ExecuteContext<OutputOf<At<Answers, Name>>>): unknown;
  };
} & { [Name in keyof Outputs]: { /** What it responds. */ output?: Outputs[Name] } } & {
  [Name in keyof Answers]: {
    /** It pauses the run for a person: the answers that people give, and what they are shown. */
    interrupts?: { answer: Answers[Name]; payload?: Schema };
  };
};

type ExecutionsOf<Inputs, Outputs> = {
  [Name in keyof Inputs]: WorkflowExecution<Name, InputOf<Inputs[Name]>, OutputOf<At<Outputs, Name>>>;
}[keyof Inputs];

/** What `defineWorkflow` takes. */
export interface Declaration<Inputs, Outputs, Answers, Model, Input> {
  name: string;
  /** The script's file, relative to the file that declares the workflow. */
  script: string;
  input?: Input;
  /** Makes a fresh simulated world for each case. */
  model?: () => Model;
  actions: DeclaredActions<Inputs, Outputs, Answers, Model>;
  /** Checked at the end of every case. */
  invariants?: Record<
    string,
    (context: InvariantContext<Model, OutputOf<Input>, ExecutionsOf<Inputs, Outputs>>) => InvariantResult
  >;
  /** Checked after every turn of every attempt. */
  turnInvariants?: Record<
    string,
    (context: TurnInvariantContext<Model, OutputOf<Input>, ExecutionsOf<Inputs, Outputs>>) => InvariantResult
  >;
  /**
   * Names, codes or messages of exceptions that the script throws on purpose. When given, any other exception of the
   * script's own is a finding; when not, only those of the language (a `TypeError`, say) are.
   */
  throws?: readonly (string | RegExp)[];
  /** How the workflow is run where it is deployed. Default: it is fuzzed both ways. */
  onInterrupt?: 'stop' | 'settle';
  limits?: Partial<Limits>;
  /** How long `lockstep fuzz` is at it where the command does not say, as `30s` or `2m`. */
  budget?: string;
  /** How its scripts tell the time where it is deployed. Default `recorded`. */
  clock?: ClockProfile;
  /** Where their random numbers come from. Default `recorded`. */
  random?: RandomProfile;
  /** Whether all actions also respond what their `output` refuses: is the script fit for that? Default: no. */
  lies?: boolean;
  /** What not to try. */
  without?: readonly Feature[];
}

/** An action as the harness reads it. */
export interface WorkflowAction {
  readonly description?: string;
  readonly input?: Schema;
  readonly output?: Schema;
  readonly inputs?: 'compare' | 'ignore';
  readonly fails?: readonly DeclaredFailure[];
  readonly lies?: boolean;
  readonly interrupts?: { readonly answer: Schema; readonly payload?: Schema };
  readonly effect?: Effect;
  readonly simulate?: (input: unknown, context: SimulateContext<unknown>) => unknown;
  readonly execute?: (input: unknown, context: ExecuteContext) => unknown;
}

/** A declared workflow. Made by `defineWorkflow`, and by nothing else. */
export interface Workflow {
  readonly name: string;
  /** Absolute path of the script. */
  readonly script: string;
  /** Absolute path of the file that declares the workflow. */
  readonly file: string;
  readonly input?: Schema;
  readonly model?: () => unknown;
  readonly actions: Readonly<Record<string, WorkflowAction>>;
  readonly invariants: Readonly<Record<string, (context: InvariantContext) => unknown>>;
  readonly turnInvariants: Readonly<Record<string, (context: TurnInvariantContext) => unknown>>;
  readonly throws?: readonly (string | RegExp)[];
  readonly onInterrupt?: 'stop' | 'settle';
  readonly limits?: Partial<Limits>;
  readonly budget?: string;
  readonly clock?: ClockProfile;
  readonly random?: RandomProfile;
  readonly without: readonly Feature[];
  readonly lies?: boolean;
}
