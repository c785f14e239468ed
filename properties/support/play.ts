import { expect } from 'vitest';
import {
  type Call,
  type CallLog,
  type ConsoleLine,
  Engine,
  type Json,
  type Outcome,
  type Session,
  type SessionOptions,
  type SessionOutcome,
} from '../../runtime/index.ts';

/** One engine for a file of properties: sessions share nothing but it, which is part of what is being tested. */
export const engine = await Engine.load();

/** What executing a call comes to. `undefined`: nothing, for as long as the run is watched; that is a pause. */
export type World = (call: Call) => Outcome | undefined;

/** Picks which of the outstanding calls settles next. */
export type Choose = (outstanding: readonly Call[]) => number;

export interface Play extends Omit<SessionOptions, 'actions' | 'onTurn'> {
  actions?: readonly string[];
  /** Default: every call is answered with its own input. */
  world?: World;
  /** Default: the one that was asked for first. */
  choose?: Choose;
}

/** What was observed of one attempt. */
export interface Played {
  readonly play: Play;
  readonly outcome: SessionOutcome | undefined;
  readonly callLog: CallLog;
  readonly delivered: number;
  readonly data: Json;
  readonly console: readonly ConsoleLine[];
  /** The guest's memory at every turn. */
  readonly digests: readonly string[];
  /** Fresh calls, in the order in which they were handed out. */
  readonly executed: readonly Call[];
  /** Fresh calls that never settled. */
  readonly waiting: readonly Call[];
}

export const echo: World = ({ input }) => ({ response: input });

const actionsOf = (script: unknown): string[] => [
  ...new Set([...String(script).matchAll(/actions\.([\w.]+)\(/g)].map((match) => match[1] as string)),
];

/** Drives one attempt until it ends or nothing that is outstanding will settle. Throws what the session throws. */
export function play(given: Play): Played {
  const { world = echo, choose = () => 0, ...options } = given;
  const digests: string[] = [];
  const session = engine.open({
    now: () => 1_700_000_000_000,
    random: () => 0.25,
    ...options,
    actions: given.actions ?? actionsOf(given.script),
    onTurn: (_turn, running) => digests.push(running.digest()),
  });
  try {
    return { play: given, digests, ...drive(session, world, choose) };
  } finally {
    session.close();
  }
}

function drive(session: Session, world: World, choose: Choose): Omit<Played, 'play' | 'digests'> {
  const executed: Call[] = [];
  const settling = new Map<Call, Outcome>();
  for (let exchange = session.start(); ; ) {
    for (const call of exchange.calls) {
      executed.push(call);
      const outcome = world(call);
      if (outcome !== undefined) settling.set(call, outcome);
    }
    const candidates = [...settling.keys()];
    if (exchange.state !== 'waiting' || candidates.length === 0) break;
    // A choice is an index into the candidates, counted round.
    const call = candidates[choose(candidates) % candidates.length] as Call;
    const outcome = settling.get(call) as Outcome;
    settling.delete(call);
    exchange = session.deliver(call.position, outcome);
  }
  const { outcome, callLog, delivered, data, console, outstanding } = session;
  return { outcome, callLog, delivered, data, console: [...console], executed, waiting: outstanding };
}

/** The same script again, from the log of an attempt. */
export function again(played: Played, changes: Partial<Play> = {}): Played {
  return play({ ...played.play, callLog: played.callLog, ...changes });
}

/** A replay executes nothing: a call that it hands out is a failure of the test. */
export const nothing: World = ({ name, position }) => {
  throw new Error(`${name} at position ${position} was executed on replay`);
};

/** Asserts that replaying what an attempt delivered gives all the same again: memory at every turn included. */
export function expectSameOnReplay(played: Played): void {
  const replayed = again(played, { world: nothing, deliverMax: played.delivered });

  expect(seen(replayed)).toEqual(seen(played));
}

export function seen({ outcome, callLog, delivered, data, console, digests }: Played) {
  return { outcome, callLog, delivered, data, console, digests };
}

/** The script's value. */
export function scriptValue({ outcome }: Played): Json {
  if (outcome === undefined || 'error' in outcome) throw new Error(`No value: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** Every position with what was asked there: what a run's log promises to keep. */
export function asked({ callLog, waiting }: Played): (string | undefined)[] {
  const list = callLog.map((entry) =>
    entry?.type === 'action' ? `${entry.name} ${JSON.stringify(entry.input)}` : entry?.type,
  );
  for (const { position, name, input } of waiting) list[position] = `${name} ${JSON.stringify(input)}`;
  return list;
}
