import { bothOf, modern } from './intersect.ts';
import { isObjectSchema, type JsonSchema, listed, members, notConvertible } from './json-schema.ts';
import type { References } from './references.ts';

/** More alternatives than these, from combinations of combinations, are not told apart. */
const alternativesMax = 400;

/**
 * A schema as alternatives without combinators: references followed, `allOf` joined, `anyOf` and `oneOf` told apart, `if`
 * decided either way. No alternatives: no value fits. What an alternative allows is only likely to fit: that just one of
 * `oneOf` fits, and `not`, are left for a check.
 */
export class Flattener {
  constructor(
    private readonly references: References,
    /** What the schema is of, in errors. */
    private readonly label: string,
  ) {}

  alternatives(schema: unknown, open: readonly unknown[] = []): JsonSchema[] {
    if (schema === true || schema === undefined) return [{}];
    if (!isObjectSchema(schema)) return [];
    const current = modern(schema);
    const { $ref, $dynamicRef, allOf, anyOf, oneOf, if: condition, nullable } = current;
    const parts = [
      [own(current)],
      ...[$ref, $dynamicRef].flatMap((ref) => (typeof ref === 'string' ? [this.referred(ref, open)] : [])),
      ...listed(allOf).map((part) => this.alternatives(part, open)),
      ...[anyOf, oneOf].flatMap((choices) => (Array.isArray(choices) ? [this.any(choices, open)] : [])),
      ...(isObjectSchema(condition) ? [this.conditional(current, condition, open)] : []),
      ...Object.entries(members(current.dependentSchemas)).map(([name, rule]) => this.dependent(name, rule, open)),
    ];
    const found = parts.reduce(product);
    return nullable === true ? [...found, { type: 'null' }] : found;
  }

  /** Whether the alternatives allow more than the schema does, beyond what whoever makes values up takes care of. */
  leavesOpen(schema: unknown, seen: ReadonlySet<unknown> = new Set()): boolean {
    if (!isObjectSchema(schema) || seen.has(schema)) return false;
    if (unbuilt.some((keyword) => schema[keyword] !== undefined)) return true;
    const { $ref, allOf, anyOf } = schema;
    const target = typeof $ref === 'string' ? this.references.target($ref) : undefined;
    const inside = new Set([...seen, schema]);
    return [target, ...listed(allOf), ...listed(anyOf)].some((part) => this.leavesOpen(part, inside));
  }

  private any(choices: readonly unknown[], open: readonly unknown[]): JsonSchema[] {
    return choices.flatMap((choice) => this.alternatives(choice, open));
  }

  private referred(ref: string, open: readonly unknown[]): JsonSchema[] {
    const target = this.references.target(ref);
    if (target === undefined) throw notConvertible(this.label, `its schema refers to ${ref}, which is not in it`);
    if (open.includes(ref)) return [];
    return this.alternatives(target, [...open, ref]);
  }

  private conditional(schema: JsonSchema, condition: JsonSchema, open: readonly unknown[]): JsonSchema[] {
    const yes = this.alternatives({ allOf: [condition, schema.then ?? true] }, open);
    const no = this.alternatives({ allOf: [{ not: condition }, schema.else ?? true] }, open);
    return [...yes, ...no];
  }

  private dependent(name: string, rule: unknown, open: readonly unknown[]): JsonSchema[] {
    const present = this.alternatives({ allOf: [{ required: [name] }, rule] }, open);
    return [{ properties: { [name]: false } }, ...present];
  }
}

const combinators = '$ref $dynamicRef allOf anyOf oneOf if then else nullable dependentSchemas $defs definitions'.split(
  ' ',
);

/** Keywords that no form promises. */
const unbuilt = 'not oneOf if contains dependentSchemas dependencies unevaluatedProperties $dynamicRef'.split(' ');

function own(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !combinators.includes(keyword));
  return Object.fromEntries(kept);
}

function product(left: JsonSchema[], right: JsonSchema[]): JsonSchema[] {
  const pairs: JsonSchema[] = [];
  const isSimple = left.length === 1 || right.length === 1;
  for (const a of left) {
    for (const b of right) {
      const both = isSimple || pairs.length < alternativesMax ? bothOf(a, b) : undefined;
      if (both !== undefined) pairs.push(both);
    }
  }
  return pairs;
}
