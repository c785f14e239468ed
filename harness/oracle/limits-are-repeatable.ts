import type { CallLog, Run } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import {
  type AttemptBase,
  type Followed,
  type FollowOptions,
  follow,
  type MemoryTurns,
  sourcesOfAttempt,
} from '../world/index.ts';
import { compareEndings, sameText, show, thrownDivergence } from './comparison.ts';
import { type Control, opening } from './control.ts';
import {
  codeOfLimit,
  limitValues,
  spendthrift,
  type TriedLimit,
  triedLimits,
  type Usage,
  usageOf,
} from './limit-choice.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { shownBy, spread } from './probe.ts';
import { isSampled } from './sampling.ts';

/** Clock and randomness of a replay: it must never read them. */
const replayAttempt = 700;

const control: Control = {
  case: plainCase("console.log('one'.padEnd(200)); for (let i = 0; i < 7; i++) await actions.a(i);"),
  breaches: [
    {
      what: 'a limit that is forgotten',
      kind: 'consoleBytes:not-met',
      unsound: opening((given) => {
        const { consoleBytes: _, ...limits } = given.limits ?? {};
        return { ...given, limits };
      }),
    },
    {
      what: 'a limit that is met elsewhere on replay',
      kind: 'positions:log:missing',
      unsound: opening((given) => {
        const { positions, ...limits } = given.limits ?? {};
        const isReplay = (given.callLog?.length ?? 0) > 0;
        return { ...given, limits: isReplay || positions === undefined ? limits : { ...limits, positions } };
      }),
    },
  ],
};

/**
 * The run is played straight through, by the order in which its calls settled, once without and then with a limit that it probably
 * meets: twice from the start, and once from the log that the first of them left.
 */
export const limitsAreRepeatable: Oracle = {
  name: 'limits-are-repeatable',
  promise:
    'A run that meets a limit ends there, at the same place on every attempt and in every instance, and nothing of its script runs after it.',
  check(context) {
    const run = context.trace.attempts.at(-1)?.run;
    if (run === undefined || !isSampled(context, 'limits')) return undefined;
    const plain = onDemand(() => playWith(context, run, context.base, context.memory));
    for (const name of chosenLimits(context)) {
      const verdict = judgeLimit(context, run, name, plain);
      if (verdict !== undefined) return { ...verdict, kind: `${name}:${verdict.kind}` };
    }
    return undefined;
  },
  control,
};

/** Sampled: one. Thorough: all, or the one that is asked for. */
function chosenLimits({ effort, draw, probe }: OracleContext): readonly TriedLimit[] {
  if (probe !== undefined) return triedLimits.filter((name) => name === probe.of);
  return effort === 'thorough' ? triedLimits : [triedLimits[draw(triedLimits.length)] as TriedLimit];
}

/** Made when it is asked for first. */
function onDemand<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function playWith(
  context: OracleContext,
  { callLog: reference, delivered }: Run,
  base: AttemptBase,
  memory: MemoryTurns,
  given: Pick<FollowOptions, 'callLog'> & Partial<Pick<FollowOptions, 'sources'>> = { callLog: [] },
): Followed {
  context.ran();
  return follow(context.engine, base, { reference, delivered, memory, ...given });
}

/** A limit, and the run as it is without it. */
interface Subject {
  readonly name: TriedLimit;
  readonly base: AttemptBase;
  readonly whole: Followed;
  readonly usage: Usage;
  readonly delivered: number;
  play(limits: AttemptBase, given?: Parameters<typeof playWith>[4]): Followed;
}

/** @param plain the run without any limit of this promise's own, for those that need no other script. */
function judgeLimit(context: OracleContext, run: Run, name: TriedLimit, plain: () => Followed): Verdict {
  const base = spendthrift(context.base, name);
  // A memory that is being filled is too large to be kept after every turn.
  const memory = name === 'memoryBytes' ? 'last' : context.memory;
  const play: Subject['play'] = (limits, given) => playWith(context, run, limits, memory, given);
  const whole = base === context.base ? plain() : play(base);
  // What goes wrong without the limit is for the other promises to say.
  if (whole.thrown !== undefined || whole.lost !== undefined) return undefined;
  // It ends by a limit of its own: there is nothing without one to compare it with.
  if (whole.error?.limit !== undefined) return undefined;
  const subject = { name, base, whole, usage: usageOf(whole), delivered: run.delivered, play };
  for (const value of chosenValues(context, subject)) {
    const verdict = judgeValue(subject, value);
    if (verdict !== undefined) return shownBy({ of: name, at: value }, verdict);
  }
  return undefined;
}

/** So many values are tried. To spend fuel takes long, and to fill a memory. */
function valuesMax(name: TriedLimit): number {
  if (name === 'memoryBytes' || name === 'stackBytes') return 1;
  return name === 'fuel' ? 2 : 3;
}

/** Sampled: one. Thorough: a few, spread over all, and before them the one that is asked for. */
function chosenValues({ effort, draw, probe }: OracleContext, { name, usage }: Subject): readonly number[] {
  const { count, at } = limitValues(name, usage);
  if (effort === 'sampled') return [at(draw(count))];
  const values = spread(count, valuesMax(name)).map(at);
  return probe?.at === undefined ? values : [...new Set([probe.at, ...values])];
}

function judgeValue({ name, base, whole, usage, delivered, play }: Subject, value: number): Verdict {
  const limited = { ...base, limits: { ...base.limits, [name]: value } };
  const first = play(limited);
  const end = `With ${name} limited to ${value}`;
  const seen = { callLog: whatWasSeen(first.callLog, delivered), sources: sourcesOfAttempt(replayAttempt) };
  return (
    judgeEnd(end, name, whole, first, isMet(name, value, usage)) ??
    same(`${end}, started again:`, first, play(limited)) ??
    same(`${end}, replayed:`, first, play(limited, seen))
  );
}

/** Without what was recorded after a stop and never delivered: a replay would deliver it, and go on further. */
function whatWasSeen(log: CallLog, delivered: number): CallLog {
  return log.map((entry) => (entry?.type === 'action' && (entry.order ?? 0) >= delivered ? null : entry));
}

/** Whether the script must meet it, where that is plain from outside. */
function isMet(name: TriedLimit, value: number, usage: Usage): boolean {
  switch (name) {
    case 'positions':
    case 'consoleBytes':
      return usage[name] > value;
    default:
      return false;
  }
}

function judgeEnd(end: string, name: TriedLimit, whole: Followed, limited: Followed, isMet: boolean): Verdict {
  if (limited.thrown !== undefined) return thrownDivergence(`${end}, the run`, limited.thrown);
  const met = limited.error?.limit?.name === name && limited.error.code === codeOfLimit[name];
  if (isMet && !met) {
    return {
      kind: 'not-met',
      message: `${end} the run should have ended by it, and ended ${show(limited.error ?? limited.state)}.`,
    };
  }
  // The end of the stack is an exception of the language: a script may catch it, and go on otherwise.
  if (name === 'stackBytes') return undefined;
  return met ? judgeStop(end, whole, limited) : same(`${end}, which it does not meet:`, whole, limited);
}

/** Up to the limit the run is the one without it, and nothing comes after. */
function judgeStop(end: string, whole: Followed, limited: Followed): Verdict {
  const reserved = limited.turns.at(-1)?.positions.to ?? 0;
  const at = limited.error?.limit?.position;
  if (at !== reserved) {
    const message = `${end} the run says that it ended at position ${at}; it has reserved ${reserved}.`;
    return { kind: 'position', message, ...(at !== undefined && { position: at }) };
  }
  return turnsBegin(end, whole, limited) ?? logBegins(end, whole, limited) ?? consoleBegins(end, whole, limited);
}

function turnsBegin(end: string, { turns: whole }: Followed, { turns: part }: Followed): Verdict {
  const last = part.length - 1;
  const wrong = part.findIndex((turn, index) => {
    const other = whole[index];
    if (other === undefined || !sameText(turn.cause, other.cause)) return true;
    return index < last ? !sameText(turn, other) : turn.positions.to > other.positions.to;
  });
  if (wrong < 0) return undefined;
  const both = `${show(part[wrong])}; without the limit it is ${show(whole[wrong] ?? null)}`;
  return { kind: 'went-on', message: `${end} turn ${wrong} is ${both}.`, turn: wrong };
}

function logBegins(end: string, { callLog: whole }: Followed, { callLog: part }: Followed): Verdict {
  const position = part.findIndex((entry, at) => entry !== null && !sameText(entry, whole[at] ?? null));
  if (position < 0) return undefined;
  const both = `${show(part[position])}; without the limit it is ${show(whole[position] ?? null)}`;
  return { kind: 'went-on', message: `${end} the log has at position ${position} ${both}.`, position };
}

function consoleBegins(end: string, { console: whole }: Followed, { console: part }: Followed): Verdict {
  const line = part.findIndex((printed, at) => !sameText(printed, whole[at] ?? null));
  if (line < 0) return undefined;
  return {
    kind: 'went-on',
    message: `${end} line ${line} of the console is ${show(part[line])}, and not so without it.`,
  };
}

function same(during: string, a: Followed, b: Followed): Verdict {
  if (b.thrown !== undefined) return thrownDivergence(`${during} the run`, b.thrown);
  if (a.lost !== b.lost) {
    const message = `${during} the calls that were open when they were to settle are others (${a.lost} and ${b.lost}).`;
    return { kind: 'lost', message };
  }
  const verdict = compareEndings('it was', 'it is', a, b);
  return verdict && { ...verdict, message: `${during} ${verdict.message}` };
}
