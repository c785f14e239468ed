import type { Draw } from '../draw.ts';
import type { Features } from '../features.ts';
import { type Choices, choicesFor, leaves } from './grammar.ts';
import { type Form, isSeveral, type Kind, type Node, node, type Range, type Sort } from './node.ts';
import { plainValue, settledAlready } from './plain.ts';
import { awaitForm } from './statements/waiting.ts';

/** How deep, and how often a part runs each time the script runs. */
export interface Place {
  readonly depth: number;
  readonly times: number;
}

/** How often a form is drawn that costs too much before something plain is taken. */
const drawsMax = 4;

/** Where any kind will do: how often it is which. */
const kindShares: readonly { kind: Kind; weight: number }[] = [
  { kind: 'any', weight: 42 },
  { kind: 'number', weight: 14 },
  { kind: 'text', weight: 14 },
  { kind: 'record', weight: 11 },
  { kind: 'list', weight: 13 },
  { kind: 'flag', weight: 6 },
];

/**
 * Draws nodes within two budgets that all parts of one script share: how many calls it makes when it runs (a call in a
 * loop counts as often as the loop goes round), and how many nodes it has. Both only bound; they never fail a draw.
 */
export class Grower {
  private readonly choices = new Map<Sort, Choices>();

  constructor(
    private readonly draw: Draw,
    private readonly features: Features,
    private callsLeft: number,
    private nodesLeft: number,
  ) {}

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
    return waits ? this.fill(awaitForm, place) : this.node('statement', place);
  }

  value(kind: Kind, place: Place): Node {
    return this.node(kind === 'any' ? this.draw.weighted(kindShares).kind : kind, place) ?? plainValue(kind);
  }

  private promise(place: Place): Node {
    return this.node('promise', place) ?? settledAlready;
  }

  private node(sort: Sort, place: Place): Node | undefined {
    this.nodesLeft -= sort === 'statement' || sort === 'promise' ? 1 : 0.25;
    if (this.nodesLeft > 0 && place.depth > 0) {
      const choices = this.choicesOf(sort);
      for (let i = 0; i < drawsMax; i++) {
        const form = this.pick(choices);
        if (this.affords(form, place)) return this.fill(form, place);
      }
    }
    const plain = this.pick(leaves.get(sort) as Choices);
    return this.affords(plain, place) ? this.fill(plain, { ...place, depth: 0 }) : undefined;
  }

  private choicesOf(sort: Sort): Choices {
    const known = this.choices.get(sort);
    if (known !== undefined) return known;
    const choices = choicesFor(sort, this.features);
    this.choices.set(sort, choices);
    return choices;
  }

  private pick({ forms, sums, total }: Choices): Form {
    const at = this.draw.int(1, total);
    let i = 0;
    while ((sums[i] as number) < at) i++;
    // In bounds: the last of the sums is the total, and every sort has forms that are always on.
    return forms[i] as Form;
  }

  private affords(form: Form, place: Place): boolean {
    if (form.sort !== 'statement' && form.sort !== 'promise') return true;
    const repeats = form.repeats === 'n' ? (form.n?.[0] ?? 1) : (form.repeats ?? 1);
    const calls = isCall(form) ? 1 : (form.promises?.[0] ?? Math.sign(form.bodies ?? 0));
    return calls * repeats * place.times <= this.callsLeft;
  }

  private fill(form: Form, place: Place): Node {
    const n = form.n === undefined ? 0 : this.count(form, form.n, place);
    const choice = form.choices === undefined ? '' : this.draw.pick(form.choices);
    const repeats = form.repeats === 'n' ? Math.max(n, 1) : (form.repeats ?? 1);
    const inner = { depth: place.depth - 1, times: place.times * repeats };
    if (isCall(form)) this.callsLeft -= place.times;
    return node(form, {
      n,
      choice,
      values: form.values === undefined ? [] : this.values(form, choice, inner),
      promises: form.promises === undefined ? [] : this.several(form.promises, () => this.promise(inner)),
      bodies: form.bodies === undefined ? [] : this.bodies(form.bodies, inner),
    });
  }

  private values({ values }: Form, choice: string, place: Place): Node[] {
    if (isSeveral(values)) return this.several([values.from, values.to], () => this.value(values.of, place));
    if (typeof values !== 'function') return (values ?? []).map((kind) => this.value(kind, place));
    const all = values(choice);
    const taken = this.draw.chance(70) ? all : all.slice(0, this.draw.int(0, all.length));
    return taken.map((kind) => this.value(kind, place));
  }

  /** The first body is the one that mostly runs; in the others, the other branch or the handler, calls count for less. */
  private bodies(count: number, place: Place): (readonly Node[])[] {
    const seldom = { ...place, times: place.times * 0.4 };
    return Array.from({ length: count }, (_, i) => this.body(i === 0 ? place : seldom));
  }

  /** A count; where it says how often the parts run, no more than the calls that are left can pay for. */
  private count(form: Form, [min, max]: Range, place: Place): number {
    const most = form.repeats === 'n' ? Math.floor(this.callsLeft / place.times) : max;
    return this.draw.int(min, Math.max(min, Math.min(max, most)));
  }

  private several<T>(range: Range, make: () => T): T[] {
    return Array.from({ length: this.draw.int(...range) }, make);
  }
}

function isCall({ name, sort }: Form): boolean {
  return sort === 'promise' && (name === 'call' || name === 'call with');
}
