import type { Json } from '../../runtime/index.ts';
import type { Draw } from '../schedule/index.ts';

/** A value that differs from the given one in one place, anywhere in it. */
export function otherJson(value: Json, draw: Draw): Json {
  if (value === null) return draw(2) === 0 ? false : {};
  switch (typeof value) {
    case 'boolean':
      return !value;
    case 'number':
      return value + 1 === value ? 0 : value + 1;
    case 'string':
      return draw(2) === 0 || value === '' ? `${value}x` : value.slice(1);
    case 'object':
      return Array.isArray(value) ? otherArray(value, draw) : otherObject(value, draw);
  }
}

function otherArray(value: Json[], draw: Draw): Json {
  if (value.length === 0 || draw(4) === 0) return [...value, null];
  const index = draw(value.length);
  if (draw(3) === 0) return value.filter((_, other) => other !== index);
  return value.map((item, other) => (other === index ? otherJson(item, draw) : item));
}

function otherObject(value: { [key: string]: Json }, draw: Draw): Json {
  const entries = Object.entries(value);
  const index = draw(entries.length + 1);
  if (index === entries.length) return Object.fromEntries([...entries, [`other${entries.length}`, 1]]);
  if (draw(3) === 0) return Object.fromEntries(entries.filter((_, other) => other !== index));
  return Object.fromEntries(entries.map(([key, item], other) => [key, other === index ? otherJson(item, draw) : item]));
}
