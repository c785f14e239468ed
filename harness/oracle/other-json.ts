import type { Json } from '../../runtime/index.ts';
import type { Draw } from '../schedule/index.ts';

/**
 * A value that differs from the given one in one place, anywhere in it: in ways in which scripts are changed, and in those
 * that a careless comparison takes for equal (the order of a list, a number and its text, the last bit).
 */
export function otherJson(value: Json, draw: Draw): Json {
  const turned = draw(2) === 0 ? withListTurned(value) : undefined;
  return turned ?? changed(value, draw);
}

function changed(value: Json, draw: Draw): Json {
  if (value === null) return draw(2) === 0 ? false : {};
  switch (typeof value) {
    case 'boolean':
      return draw(4) === 0 ? String(value) : !value;
    case 'number':
      return otherNumber(value, draw);
    case 'string':
      return otherText(value, draw);
    case 'object':
      return Array.isArray(value) ? otherArray(value, draw) : otherObject(value, draw);
  }
}

function otherNumber(value: number, draw: Draw): Json {
  switch (draw(6)) {
    case 0:
      return String(value);
    case 1:
      return value === 0 ? Number.MIN_VALUE : -value;
    case 2:
      return nextTo(value);
    default:
      return value + 1 === value ? 0 : value + 1;
  }
}

/** A number that differs in its last bits only. */
function nextTo(value: number): number {
  const next = value * (1 + 2 ** -51);
  return next === value || !Number.isFinite(next) ? 1 : next;
}

function otherText(text: string, draw: Draw): string {
  if (text === '') return ' ';
  const choice = draw(4);
  if (choice === 0) return text.slice(1);
  if (choice === 1 && text.toUpperCase() !== text) return text.toUpperCase();
  return `${text}x`;
}

function otherArray(value: Json[], draw: Draw): Json {
  if (value.length === 0 || draw(4) === 0) return [...value, null];
  const index = draw(value.length);
  if (draw(3) === 0) return value.filter((_, other) => other !== index);
  return value.map((item, other) => (other === index ? changed(item, draw) : item));
}

function otherObject(value: { [key: string]: Json }, draw: Draw): Json {
  const entries = Object.entries(value);
  const index = draw(entries.length + 1);
  if (index === entries.length) return Object.fromEntries([...entries, [`other${entries.length}`, 1]]);
  const choice = draw(4);
  if (choice === 0) return Object.fromEntries(entries.filter((_, other) => other !== index));
  const isRenamed = choice === 1;
  return Object.fromEntries(
    entries.map(([key, item], other) => {
      if (other !== index) return [key, item];
      return isRenamed ? [`${key}2`, item] : [key, changed(item, draw)];
    }),
  );
}

/** The value with its first list that has two different items in another order. Few values have one. */
export function withListTurned(value: Json): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value) && value.length > 1) {
    const turned = [...value.slice(1), value[0] as Json];
    if (JSON.stringify(turned) !== JSON.stringify(value)) return turned;
  }
  for (const [key, item] of Object.entries(value)) {
    const turned = withListTurned(item);
    if (turned === undefined) continue;
    if (Array.isArray(value)) return value.map((other, index) => (String(index) === key ? turned : other));
    return Object.fromEntries(Object.entries(value).map(([name, other]) => [name, name === key ? turned : other]));
  }
  return undefined;
}
