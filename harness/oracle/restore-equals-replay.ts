import { type Run, type Session, Snapshot } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import {
  type Followed,
  type FollowOptions,
  follow,
  type MemoryTurns,
  type MoveTrace,
  swapOut,
} from '../world/index.ts';
import { compareEndings, type Ending, sameText, show, thrownDivergence } from './comparison.ts';
import { behaving, type Control } from './control.ts';
import { spendsAtStart } from './limit-choice.ts';
import type { Oracle, OracleContext, Verdict } from './oracle.ts';
import { spread } from './probe.ts';
import { compareMoments, type First, firstOf, type Moment, momentOf } from './restored-moment.ts';
import { isSampled } from './sampling.ts';

const control: Control = {
  case: plainCase('const open = actions.a(1); await actions.b(2); return open;'),
  breaches: [
    {
      what: 'a restored run that forgets what it waits for',
      kind: 'restored:pending',
      unsound: behaving((session, { snapshot }) =>
        snapshot === undefined ? {} : { start: () => ({ ...session.start(), calls: [] }) },
      ),
    },
    {
      what: 'a snapshot that leaves a page out',
      kind: 'restored:memory',
      unsound: behaving((session, { snapshot }) =>
        snapshot === undefined
          ? {}
          : {
              memory: () => {
                const [low, heap] = session.memory();
                return [low, new Uint8Array(heap).fill(0, 4096, 8192)];
              },
            },
      ),
    },
    {
      what: 'a restored run that is elsewhere in its time',
      kind: 'restored:digest',
      unsound: behaving((session, { snapshot }) =>
        snapshot === undefined ? {} : { digest: () => `later ${session.digest()}` },
      ),
    },
  ],
};

/**
 * The run is played straight through once more, by the order in which its calls settled, and looked at between its turns.
 * What went on from a snapshot, or had been swapped out, is played by the same order and compared with that.
 */
export const restoreEqualsReplay: Oracle = {
  name: 'restore-equals-replay',
  promise:
    'A run that goes on from a snapshot of any turn, or is swapped out there, has the same memory, waits for the same calls and ends in the same way.',
  check(context) {
    const { trace } = context;
    const moved = trace.attempts.flatMap(({ moves = [] }) => moves).flatMap((move) => movedOtherwise(move) ?? []);
    if (moved[0] !== undefined) return moved[0];
    const last = trace.attempts.at(-1);
    if (last?.run === undefined || !isSampled(context, 'moves')) return undefined;
    const waiting = last.turns.filter(({ state }) => state === 'waiting').length;
    for (const move of chosenMoves(waiting, context)) {
      const verdict = judgeMove(context, last.run, move);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  },
  control,
};

/** Of a fault: what was handed out again when the run had been taken up. */
function movedOtherwise({ turn, open, handedOut }: MoveTrace): Verdict {
  if (handedOut === undefined || sameText(open, handedOut)) return undefined;
  const message = `After turn ${turn} the run waited for ${show(open)}; taken up from its snapshot it asked for ${show(handedOut)}.`;
  return { kind: 'restored:pending', message, turn };
}

/** Taken up from a snapshot of the turn `at`, with the log as it was after the turn `known`; or swapped out there. */
type Move =
  | {
      readonly type: 'restore';
      readonly at: number;
      readonly known: number;
      readonly elsewhere: boolean;
      readonly compress: boolean;
      /** Of a script that has spent fuel by then: few others have, and their snapshots say so in one number. */
      readonly spent: boolean;
    }
  | { readonly type: 'swap-out'; readonly at: number };

const movesMax = 24;

/** Every move plays all turns of the run: of a long one there are fewer, so that these are no more than so many in all. */
const playedTurnsMax = 400;
const movesMin = 6;

/** Sampled: one. Thorough: of every turn; where that is too much, spread over the run from its first turn to its last. */
function chosenMoves(turns: number, { effort, draw }: OracleContext): Move[] {
  if (turns === 0) return [];
  if (effort === 'thorough') {
    const all = Array.from({ length: turns }, (_, at) => movesAt(at, turns)).flat();
    const most = Math.min(movesMax, Math.max(movesMin, Math.floor(playedTurnsMax / turns)));
    return spread(all.length, most).map((index) => all[index] as Move);
  }
  const at = draw(turns);
  if (draw(4) === 0) return [{ type: 'swap-out', at }];
  const known = draw(2) === 0 ? at : at + draw(turns - at);
  return [{ type: 'restore', at, known, elsewhere: draw(4) > 0, compress: draw(4) === 0, spent: draw(8) === 0 }];
}

function movesAt(at: number, turns: number): Move[] {
  return [
    { type: 'restore', at, known: at, elsewhere: true, compress: true, spent: false },
    { type: 'restore', at, known: turns - 1, elsewhere: false, compress: false, spent: true },
    { type: 'swap-out', at },
  ];
}

/** A run that was moved. */
interface Moved extends Followed {
  /** Where it was restored: of the first moment after that. */
  readonly first?: First;
}

/** The run straight through, and what it was like after some of its turns. */
interface Straight extends Followed {
  readonly moments: ReadonlyMap<number, Moment>;
  /** Bytes of a snapshot. */
  readonly snapshot?: Uint8Array;
}

function judgeMove(given: OracleContext, run: Run, move: Move): Verdict {
  const spends = move.type === 'restore' && move.spent;
  const context = spends ? { ...given, base: spendsAtStart(given.base) } : given;
  context.ran();
  context.ran();
  const memory = context.memory === 'last' ? turnsOf(move) : context.memory;
  const stays = (turns: MemoryTurns) => playStraight(context, run, move, turns);
  const original = stays(memory);
  // What goes wrong without any move is for the other promises to say.
  if (original.thrown !== undefined || original.lost !== undefined) return undefined;
  const moves = (turns: MemoryTurns) =>
    move.type === 'restore'
      ? playRestored(context, run, move, original, turns)
      : playSwappedOut(context, run, move, turns);
  const moved = moves(memory);
  const verdict =
    moved &&
    compareMoved(
      move,
      original,
      moved,
      (turn) => stays([turn]).memories,
      (turn) => moves([turn])?.memories,
    );
  return (
    verdict && {
      ...verdict,
      kind: `${kinds[move.type]}:${verdict.kind}`,
      message: `${during(move)} ${verdict.message}`,
    }
  );
}

const kinds = { restore: 'restored', 'swap-out': 'swapped-out' } as const;

function turnsOf(move: Move): number[] {
  return move.type === 'restore' ? [move.at, move.known] : [move.at];
}

function during(move: Move): string {
  if (move.type === 'swap-out') return `Swapped out after turn ${move.at}:`;
  const where = move.elsewhere ? 'in another engine' : 'in another instance';
  const log = move.known === move.at ? '' : `, with the log up to turn ${move.known}`;
  return `Restored ${where} from a snapshot of turn ${move.at}${log}:`;
}

function playStraight(context: OracleContext, run: Run, move: Move, memory: MemoryTurns): Straight {
  const moments = new Map<number, Moment>();
  let snapshot: Uint8Array | undefined;
  const followed = play(context, run, {
    memory,
    between: (session, calls) => {
      // One that has spent its fuel may have ended sooner.
      if (move.type !== 'restore' || session.state !== 'waiting' || !turnsOf(move).includes(session.delivered)) return;
      const taken = session.snapshot();
      moments.set(session.delivered, momentOf(session, calls, taken));
      if (session.delivered === move.at) snapshot = taken.encode({ compress: move.compress });
    },
  });
  return { ...followed, moments, ...(snapshot && { snapshot }) };
}

function play(context: OracleContext, run: Run, options: Partial<FollowOptions>, engine = context.engine): Followed {
  const { callLog: reference, delivered } = run;
  return follow(engine, context.base, { callLog: [], reference, delivered, memory: context.memory, ...options });
}

function playSwappedOut(context: OracleContext, run: Run, { at }: Move, memory: MemoryTurns): Followed {
  const between = (session: Session) => {
    if (session.delivered !== at) return;
    // Looking disturbs nothing, and what is looked at is swapped out.
    void session.data;
    swapOut(context.engine, session);
  };
  return play(context, run, { memory, between });
}

function playRestored(
  context: OracleContext,
  run: Run,
  { at, known, elsewhere }: Extract<Move, { type: 'restore' }>,
  { moments, snapshot, turns }: Straight,
  memory: MemoryTurns,
): Moved | undefined {
  const [then, callLog] = [moments.get(at), moments.get(known)?.callLog];
  if (then === undefined || callLog === undefined || snapshot === undefined) return undefined;
  const from = { snapshot: Snapshot.decode(snapshot), logHash: then.logHash };
  const engine = elsewhere ? context.elsewhere : context.engine;
  let first: Moved['first'];
  const between = (session: Session) => {
    first ??= session.state === 'waiting' ? firstOf(session) : undefined;
  };
  const restored = play(context, run, { callLog, from, memory, between }, engine);
  return {
    ...restored,
    turns: [...turns.slice(0, at + 1), ...restored.turns],
    ...(first !== undefined && { first }),
  };
}

function compareMoved(
  move: Move,
  original: Straight,
  moved: Moved,
  originalAgain: Ending['again'],
  movedAgain: Ending['again'],
): Verdict {
  if (moved.thrown !== undefined) return thrownDivergence('it', moved.thrown);
  const calls = compareCalls(move, original, moved);
  if (calls !== undefined) return calls;
  if (moved.lost !== undefined) {
    const message = `the call at position ${moved.lost} is not outstanding when its turn comes to settle.`;
    return { kind: 'lost', message, position: moved.lost };
  }
  const since = move.type === 'restore' ? move.at : 0;
  return (
    compareEndings(
      'it is otherwise',
      'it is',
      { ...original, again: originalAgain },
      { ...moved, again: movedAgain, since },
    ) ?? (move.type === 'restore' ? compareMoments(original.moments.get(move.known), moved.first) : undefined)
  );
}

/** A restored run hands out again what is outstanding, and from there on the calls are the same. */
function compareCalls(move: Move, original: Straight, { calls }: Followed): Verdict {
  const after = move.type === 'restore' ? original.moments.get(move.known) : undefined;
  const expected = after === undefined ? original.calls : [...after.outstanding, ...original.calls.slice(after.asked)];
  if (sameText(expected, calls)) return undefined;
  const index = expected.findIndex((call, at) => !sameText(call, calls[at]));
  const at = index < 0 ? expected.length : index;
  const [due, made] = [expected[at], calls[at]];
  const kind = at < (after?.outstanding.length ?? 0) ? 'pending' : 'call';
  const message = `the call that should be handed out next is ${show(due ?? null)}; it is ${show(made ?? null)}.`;
  return { kind, message, ...(due && { position: due.position }) };
}
