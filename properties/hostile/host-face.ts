/** The host's own intrinsics, as far as a script that got out could change them: every property, by identity. */
export function hostFace(): ReadonlyMap<object, ReadonlyMap<PropertyKey, unknown>> {
  const face = new Map<object, ReadonlyMap<PropertyKey, unknown>>();
  const visit = (holder: unknown): void => {
    if (!isObject(holder) || face.has(holder)) return;
    face.set(holder, propertiesOf(holder));
    visit(Object.getPrototypeOf(holder));
  };
  for (const name of intrinsics) {
    const intrinsic: unknown = Reflect.get(globalThis, name);
    visit(intrinsic);
    if (isObject(intrinsic)) visit(Reflect.get(intrinsic, 'prototype'));
  }
  for (const f of [async () => {}, function* () {}, async function* () {}]) visit(f);
  visit([].values());
  return face;
}

const intrinsics = [
  ...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Error', 'TypeError', 'RangeError', 'JSON', 'Math', 'Reflect'],
  ...['Proxy', 'ArrayBuffer', 'Uint8Array', 'DataView', 'WebAssembly', 'globalThis'],
];

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function propertiesOf(holder: object): Map<PropertyKey, unknown> {
  const found = new Map<PropertyKey, unknown>();
  for (const key of Reflect.ownKeys(holder)) {
    const property = Object.getOwnPropertyDescriptor(holder, key);
    found.set(key, property?.get ?? property?.value);
  }
  return found;
}

/** Names what is different, as `Array.prototype.map`'s key alone. */
export function changesOf(
  before: ReturnType<typeof hostFace>,
  after: ReturnType<typeof hostFace>,
): readonly PropertyKey[] {
  const changes: PropertyKey[] = [];
  for (const [holder, properties] of after) {
    const known = before.get(holder);
    if (known === undefined) continue;
    for (const key of new Set([...properties.keys(), ...known.keys()])) {
      if (!Object.is(properties.get(key), known.get(key))) changes.push(key);
    }
  }
  return changes;
}
