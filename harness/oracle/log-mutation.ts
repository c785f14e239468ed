import type { ActionEntry, CallLog, CallLogEntry, Json } from '../../runtime/index.ts';
import type { Draw } from '../schedule/index.ts';
import { otherJson, withListTurned } from './other-json.ts';

/** A recorded log that was tampered with, as a script's change would have it. */
export interface MutatedLog {
  /** What was done, for the message. */
  readonly what: string;
  readonly log: CallLog;
}

/** One way to tamper with a log. `undefined` where it does not apply. */
export interface LogMutation {
  readonly name: string;
  /** Whether what comes of it depends on what is drawn. */
  readonly hasVariants?: true;
  apply(log: CallLog, position: number, context: MutationContext): CallLog | undefined;
}

export interface MutationContext {
  readonly actions: readonly string[];
  readonly draw: Draw;
  /** Whether outcomes must have their event time. Default: those of the log say. */
  readonly timed?: boolean;
}

/** Few inputs have such a list, and a comparison that ignores its order is soon written. */
export const turnList: LogMutation = {
  name: 'turn a list in the input',
  apply(log, position) {
    const entry = log[position];
    if (entry?.type !== 'action') return undefined;
    const input = withListTurned(entry.input);
    return input === undefined ? undefined : replaced(log, position, { ...entry, input });
  },
};

/** A clock that is served what chance gave. Few scripts read both, and nothing else shows whether the kinds of reads are told apart. */
export const otherRead: LogMutation = {
  name: 'make another read of the read',
  apply(log, position) {
    const entry = log[position];
    if (!entry || entry.type === 'action') return undefined;
    const type = entry.type === 'now' ? 'random' : 'now';
    return replaced(log, position, { type, response: type === 'random' ? 0.25 : 1 });
  },
};

export const addCall: LogMutation = { name: 'add', apply: add };

/** Ways to change a log, by name. */
export const logMutations: readonly LogMutation[] = [
  { name: 'change the kind', hasVariants: true, apply: changeKind },
  { name: 'change the name', hasVariants: true, apply: changeName },
  { name: 'change the input', hasVariants: true, apply: changeInput },
  { name: 'remove', apply: remove },
  addCall,
  { name: 'swap', apply: swap },
  turnList,
  otherRead,
];

function changeKind(log: CallLog, position: number, { draw, timed }: MutationContext): CallLog | undefined {
  const entry = log[position];
  if (!entry) return undefined;
  if (entry.type === 'action') {
    const read: CallLogEntry = draw(2) === 0 ? { type: 'now', response: 1 } : { type: 'random', response: 0.5 };
    return dense(replaced(log, position, read));
  }
  return replaced(log, position, {
    type: 'action',
    name: 'read',
    input: null,
    response: null,
    order: nextOrder(log),
    ...latestTime(log, timed),
  });
}

function changeName(log: CallLog, position: number, { actions, draw }: MutationContext): CallLog | undefined {
  const entry = log[position];
  if (entry?.type !== 'action') return undefined;
  const others = actions.filter((name) => name !== entry.name);
  return replaced(log, position, { ...entry, name: others[draw(Math.max(1, others.length))] ?? `${entry.name}2` });
}

function changeInput(log: CallLog, position: number, { draw }: MutationContext): CallLog | undefined {
  const entry = log[position];
  if (entry?.type !== 'action') return undefined;
  return replaced(log, position, { ...entry, input: otherJson(entry.input, draw) });
}

function remove(log: CallLog, position: number): CallLog | undefined {
  return log[position] ? dense([...log.slice(0, position), ...log.slice(position + 1)]) : undefined;
}

function add(log: CallLog, position: number, { actions, timed }: MutationContext): CallLog | undefined {
  const added: ActionEntry = {
    type: 'action',
    name: actions[0] ?? 'added',
    input: { added: true },
    response: null,
    order: nextOrder(log),
    ...latestTime(log, timed),
  };
  return [...log.slice(0, position), added, ...log.slice(position)];
}

function swap(log: CallLog, position: number): CallLog | undefined {
  const [entry, next] = [log[position], log[position + 1]];
  return entry && next ? replaced(replaced(log, position, next), position + 1, entry) : undefined;
}

function replaced(log: CallLog, position: number, entry: CallLogEntry): CallLog {
  return log.map((other, index) => (index === position ? entry : other));
}

function nextOrder(log: CallLog): number {
  return log.reduce((count, entry) => (entry?.type === 'action' ? count + 1 : count), 0);
}

const firstTime = '1700000000000-0000';

/** The greatest event time of a log that has them: what is added came last. */
function latestTime(log: CallLog, timed = false): { at?: string } {
  const times = log.flatMap((entry) => (entry?.type === 'action' && entry.at !== undefined ? [entry.at] : [])).sort();
  const at = times.at(-1) ?? (timed ? firstTime : undefined);
  return at === undefined ? {} : { at };
}

/** The log with its orders dense again, in the sequence that they had. */
function dense(log: CallLog): CallLog {
  const orders = log.flatMap((entry) => (entry?.type === 'action' ? [entry.order ?? 0] : [])).sort((a, b) => a - b);
  const rank = new Map(orders.map((order, index) => [order, index]));
  return log.map((entry) => (entry?.type === 'action' ? { ...entry, order: rank.get(entry.order ?? 0) ?? 0 } : entry));
}

/** Log text in which the keys of every input stand in another order: the same log, as another store keeps it. */
export function reorderedInputs(log: CallLog): CallLog {
  return log.map((entry) => (entry?.type === 'action' ? { ...entry, input: reversedKeys(entry.input) } : entry));
}

function reversedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversedKeys);
  if (value === null || typeof value !== 'object') return value;
  const reversed = Object.entries(value).reverse();
  return Object.fromEntries(reversed.map(([key, item]) => [key, reversedKeys(item)]));
}
