import { isSubSchema, type JsonSchema, type SubSchema } from './json-schema.ts';

/**
 * What the references of a schema point to: `#`, `#/$defs/name`, an `$anchor`, or the `$id` of a schema inside it, with or
 * without a pointer behind it. A dynamic reference is read as a plain one. Nothing is fetched.
 */
export class References {
  private readonly known = new Map<string, SubSchema | undefined>();
  private names: Map<string, JsonSchema> | undefined;

  constructor(readonly root: JsonSchema) {}

  /** `undefined` where the reference leads to nothing in this schema. */
  target(ref: string): SubSchema | undefined {
    if (!this.known.has(ref)) this.known.set(ref, this.find(ref));
    return this.known.get(ref);
  }

  private find(ref: string): SubSchema | undefined {
    const [resource = '', fragment = ''] = ref.split('#', 2);
    const start = resource === '' ? this.root : this.named(resource);
    if (start === undefined || fragment === '') return start;
    return fragment.startsWith('/') ? pointed(start, fragment) : this.named(`#${fragment}`);
  }

  private named(name: string): JsonSchema | undefined {
    this.names ??= namesIn(this.root);
    return this.names.get(name) ?? this.names.get(name.split('/').at(-1) ?? name);
  }
}

function pointed(start: JsonSchema, pointer: string): SubSchema | undefined {
  let at: unknown = start;
  for (const key of pointer.slice(1).split('/').map(unescaped)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return isSubSchema(at) ? at : undefined;
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Everything in a schema that has a name of its own: by `#anchor`, by `$id`, and by the last part of an `$id`. */
function namesIn(root: JsonSchema): Map<string, JsonSchema> {
  const names = new Map<string, JsonSchema>();
  const visit = (at: unknown): void => {
    if (typeof at !== 'object' || at === null) return;
    const { $id, $anchor, $dynamicAnchor } = at as JsonSchema;
    for (const name of namesOf($id, $anchor, $dynamicAnchor)) if (!names.has(name)) names.set(name, at as JsonSchema);
    for (const inner of Object.values(at)) visit(inner);
  };
  visit(root);
  return names;
}

function namesOf(id: unknown, ...anchors: unknown[]): string[] {
  const ids = typeof id === 'string' ? [id, id.replace(/#$/, ''), id.split('/').at(-1) ?? id] : [];
  return [...ids, ...anchors.flatMap((anchor) => (typeof anchor === 'string' ? [`#${anchor}`] : []))];
}
