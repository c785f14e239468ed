import type { Draw } from '../draw.ts';
import type { Features } from '../features.ts';
import { formsFor, valueForm } from './grammar.ts';
import { type Form, type Node, node, type Range, type Sort } from './node.ts';

/** How deep, and how often a part runs each time the script runs. */
interface Place {
  readonly depth: number;
  readonly times: number;
}

/**
 * Draws nodes within two budgets that all parts of one script share: how many calls it makes when it runs (a call in a
 * loop counts as often as the loop goes round), and how many nodes it has. Both only bound; they never fail a draw.
 */
export class Grower {
  private readonly forms: Record<Sort, readonly Form[]>;
  private readonly leaves: Record<Sort, readonly Form[]>;

  constructor(
    private readonly draw: Draw,
    features: Features,
    private callsLeft: number,
    private nodesLeft: number,
  ) {
    this.forms = bySort((sort) => formsFor(sort, features));
    this.leaves = bySort((sort) => formsFor(sort, features, true));
  }

  /** The statements of the whole script: they go on while there are calls to spend. */
  main(): readonly Node[] {
    return this.list({ depth: 3, times: 1 }, 8, 15);
  }

  /** A block inside it. */
  private body(place: Place): readonly Node[] {
    return this.list(place, 3, 45);
  }

  /** Statements, ending with some likelihood after each, and mostly once the calls are spent: what happens between calls matters, filling does not. */
  private list(place: Place, lengthMax: number, endPercent: number): readonly Node[] {
    const list: Node[] = [];
    while (
      list.length < lengthMax &&
      !this.draw.chance(this.callsLeft < place.times ? 75 : list.length && endPercent)
    ) {
      const next = this.statement(place, list.length === 0);
      if (next === undefined) break;
      list.push(next);
    }
    return list;
  }

  /** The first statement of a list mostly waits for something, so that blocks are seldom idle. */
  private statement(place: Place, first: boolean): Node | undefined {
    const waits = first && this.draw.chance(50) && this.callsLeft >= place.times;
    return waits ? node('statement', 'await', { promises: [this.promise(place)] }) : this.node('statement', place);
  }

  value(place: Place, prefers?: string): Node {
    const preferred = prefers === undefined || this.draw.chance(30) ? undefined : valueForm(prefers);
    if (preferred !== undefined) return this.fill(preferred, place);
    return this.node('value', place) ?? node('value', 'literal');
  }

  promise(place: Place): Node {
    return this.node('promise', place) ?? node('promise', 'resolved', { values: [node('value', 'number')] });
  }

  private node(sort: Sort, place: Place): Node | undefined {
    this.nodesLeft -= sort === 'value' ? 0.25 : 1;
    const forms = (this.nodesLeft > 0 && place.depth > 0 ? this.forms : this.leaves)[sort].filter((form) =>
      this.affords(form, place),
    );
    return forms.length === 0 ? undefined : this.fill(this.draw.weighted(forms), place);
  }

  private affords(form: Form, place: Place): boolean {
    if (form.sort === 'value') return true;
    const repeats = form.repeats === 'n' ? (form.n?.[0] ?? 1) : (form.repeats ?? 1);
    const calls = form.name === 'call' ? 1 : (form.promises?.[0] ?? Math.sign(form.bodies ?? 0));
    return calls * repeats * place.times <= this.callsLeft;
  }

  private fill(form: Form, place: Place): Node {
    const n = form.n === undefined ? 0 : this.count(form, form.n, place);
    const repeats = form.repeats === 'n' ? Math.max(n, 1) : (form.repeats ?? 1);
    const inner = { depth: place.depth - 1, times: place.times * repeats };
    if (form.name === 'call') this.callsLeft -= place.times;
    return node(form.sort, form.name, {
      n,
      choice: form.choices === undefined ? '' : this.draw.pick(form.choices),
      values: this.several(form.values, () => this.value(inner, form.prefers)),
      promises: this.several(form.promises, () => this.promise(inner)),
      bodies: Array.from({ length: form.bodies ?? 0 }, (_, i) => this.body(i === 0 ? inner : seldom(inner))),
    });
  }

  /** A count; where it says how often the parts run, no more than the calls that are left can pay for. */
  private count(form: Form, [min, max]: Range, place: Place): number {
    const most = form.repeats === 'n' ? Math.floor(this.callsLeft / place.times) : max;
    return this.draw.int(min, Math.max(min, Math.min(max, most)));
  }

  private several<T>(range: Range | undefined, make: () => T): T[] {
    return range === undefined ? [] : Array.from({ length: this.draw.int(...range) }, make);
  }
}

/** Where the second body of a form is: the other branch, the handler. What it may do counts for less. */
function seldom(place: Place): Place {
  return { ...place, times: place.times * 0.4 };
}

function bySort<T>(make: (sort: Sort) => T): Record<Sort, T> {
  return { statement: make('statement'), promise: make('promise'), value: make('value') };
}
