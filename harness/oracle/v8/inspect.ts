import { types } from 'node:util';

const depthMax = 4;
const itemsMax = 100;

/** A line of the console. */
export function lineOf(values: readonly unknown[]): string {
  return values.map(shown).join(' ');
}

/** A value as the guest's console shows it, written a second time. */
function shown(value: unknown): string {
  try {
    return typeof value === 'string' ? value : show(value, []);
  } catch {
    return '[unreadable]';
  }
}

function show(value: unknown, above: readonly object[]): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'bigint':
      return `${value}n`;
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'function':
      return `[function ${textAt(value, 'name') || '(anonymous)'}]`;
    case 'object':
      return value === null ? 'null' : showObject(value, above);
    default:
      return String(value);
  }
}

function showObject(value: object, above: readonly object[]): string {
  if (above.includes(value)) return '[circular]';
  if (types.isNativeError(value)) return `${textAt(value, 'name') ?? 'Error'}: ${textAt(value, 'message') ?? ''}`;
  if (types.isDate(value)) return Date.prototype.toISOString.call(value);
  if (types.isRegExp(value)) return String(value);
  if (types.isPromise(value)) return '[promise]';
  if (above.length >= depthMax) return Array.isArray(value) ? '[…]' : '{…}';
  return showParts(value, [...above, value]);
}

function showParts(value: object, above: readonly object[]): string {
  if (Array.isArray(value)) {
    const indices = Array.from({ length: Math.min(value.length, itemsMax) }, (_, index) => index);
    return list(
      indices.map((index) => field(value, index, above)),
      value.length,
      ['[', ']'],
    );
  }
  if (types.isMap(value)) {
    const entries = [...Map.prototype.entries.call(value)];
    return `Map ${all(entries, ([key, item]) => `${show(key, above)} => ${show(item, above)}`)}`;
  }
  if (types.isSet(value)) return `Set ${all([...Set.prototype.values.call(value)], (item) => show(item, above))}`;
  return all(Object.keys(value), (key) => `${keyText(key)}: ${field(value, key, above)}`);
}

function all<Item>(items: readonly Item[], text: (item: Item) => string): string {
  return list(items.slice(0, itemsMax).map(text), items.length, ['{', '}']);
}

function list(parts: readonly string[], total: number, [open, close]: readonly [string, string]): string {
  if (parts.length === 0) return open + close;
  const more = total > parts.length ? `, … ${total - parts.length} more` : '';
  return `${open} ${parts.join(', ')}${more} ${close}`;
}

function field(holder: object, key: PropertyKey, above: readonly object[]): string {
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (property === undefined) return 'empty';
  return property.get || property.set ? '[getter]' : show(property.value, above);
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** A property that is a string; reading it may run code of the script. */
export function textAt(holder: object, key: string): string | undefined {
  const value = propertyAt(holder, key);
  return typeof value === 'string' ? value : undefined;
}

export function propertyAt(holder: object, key: string): unknown {
  try {
    return (holder as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}
