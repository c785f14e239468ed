import { relative, sep } from 'node:path';
import { compileScript, type Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { pct, random, recorded, type Scheduler, scheduleOf } from '../schedule/index.ts';
import { type Actor, runWorld, type Trace } from '../world/index.ts';
import { valuesOf, type WorkflowValues } from './action-values.ts';
import { type Intent, ModelMistake, type PlayedCall, WorkflowActor } from './actor.ts';
import { scriptOf } from './bundle/index.ts';
import { Coverage, type Place } from './counters/index.ts';
import type { Workflow } from './declaration.ts';
import { drawFaults } from './faults.ts';
import type { Finding } from './finding.ts';
import { CaseIntent, DiceIntent } from './intent.ts';
import { drawMix } from './mix.ts';
import { pathInProject } from './project-files.ts';
import { Dice } from './random.ts';
import { TurnWatch } from './turn-invariants.ts';

/** What does not change between the cases of a campaign. */
export interface Bench {
  readonly engine: Engine;
  readonly workflow: Workflow;
  readonly values: WorkflowValues;
  readonly script: string;
  /** The script's path as errors and reports have it: relative to its project, the same in every clone. */
  readonly scriptFile: string;
  /** Counts what of the script is reached. Absent: nobody does, and the script runs as it is. */
  readonly coverage?: Coverage;
}

/** What differs between the cases of a campaign. Plain data; with the bench it is a case. */
export type VariedCase = Pick<Case, 'input' | 'onInterrupt' | 'behaviours' | 'schedule' | 'faults'>;

/** A case as it was played: everything that happened in it is in `case`, which needs no dice to be played again. */
export interface Trial {
  readonly case: Case;
  /** What was called, by position. */
  readonly calls: ReadonlyMap<number, PlayedCall>;
  readonly trace: Trace;
  /** How often each place of the script was reached, over all attempts, 255 at most; absent where nobody counted. */
  readonly hits?: Uint8Array;
  readonly model: unknown;
  /** Executions in which the model was changed; see `executionId`. */
  readonly changes: ReadonlySet<string>;
  /** What was wrong at some turn. */
  readonly turnFindings: readonly Finding[];
  /** The author's own model failed; the trace ends there. */
  readonly mistake?: ModelMistake;
}

/** Fuzzing gives up on a script much sooner than production does: a case is small, and there are thousands. */
const fuzzLimits = { positions: 2_000, inFlight: 1_000, fuel: 2_000 } as const;

/** Throws as `scriptOf` does. */
export async function openBench(engine: Engine, workflow: Workflow): Promise<Bench> {
  const script = await scriptOf(workflow);
  const scriptFile = pathInProject(workflow.script);
  return { engine, workflow, values: valuesOf(workflow, script), script, scriptFile };
}

/** The same bench, with trials that count what of the script they reach. Throws as `compileScript` does. */
export function countingBench(bench: Bench): Bench {
  const { script, scriptFile: file, workflow } = bench;
  return { ...bench, coverage: new Coverage(compileScript(script, { actions: Object.keys(workflow.actions), file })) };
}

/** A script and what of it is counted. Plain data. */
export interface CountedScript {
  readonly script: string;
  readonly places: readonly Place[];
}

export function countedScript(bench: Bench): CountedScript {
  return { script: bench.script, places: countingBench(bench).coverage?.places ?? [] };
}

function portable(path: string): string {
  return relative('', path).split(sep).join('/');
}

/** Invents the case `index` of the campaign `seed` and plays it. The same two numbers give the same case. */
export function inventTrial(bench: Bench, seed: number, index: number): Trial {
  const dice = new Dice(seed, index);
  const mix = drawMix(dice, bench.workflow);
  const template: Case = {
    ...frame(bench),
    input: bench.values.input?.draw(dice) ?? null,
    onInterrupt: bench.workflow.onInterrupt ?? dice.pick(['stop', 'settle'] as const),
    faults: drawFaults(dice, mix),
  };
  return playWith(bench, template, new DiceIntent(dice, mix), drawScheduler(dice));
}

/** What few calls would have to do in an unlikely order is more likely with priorities than with chance at every step. */
export function drawScheduler(dice: Dice): Scheduler {
  const seed = dice.random.nextInt(0, 2 ** 31 - 1);
  return dice.chance(50) ? pct({ seed, depth: 1 + dice.below(3), stepsMax: dice.pick([4, 12]) }) : random(seed);
}

/** Plays a case with the workflow's model. `calls`: those of the trial that the case is a variant of. */
export function playCase(bench: Bench, testCase: Case, calls?: Trial['calls']): Trial {
  return playBy(bench, testCase, new CaseIntent(testCase, calls));
}

/** Plays a case in its order, with actions that do what `intent` decides. */
export function playBy(bench: Bench, testCase: Case, intent: Intent): Trial {
  return playWith(bench, testCase, intent, recorded(testCase.schedule));
}

/** The whole case of what differs. */
export function caseOf(bench: Bench, varied: VariedCase): Case {
  return { ...frame(bench), ...varied };
}

/** What of a case differs from the others of its campaign. */
export function variedOf({ input, onInterrupt, behaviours, schedule, faults }: Case): VariedCase {
  return { input, onInterrupt, behaviours, schedule, faults };
}

function frame({ workflow, script }: Bench): Case {
  return {
    version: 1,
    script,
    input: null,
    data: {},
    actions: Object.keys(workflow.actions).sort(),
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [],
    limits: { ...fuzzLimits, ...workflow.limits },
    ...(workflow.clock && { clock: workflow.clock }),
    ...(workflow.random && { random: workflow.random }),
    workflow: { name: workflow.name, file: portable(workflow.file) },
  };
}

/** Plays a case of which the intent and the scheduler decide what it does not say. */
export function playWith(bench: Bench, template: Case, intent: Intent, scheduler: Scheduler): Trial {
  const { engine, workflow, values, scriptFile } = bench;
  const mistakes: ModelMistake[] = [];
  const model = freshModel(workflow, mistakes);
  const actor = new WorkflowActor(values, model, intent);
  const watch = new TurnWatch(workflow, { model, input: template.input });
  const count = template.script === bench.script ? bench.coverage?.begin() : undefined;
  const trace = runWorld(template, {
    engine,
    actor: forgiving(actor, mistakes),
    scheduler,
    file: scriptFile,
    digests: 'never',
    ...watch.hook,
    ...count?.worldOptions,
  });
  const [mistake] = mistakes;
  return {
    case: { ...template, behaviours: actor.behaviours, schedule: scheduleOf(trace.decisions) },
    calls: actor.played,
    trace,
    model,
    changes: actor.changes,
    turnFindings: watch.findings,
    ...(count !== undefined && { hits: count.hits }),
    ...(mistake !== undefined && { mistake }),
  };
}

function freshModel({ model }: Workflow, mistakes: ModelMistake[]): unknown {
  try {
    return model?.();
  } catch (error) {
    mistakes.push(
      new ModelMistake('model', `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`),
    );
    return undefined;
  }
}

/** The world never meets the author's mistakes: they are noted, and the action answers. */
function forgiving(actor: WorkflowActor, mistakes: ModelMistake[]): Actor {
  return {
    execute(call) {
      try {
        return actor.execute(call);
      } catch (error) {
        if (!(error instanceof ModelMistake)) throw error;
        mistakes.push(error);
        return { type: 'respond', value: null };
      }
    },
    fork: () => actor.fork(),
  };
}
