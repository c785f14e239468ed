import type { EngineLike, Run, Session, SessionOptions } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { type Followed, follow, type MemoryTurns, thrownOf } from '../world/index.ts';
import { Companion, type CompanionRun, companionAlone } from './companion.ts';
import { badCompanions, twinOf } from './companions.ts';
import { compareEndings, type Ending, thrownDivergence } from './comparison.ts';
import { type Control, overridden } from './control.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { isSampled } from './sampling.ts';

const control: Control = {
  case: plainCase("await actions.a(); console.log('mine'); return data;"),
  breaches: [
    {
      what: 'a console that two runs share',
      kind: 'run:console',
      unsound: amongOthers({
        session: (own, others) => ({
          get console() {
            return [...others.flatMap(({ console }) => console), ...own.console];
          },
        }),
      }),
    },
    {
      what: 'memory that two runs share',
      kind: 'run:memory',
      unsound: amongOthers({
        options: (given) => ({ ...given, limits: { ...given.limits, stackBytes: 200_000 } }),
      }),
    },
  ],
};

type Change = (session: Session, others: readonly Session[]) => object;

/** An engine whose sessions may know of those that were open when they were opened. */
function amongOthers({ options, session }: { options?: (given: SessionOptions) => SessionOptions; session?: Change }) {
  const opened: Session[] = [];
  return (engine: EngineLike): EngineLike => ({
    fingerprint: engine.fingerprint,
    open(given) {
      const others = opened.filter(({ state }) => state !== 'closed');
      const own = engine.open(others.length === 0 ? given : (options?.(given) ?? given));
      opened.push(own);
      return overridden(own, session?.(own, others) ?? {});
    },
  });
}

/**
 * The run is played straight through twice, by the order in which its calls settled: alone, and with another run on the same
 * engine that goes on for a turn after each of its own. Neither may notice.
 */
export const runsAreIsolated: Oracle = {
  name: 'runs-are-isolated',
  promise: 'Two runs on one engine, interleaved turn by turn, are both what they are alone, down to the memory.',
  check(context) {
    const run = context.trace.attempts.at(-1)?.run;
    if (run === undefined || !isSampled(context, 'neighbours')) return undefined;
    const alone = play(context, run, context.memory);
    // What goes wrong alone is for the other promises to say.
    if (alone.thrown !== undefined || alone.lost !== undefined) return undefined;
    for (const companion of chosenCompanions(context, run)) {
      const verdict = judgeBeside(context, run, alone, companion);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  },
  control,
};

/** Sampled: one. Thorough: all. */
function chosenCompanions({ base, effort, draw }: OracleContext, run: Run): readonly CompanionRun[] {
  const all = [...badCompanions, twinOf(base, run)];
  return effort === 'thorough' ? all : [all[draw(all.length)] as CompanionRun];
}

function play(context: OracleContext, run: Run, memory: MemoryTurns, between: () => void = () => {}): Followed {
  context.ran();
  const { callLog: reference, delivered } = run;
  return follow(context.engine, context.base, { callLog: [], reference, delivered, memory, between });
}

/** Both of them, interleaved. */
interface Pair {
  readonly run: Followed;
  readonly companion: Ending;
}

function playBeside(context: OracleContext, run: Run, other: CompanionRun, memory: MemoryTurns): Pair {
  context.ran();
  const companion = new Companion(context.engine, other, memory);
  try {
    const played = play(context, run, memory, () => void companion.step());
    return { run: played, companion: companion.finish() };
  } finally {
    companion.close();
  }
}

function judgeBeside(context: OracleContext, run: Run, alone: Followed, other: CompanionRun): Verdict {
  const { engine, memory, ran } = context;
  ran();
  const companionAlong = companionAlone(engine, other, memory);
  const beside = playedBeside(context, run, other);
  if ('kind' in beside) return beside;
  const verdict = judgeRun(context, run, alone, other, beside.run);
  if (verdict !== undefined) return { ...verdict, kind: `run:${verdict.kind}` };
  const ofCompanion = compareEndings('alone it has', 'beside the run it has', companionAlong, beside.companion);
  if (ofCompanion === undefined) return undefined;
  const { message, kind } = ofCompanion;
  return { kind: `companion:${kind}`, message: `The companion (${other.name}) is another beside this run. ${message}` };
}

/** Both, or what was thrown: alone neither of them had thrown anything. */
function playedBeside(context: OracleContext, run: Run, other: CompanionRun): Pair | NonNullable<Verdict> {
  try {
    return playBeside(context, run, other, context.memory);
  } catch (error) {
    const thrown = thrownDivergence(`The companion (${other.name}) beside this run`, thrownOf(error));
    return { ...thrown, kind: `companion:${thrown.kind}` };
  }
}

function judgeRun(context: OracleContext, run: Run, alone: Followed, other: CompanionRun, beside: Followed): Verdict {
  const where = `beside another run (${other.name})`;
  if (beside.thrown !== undefined) return thrownDivergence(`The run ${where}`, beside.thrown);
  if (beside.lost !== undefined) {
    const message = `Played ${where}, the call at position ${beside.lost} is not outstanding when its turn comes to settle.`;
    return { kind: 'lost', message, position: beside.lost };
  }
  return compareEndings(
    'alone the run has',
    `${where} it has`,
    { ...alone, again: (turn) => play(context, run, [turn]).memories },
    { ...beside, again: (turn) => playBeside(context, run, other, [turn]).run.memories },
  );
}
