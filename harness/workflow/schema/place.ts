import type { Dice } from '../random.ts';

/** One value being made up. */
export interface Drawing {
  readonly dice: Dice;
  /** How many more values may be made up in it before it is brought to an end. */
  left: number;
  /** How many more parts may be thrown away, because they or what is around them does not fit. */
  patience: number;
}

/** Bounds of one value, by counts: the same dice give the same value. */
export function drawingWith(dice: Dice): Drawing {
  return { dice, left: valuesMax, patience: patienceMax };
}

/** A part that a value can do without: `undefined` where none was found. */
export function tried(drawing: Drawing, place: Place, depth: number): { readonly value: unknown } | undefined {
  try {
    return { value: place.make(drawing, depth) };
  } catch (error) {
    if (!(error instanceof Unmakeable) || drawing.patience <= 0) throw error;
    return undefined;
  }
}

/** Thrown where nothing was found that fits: a constraint that cannot be met by construction. */
export class Unmakeable extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path} ${reason}`);
  }
}

/** One form that a value at a place can have. */
export interface Form {
  /** `isClosing`: as little as the schema allows, so that the value ends. */
  make(drawing: Drawing, depth: number, isClosing: boolean): unknown;
  /** How deep its smallest value is: 0 without anything inside, `Infinity` if there is none. */
  least(): number;
}

/** How many times a schema that refers to itself is entered inside itself. */
const depthMax = 3;
/** How many values may be in a value before nothing optional is added. */
const valuesMax = 400;
/** So many values are made up for one that passes what could not be built in. */
const triesMax = 60;
/** So many of its parts are thrown away in all. */
const patienceMax = 2_000;

/** A place in a schema: the forms that values can have there. */
export class Place {
  forms: readonly Form[] = [];
  least = Number.POSITIVE_INFINITY;
  /** Whether it is inside itself. */
  isRecursive = false;
  /** The places inside. */
  readonly parts = new Set<Place>();
  private smallest: readonly Form[] = [];
  private possible: readonly Form[] = [];

  constructor(
    readonly path: string,
    /** What the forms cannot promise by themselves. */
    private readonly accepts?: (value: unknown) => boolean,
  ) {}

  holding(part: Place): Place {
    this.parts.add(part);
    return part;
  }

  make(drawing: Drawing, outside: number): unknown {
    const depth = this.isRecursive ? outside + 1 : outside;
    drawing.left -= 1;
    const isClosing = depth > depthMax || drawing.left < 0;
    const forms = isClosing ? this.smallest : this.possible;
    if (forms.length === 0) throw new Unmakeable(this.path, 'allows nothing');
    if (this.accepts === undefined) return this.any(forms, drawing, depth, isClosing);
    return this.accepted(this.accepts, forms, drawing, depth, isClosing);
  }

  /** One form; where it turns out to have no value, another one. */
  private any(forms: readonly Form[], drawing: Drawing, depth: number, isClosing: boolean): unknown {
    const form = drawing.dice.pick(forms);
    try {
      return form.make(drawing, depth, isClosing);
    } catch (error) {
      drawing.patience -= triesMax;
      if (!(error instanceof Unmakeable) || drawing.patience <= 0 || forms.length === 1) throw error;
      return this.any(
        forms.filter((other) => other !== form),
        drawing,
        depth,
        isClosing,
      );
    }
  }

  private accepted(
    accepts: (value: unknown) => boolean,
    forms: readonly Form[],
    drawing: Drawing,
    depth: number,
    isClosing: boolean,
  ): unknown {
    for (let tries = 0; tries < triesMax && drawing.patience-- > 0; tries++) {
      const made = this.any(forms, drawing, depth, isClosing);
      if (accepts(made)) return made;
    }
    throw new Unmakeable(this.path, `has no value among ${triesMax} that were made up`);
  }

  /** Measures its forms once more. Whether that changed anything. */
  measure(): boolean {
    const before = this.least;
    this.least = Math.min(Number.POSITIVE_INFINITY, ...this.forms.map((form) => form.least()));
    return this.least !== before;
  }

  /** Keeps the forms that have a value, once all places are measured. */
  settle(): void {
    const measured = this.forms.map((form) => ({ form, least: form.least() }));
    this.possible = measured.filter(({ least }) => least < Number.POSITIVE_INFINITY).map(({ form }) => form);
    this.smallest = measured
      .filter(({ least }) => least === this.least && least < Number.POSITIVE_INFINITY)
      .map(({ form }) => form);
  }

  /** The place because of which nothing fits this one, for which nothing does. */
  impossible(seen = new Set<Place>()): { readonly path: string; readonly reason: string } {
    if (this.forms.length === 0) return { path: this.path, reason: 'has no form that fits all of its constraints' };
    seen.add(this);
    const inner = [...this.parts].filter((part) => part.least === Number.POSITIVE_INFINITY && !seen.has(part));
    const [cause] = inner.map((part) => part.impossible(seen));
    return cause ?? { path: this.path, reason: 'has to contain itself, without end' };
  }
}
