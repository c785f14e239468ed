import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Arbitrary } from 'fast-check';
import { type Json, MisuseError, toJsonText } from '../../../runtime/index.ts';
import { Dice } from '../random.ts';
import { arbitraryOf } from './arbitrary.ts';
import { checkJsonSchema, type SchemaIssue } from './check.ts';
import { isStandardSchema, jsonSchemaOf, type Schema } from './json-schema.ts';
import { type Literals, noLiterals } from './literals.ts';
import { simpler } from './simpler.ts';

/** What a schema made of a value: its own output, as JSON, or what it has against it. */
export type Checked = { readonly value: Json } | { readonly issues: readonly SchemaIssue[] };

/** How many values are made up before the schema is declared to fit none of them. */
const triesMax = 500;
/** How many simpler values are tried for the simplest one. */
const simplificationsMax = 400;

/** A schema as a source of JSON values: made up, checked, and the simplest of them. */
export class Values {
  private made: Arbitrary<Json> | undefined;
  private least: Json | undefined;

  constructor(
    readonly schema: Schema,
    /** What the values are, in errors: "output of getOrder". */
    readonly label: string,
    /** Constants that are worth trying. */
    private readonly literals: Literals = noLiterals,
  ) {}

  /** Values that are likely to fit; `draw` gives only ones that do. Throws `MisuseError` `SCHEMA_NOT_CONVERTIBLE`. */
  get arbitrary(): Arbitrary<Json> {
    this.made ??= arbitraryOf(jsonSchemaOf(this.schema, this.label), this.label, this.literals);
    return this.made;
  }

  /** A value as the schema gives it out. Throws `MisuseError` `SCHEMA_UNSATISFIED` where nothing made up ever fits. */
  draw(dice: Dice): Json {
    let issues: readonly SchemaIssue[] = [];
    for (let tries = 0; tries < triesMax; tries++) {
      const checked = this.check(this.arbitrary.generate(dice.random, undefined).value);
      if ('value' in checked) return checked.value;
      issues = checked.issues;
    }
    throw unsatisfied(this.label, issues);
  }

  check(value: unknown): Checked {
    if (!isStandardSchema(this.schema)) return this.checkPlain(value);
    const result = this.validated(this.schema, value);
    if (result instanceof Promise) throw asynchronous(this.label);
    if (result.issues !== undefined) return { issues: result.issues.map(issueOf) };
    return this.asJson(result.value);
  }

  private validated(schema: StandardSchemaV1, value: unknown): ReturnType<StandardSchemaV1['~standard']['validate']> {
    try {
      return schema['~standard'].validate(value);
    } catch (error) {
      throw new MisuseError(
        'SCHEMA_THREW',
        `The schema of the ${this.label} threw instead of refusing a value: ${String(error)}.`,
      );
    }
  }

  accepts(value: unknown): boolean {
    return 'value' in this.check(value);
  }

  /** The simplest value that was found: the same in every campaign. */
  get simplest(): Json {
    this.least ??= this.simplify(this.draw(new Dice(0, 0)), () => true);
    return this.least;
  }

  /** Makes a value simpler, step by step, for as long as the schema and `keeps` accept it. */
  simplify(value: Json, keeps: (candidate: Json) => boolean): Json {
    let current = value;
    let budget = simplificationsMax;
    for (let next = this.step(current, keeps, budget); next !== undefined && budget > 0; ) {
      current = next.value;
      budget -= next.tried;
      next = this.step(current, keeps, budget);
    }
    return current;
  }

  private step(value: Json, keeps: (candidate: Json) => boolean, budget: number) {
    let tried = 0;
    for (const candidate of simpler(value)) {
      if (tried++ >= budget) return undefined;
      if (this.isFixed(candidate) && keeps(candidate)) return { value: candidate, tried };
    }
    return undefined;
  }

  /** Accepted, and given out as it is: a default filled in would undo the simplification. */
  private isFixed(candidate: Json): boolean {
    const checked = this.check(candidate);
    return 'value' in checked && JSON.stringify(checked.value) === JSON.stringify(candidate);
  }

  private checkPlain(value: unknown): Checked {
    const json = this.asJson(value);
    if ('issues' in json) return json;
    const issues = checkJsonSchema(this.schema as Exclude<Schema, StandardSchemaV1>, json.value);
    return issues.length > 0 ? { issues } : json;
  }

  private asJson(value: unknown): Checked {
    try {
      return { value: JSON.parse(toJsonText(value ?? null)) as Json };
    } catch (error) {
      return { issues: [{ path: '$', message: (error as Error).message }] };
    }
  }
}

function issueOf(issue: StandardSchemaV1.Issue): SchemaIssue {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return { path: `$${path}`, message: issue.message };
}

function asynchronous(label: string): MisuseError {
  return new MisuseError(
    'SCHEMA_ASYNC',
    `The ${label} has a schema that validates asynchronously; fuzzing needs one that answers at once.`,
  );
}

function unsatisfied(label: string, issues: readonly SchemaIssue[]): MisuseError {
  const last = issues.map((issue) => `${issue.path} ${issue.message}`).join('; ');
  return new MisuseError(
    'SCHEMA_UNSATISFIED',
    `None of ${triesMax} values made up for the ${label} passes its own schema (the last: ${last}). Make its refinements part of the schema, or give the values by a simulate function.`,
  );
}
