import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type Json, MisuseError, toJsonText } from '../../../runtime/index.ts';
import { Dice } from '../random.ts';
import { checkerOf, issueOf, type SchemaIssue } from './check.ts';
import { describedBy } from './describe.ts';
import { isStandardSchema, type JsonSchema, type Schema } from './json-schema.ts';
import type { Fault } from './keywords.ts';
import { type Lie, lieAbout, simplerLies } from './lies.ts';
import { type Literals, noLiterals } from './literals.ts';
import { Maker } from './maker.ts';
import { mended } from './mend.ts';
import { Unmakeable } from './place.ts';
import { simpler } from './simpler.ts';
import { comparedPaths, type Path, varied, withCompared } from './vary.ts';

/** What a schema made of a value: its own output, as JSON, or what it has against it. */
export type Checked = { readonly value: Json } | { readonly issues: readonly SchemaIssue[] };

type Judged = { readonly value: Json } | { readonly faults: readonly Fault[] };

/** How many values are made up before the schema is declared to fit none of them. */
const triesMax = 500;
/** A value with faults is mended so often before another one is begun. */
const mendsMax = 12;
/** A value that cannot be finished is begun anew so often. */
const startsMax = 8;
/** So many variants of a value are tried before another value is made up. */
const variantsMax = 6;
/** How many simpler values are tried for the simplest one. */
const simplificationsMax = 400;
/** So many values are made up where one that a schema has transformed is to become simpler. */
const samplesMax = 60;

export interface ValuesOptions {
  /** Constants that are worth trying. */
  readonly literals?: Literals;
  /** Whether whoever gives the values can give a `Date`: code can, people and the command line cannot. */
  readonly dates?: boolean;
  /** Absolute path of a file of the project, whose packages may describe the schema. */
  readonly from?: string;
}

/**
 * A schema as a source of JSON values. They are made up as what the schema takes in, and come as it gives them out: what a
 * script sees of an action's response, or an action of its input.
 */
export class Values {
  private known: Maker | undefined;
  private least: Json | undefined;
  private output: JsonSchema | undefined;
  private isTransforming: boolean | undefined;

  constructor(
    readonly schema: Schema,
    /** What the values are, in errors: "output of getOrder". */
    readonly label: string,
    private readonly options: ValuesOptions = {},
  ) {}

  /**
   * A value as the schema gives it out. Throws `MisuseError`: `SCHEMA_NOT_CONVERTIBLE` where no value can be made up, and
   * `SCHEMA_UNSATISFIED` where nothing that was made up fits.
   */
  draw(dice: Dice): Json {
    let made = this.made(dice);
    let judged = this.judge(made);
    for (let tries = 1; tries < triesMax && 'faults' in judged; tries++) {
      const other = this.made(dice);
      made = tries % mendsMax === 0 ? other : mended(made, other, judged.faults);
      judged = this.judge(made);
    }
    if ('value' in judged) return judged.value;
    throw unsatisfied(this.label, judged.faults.map(issueOf));
  }

  /** Another value, mostly one that differs from a given one in one place only. Throws as `draw` does. */
  vary(value: Json, dice: Dice): Json {
    const other = this.draw(dice);
    const { literals = noLiterals } = this.options;
    for (let tries = 0; tries < variantsMax; tries++) {
      const variant = varied(value, other, dice, literals);
      if (JSON.stringify(variant) !== JSON.stringify(value) && this.isFixed(variant)) return variant;
    }
    return other;
  }

  /** The places of a value that the script compares with constants. */
  comparedIn(value: Json): Path[] {
    return comparedPaths(value, this.options.literals ?? noLiterals);
  }

  /** The value with such a constant in such a place; `undefined` where the schema does not take it. */
  compare(value: Json, path: Path, dice: Dice): Json | undefined {
    const changed = withCompared(value, path, dice, this.options.literals ?? noLiterals);
    return this.isFixed(changed) ? changed : undefined;
  }

  private made(dice: Dice, left = startsMax): unknown {
    try {
      return this.maker.make(dice);
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error;
      if (left > 0) return this.made(dice, left - 1);
      throw unsatisfied(this.label, [{ path: error.path, message: error.reason }]);
    }
  }

  private get maker(): Maker {
    const { literals = noLiterals } = this.options;
    this.known ??= new Maker(describedBy(this.schema, this.label, 'input', this.options), this.label, literals);
    return this.known;
  }

  /** Whether the schema takes a value in, and what it then gives out. */
  check(value: unknown): Checked {
    const judged = this.judge(value);
    return 'value' in judged ? judged : { issues: judged.faults.map(issueOf) };
  }

  /** Whether the schema could give this out, as far as that can be told of one that transforms. */
  gives(value: Json): boolean {
    return this.isFixed(value) || this.transforms;
  }

  accepts(value: unknown): boolean {
    return 'value' in this.judge(value);
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

  /**
   * Simpler values that the schema could have given out, simplest first. Those of a schema that transforms cannot be told
   * from the value: they are made up.
   */
  *simpler(value: Json): Generator<Json> {
    if (!this.isFixed(value)) yield* this.samples(value);
    for (const candidate of simpler(value)) if (this.isFixed(candidate)) yield candidate;
  }

  private *samples(value: Json): Generator<Json> {
    const texts = Array.from({ length: samplesMax }, (_, i) => JSON.stringify(this.draw(new Dice(1, i))));
    const simpler = [...new Set(texts)].filter((text) => byLength(text, JSON.stringify(value)) < 0);
    for (const text of simpler.sort(byLength)) yield JSON.parse(text) as Json;
  }

  /** A value that breaks the schema, and how; `undefined` where it accepts whatever was tried. */
  lie(dice: Dice): Lie | undefined {
    return lieAbout(this.draw(dice), dice, (value) => this.faultIn(value));
  }

  /** Simpler values that break the schema too. */
  simplerLies(value: Json): Iterable<Lie> {
    return simplerLies(value, (candidate) => this.faultIn(candidate));
  }

  /** What is wrong with a value for whoever receives what the schema gives out. */
  private faultIn(value: Json): SchemaIssue | undefined {
    const judged = this.judge(value);
    if ('value' in judged) return undefined;
    const [fault] = this.transforms ? this.outputFaults(value) : judged.faults;
    return fault === undefined ? undefined : issueOf(fault);
  }

  /** What the schema says that it gives out, where that is not what it takes in. Said wrongly, it is not listened to. */
  private outputFaults(value: Json): readonly Fault[] {
    this.output ??= outputOf(this.schema, this.label, this.options, this.firstDrawn);
    return checkerOf(this.output).faults(this.output, value);
  }

  /** Whether what the schema gives out is not what it takes in, as far as a few values show it. */
  private get transforms(): boolean {
    this.isTransforming ??= this.firstDrawn.some((value) => !this.isFixed(value));
    return this.isTransforming;
  }

  private get firstDrawn(): readonly Json[] {
    return Array.from({ length: 8 }, (_, i) => this.draw(new Dice(2, i)));
  }

  private step(value: Json, keeps: (candidate: Json) => boolean, budget: number) {
    let tried = 0;
    for (const candidate of this.isFixed(value) ? simpler(value) : this.samples(value)) {
      if (tried++ >= budget) return undefined;
      if ((this.isFixed(candidate) || !this.isFixed(value)) && keeps(candidate)) return { value: candidate, tried };
    }
    return undefined;
  }

  /** Accepted, and given out as it is: a default filled in would undo the simplification. */
  private isFixed(candidate: Json): boolean {
    const judged = this.judge(candidate);
    return 'value' in judged && JSON.stringify(judged.value) === JSON.stringify(candidate);
  }

  private judge(value: unknown): Judged {
    if (!isStandardSchema(this.schema)) return judgePlain(this.schema, value);
    const result = this.validated(this.schema, value);
    if (result instanceof Promise) throw asynchronous(this.label);
    if (result.issues !== undefined) return { faults: result.issues.map(faultOf) };
    return asJson(result.value);
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
}

function judgePlain(schema: JsonSchema, value: unknown): Judged {
  const json = asJson(value);
  if ('faults' in json) return json;
  const faults = checkerOf(schema).faults(schema, json.value);
  return faults.length > 0 ? { faults } : json;
}

function asJson(value: unknown): Judged {
  try {
    return { value: JSON.parse(toJsonText(value ?? null)) as Json };
  } catch (error) {
    return { faults: [{ keys: [], message: (error as Error).message }] };
  }
}

/** What a schema gives out, as it says; where it does not, or `drawn` shows that it is wrong, anything. */
function outputOf(schema: Schema, label: string, options: ValuesOptions, drawn: readonly Json[]): JsonSchema {
  try {
    const described = describedBy(schema, label, 'output', options);
    return drawn.every((value) => checkerOf(described).fits(described, value)) ? described : {};
  } catch {
    // A library that cannot say what it gives out: nothing is a lie then.
    return {};
  }
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a === b ? 0 : 1);
}

function faultOf(issue: StandardSchemaV1.Issue): Fault {
  const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  return { keys, message: issue.message };
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
