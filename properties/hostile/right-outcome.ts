import type { HostileScript, RightOutcome } from './hostile-script.ts';
import type { Played } from './play.ts';

/** In what an attempt differs from what is stated of its script. */
export function faultsOf(hostile: HostileScript, played: Played): string[] {
  const { asks, prints, right } = hostile;
  const asked = askedIn(played);
  const printed = played.console.map(({ text }) => text);
  return [
    ...faultOfEnd(right, played),
    ...(asks === undefined || same(asked, asks) ? [] : [`it asks for ${show(asked)}, not ${show(asks)}`]),
    ...(prints === undefined || same(printed.slice(0, Math.max(1, prints.length)), prints)
      ? []
      : [`it prints ${show(printed)}, not ${show(prints)}`]),
  ];
}

/** What is asked at each position, recorded or pending. */
function askedIn({ callLog, pending }: Played): (string | undefined)[] {
  const asked = callLog.map((entry) => (entry?.type === 'action' ? entry.name : entry?.type));
  for (const { position, name } of pending) asked[position] = name;
  return asked;
}

function faultOfEnd(right: RightOutcome, { end }: Played): string[] {
  const stated = isStated(right, end);
  return stated ? [] : [`it ends ${end.status}: ${show(end.detail)}; right is ${show(right)}`];
}

function isStated(right: RightOutcome, { status, detail }: Played['end']): boolean {
  if ('value' in right) return status === 'completed' && same(detail, right.value);
  if ('failure' in right) return status === 'failed' && hasAll(detail as object, right.failure);
  if ('link' in right) return status === 'link' && same(detail, right.link);
  if ('syntax' in right) return status === 'syntax' && String(detail).includes(right.syntax);
  return status === 'interrupted' && same(detail, right.pause);
}

function hasAll(detail: object, fields: object): boolean {
  return Object.entries(fields).every(([key, value]) => same(Reflect.get(detail, key), value));
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

const shownMax = 600;

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
