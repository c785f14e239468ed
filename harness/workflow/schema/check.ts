import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../runtime/index.ts';
import { modern } from './intersect.ts';
import { isObjectSchema, type JsonSchema, listed, members } from './json-schema.ts';
import {
  type At,
  all,
  deeper,
  type Fault,
  hasTypes,
  isUnique,
  numberFits,
  rulesFor,
  sizeFits,
  stringFits,
  wrong,
} from './keywords.ts';
import { References } from './references.ts';

/** What is wrong with a value, and where in it. */
export interface SchemaIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a value against a plain JSON Schema, of draft 2020-12 or 07, with OpenAPI's `nullable`. Keywords that are not
 * known are ignored, and formats are annotations: they are not checked.
 */
export function checkJsonSchema(root: JsonSchema, value: Json): SchemaIssue[] {
  return checkerOf(root).faults(root, value).map(issueOf);
}

export function issueOf({ keys, message }: Fault): SchemaIssue {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return { path: `$${path}`, message };
}

const checkers = new WeakMap<JsonSchema, Checker>();

/** The checker of a schema: made once. */
export function checkerOf(root: JsonSchema): Checker {
  const known = checkers.get(root) ?? new Checker(root);
  checkers.set(root, known);
  return known;
}

type Members = { readonly [key: string]: Json };
const silent: At = { keys: [], report: undefined };

/** Checks values against one schema and the parts of it. */
export class Checker {
  private readonly references: References;
  private readonly read = new WeakMap<JsonSchema, JsonSchema>();
  /** References being followed without having gone into the value. */
  private readonly open: unknown[] = [];

  constructor(root: JsonSchema) {
    this.references = new References(root);
  }

  fits(schema: unknown, value: Json): boolean {
    return this.check(schema, value, silent);
  }

  faults(schema: unknown, value: Json): Fault[] {
    const faults: Fault[] = [];
    if (!this.fits(schema, value)) this.check(schema, value, { keys: [], report: (fault) => faults.push(fault) });
    return faults;
  }

  private check(schema: unknown, value: Json, at: At): boolean {
    if (schema === false) return wrong(at, 'nothing is allowed here');
    if (!isObjectSchema(schema)) return true;
    if (value === null && schema.nullable === true) return true;
    const held = this.modern(schema);
    const checks = [this.combinations, this.constants, this.conditions, this.byType];
    return all(checks, at, (check) => check.call(this, held, value, at));
  }

  private modern(schema: JsonSchema): JsonSchema {
    const known = this.read.get(schema) ?? modern(schema);
    this.read.set(schema, known);
    return known;
  }

  private combinations(schema: JsonSchema, value: Json, at: At): boolean {
    const { allOf, anyOf, oneOf, not } = schema;
    const fits = (part: unknown) => this.check(part, value, silent);
    const refs = [schema.$ref, schema.$dynamicRef].filter((ref) => typeof ref === 'string');
    return (
      all(refs, at, (ref) => this.referred(ref, value, at)) &&
      all(listed(allOf), at, (part) => this.check(part, value, at)) &&
      (!Array.isArray(anyOf) || anyOf.some(fits) || this.noneOf(anyOf, value, at)) &&
      (!Array.isArray(oneOf) || oneOf.filter(fits).length === 1 || wrong(at, 'must fit exactly one alternative')) &&
      (not === undefined || !fits(not) || wrong(at, 'is excluded'))
    );
  }

  private referred(ref: string, value: Json, at: At): boolean {
    const target = this.references.target(ref);
    if (this.open.includes(target)) return wrong(at, `${ref} refers to itself without end`);
    if (typeof target !== 'object') return this.check(target, value, at);
    this.open.push(target);
    try {
      return this.check(target, value, at);
    } finally {
      this.open.pop();
    }
  }

  /** Says what the alternative has against the value, if there is only one of the value's kind. */
  private noneOf(choices: readonly unknown[], value: Json, at: At): boolean {
    const near = choices.filter((choice) => isObjectSchema(choice) && hasTypes(choice.type, value));
    return near.length === 1 ? this.check(near[0], value, at) : wrong(at, 'fits none of its alternatives');
  }

  private conditions(schema: JsonSchema, value: Json, at: At): boolean {
    if (schema.if === undefined) return true;
    const met = this.check(schema.if, value, silent);
    return this.check(met ? schema.then : schema.else, value, at);
  }

  private constants(schema: JsonSchema, value: Json, at: At): boolean {
    const { type, const: constant, enum: values } = schema;
    if (!hasTypes(type, value)) return wrong(at, `must be of type ${[type].flat().join(' or ')}`);
    if (constant !== undefined && !isDeepStrictEqual(constant, value)) {
      return wrong(at, `must be ${JSON.stringify(constant)}`);
    }
    if (!Array.isArray(values) || values.some((item) => isDeepStrictEqual(item, value))) return true;
    return wrong(at, `must be one of ${JSON.stringify(values)}`);
  }

  private byType(schema: JsonSchema, value: Json, at: At): boolean {
    if (typeof value === 'number') return numberFits(schema, value, at);
    if (typeof value === 'string') return stringFits(schema, value, at);
    if (Array.isArray(value)) return this.array(schema, value, at);
    return typeof value !== 'object' || value === null || this.object(schema, value, at);
  }

  private array(schema: JsonSchema, value: readonly Json[], at: At): boolean {
    const prefix = listed(schema.prefixItems);
    const ruleAt = (i: number) => (i < prefix.length ? prefix[i] : schema.items);
    return (
      sizeFits(value.length, schema.minItems, schema.maxItems, 'items', at) &&
      (schema.uniqueItems !== true || isUnique(value) || wrong(at, 'must not repeat an item')) &&
      all([...value.keys()], at, (i) => this.inside(ruleAt(i), value[i] as Json, i, at)) &&
      this.contains(schema, value, at)
    );
  }

  private contains({ contains, minContains = 1, maxContains }: JsonSchema, value: readonly Json[], at: At): boolean {
    if (contains === undefined) return true;
    const count = value.filter((item) => this.check(contains, item, silent)).length;
    return sizeFits(count, minContains, maxContains, 'items that it has to contain', at);
  }

  private object(schema: JsonSchema, value: Members, at: At): boolean {
    const names = Object.keys(value);
    const has = (name: string) => Object.hasOwn(value, name);
    const isThere = (name: unknown) => has(String(name)) || wrong(deeper(at, String(name)), 'is missing');
    const dependent = Object.entries(members(schema.dependentRequired)).filter(([name]) => has(name));
    const demanding = Object.entries(members(schema.dependentSchemas)).filter(([name]) => has(name));
    return (
      all([...listed(schema.required), ...dependent.flatMap(([, needed]) => listed(needed))], at, isThere) &&
      sizeFits(names.length, schema.minProperties, schema.maxProperties, 'members', at) &&
      all(names, at, (name) => this.member(schema, name, value[name] as Json, at)) &&
      all(demanding, at, ([, rule]) => this.check(rule, value, at)) &&
      this.unevaluated(schema, value, at)
    );
  }

  private member(schema: JsonSchema, name: string, value: Json, at: At): boolean {
    const rules = rulesFor(schema, name);
    return (
      all(rules ?? [schema.additionalProperties], at, (rule) => this.inside(rule, value, name, at)) &&
      (schema.propertyNames === undefined || this.inside(schema.propertyNames, name, name, at))
    );
  }

  private unevaluated(schema: JsonSchema, value: Members, at: At): boolean {
    if (schema.unevaluatedProperties === undefined) return true;
    const names = Object.keys(value).filter((name) => !this.evaluates(schema, name, value));
    return all(names, at, (name) => this.inside(schema.unevaluatedProperties, value[name] as Json, name, at));
  }

  /** Whether a part of the schema that applies to the value in place says anything about a member of this name. */
  private evaluates(schema: unknown, name: string, value: Members): boolean {
    if (!isObjectSchema(schema)) return false;
    if (rulesFor(schema, name) !== undefined || schema.additionalProperties !== undefined) return true;
    const { $ref, allOf, anyOf, oneOf, if: condition } = schema;
    const target = typeof $ref === 'string' ? this.references.target($ref) : undefined;
    const met = condition !== undefined && this.check(condition, value, silent);
    const dependent = Object.entries(members(schema.dependentSchemas)).flatMap(([key, rule]) =>
      Object.hasOwn(value, key) ? [rule] : [],
    );
    const chosen = [...listed(anyOf), ...listed(oneOf)].filter((part) => this.check(part, value, silent));
    const parts = [
      target,
      ...listed(allOf),
      ...chosen,
      ...(met ? [condition, schema.then] : [schema.else]),
      ...dependent,
    ];
    return parts.some((part) => this.evaluates(part, name, value));
  }

  /** Inside the value, references may be followed again. */
  private inside(rule: unknown, value: Json, key: PropertyKey, at: At): boolean {
    if (rule === undefined || rule === true) return true;
    const open = this.open.splice(0);
    try {
      return this.check(rule, value, deeper(at, key));
    } finally {
      this.open.splice(0, this.open.length, ...open);
    }
  }
}
