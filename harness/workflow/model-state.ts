/**
 * What a model holds, as a text that is the same for equal contents: objects by their own properties, `Map` and `Set` in
 * their order. What only closures and private fields hold is not seen: of that nothing is ever said.
 */
export function stateOf(model: unknown): string {
  return text(model, []);
}

function text(value: unknown, above: readonly unknown[]): string {
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return primitive(value);
  const at = above.indexOf(value);
  if (at !== -1) return `^${at}`;
  const inside = [...above, value];
  if (value instanceof Date) return `date ${value.getTime()}`;
  if (value instanceof Map) return `map{${entries(value, inside)}}`;
  if (value instanceof Set) return `set{${[...value].map((item) => text(item, inside)).join()}}`;
  if (Array.isArray(value)) return `[${value.map((item) => text(item, inside)).join()}]`;
  return `{${entries(Object.entries(value), inside)}}`;
}

function primitive(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : `${String(value)}`;
}

function entries(all: Iterable<readonly [unknown, unknown]>, inside: readonly unknown[]): string {
  return [...all].map(([key, value]) => `${text(key, inside)}:${text(value, inside)}`).join();
}
