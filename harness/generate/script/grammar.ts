import type { Features } from '../features.ts';
import type { Form, Kind, Sort } from './node.ts';
import { promises } from './promises/index.ts';
import { statements } from './statements/index.ts';
import { values } from './values/index.ts';

export const allForms: readonly Form[] = [...statements, ...promises, ...values];

/** The forms of each sort, and how heavy they are together. */
export interface Choices {
  readonly forms: readonly Form[];
  /** Sums of the weights up to and including each form. */
  readonly sums: readonly number[];
  readonly total: number;
}

const kinds: readonly Kind[] = ['any', 'number', 'text', 'flag', 'list', 'record'];
const sorts: readonly Sort[] = ['statement', 'promise', ...kinds];

const bySort: ReadonlyMap<Sort, readonly Form[]> = new Map(
  sorts.map((sort) => [sort, allForms.filter((form) => form.sort === sort)]),
);

export function formNamed(sort: Sort, name: string): Form {
  const found = bySort.get(sort)?.find((form) => form.name === name);
  if (found === undefined) throw new Error(`No form ${name} for a ${sort}`);
  return found;
}

export function isAllowed({ feature, also }: Form, features: Features): boolean {
  return (feature === 'core' || features.has(feature)) && (also === undefined || features.has(also));
}

/** The forms of a sort that a set of features allows. */
export function choicesFor(sort: Sort, features: Features): Choices {
  return choices((bySort.get(sort) ?? []).filter((form) => isAllowed(form, features)));
}

function choices(forms: readonly Form[]): Choices {
  let total = 0;
  const sums: number[] = [];
  for (const { weight } of forms) {
    total += weight;
    sums.push(total);
  }
  return { forms, sums, total };
}

/** What can be printed with nothing inside, whatever the features. */
export const leaves: ReadonlyMap<Sort, Choices> = new Map(
  sorts.map((sort) => [
    sort,
    choices((bySort.get(sort) ?? []).filter(({ leaf, feature }) => leaf === true && feature === 'core')),
  ]),
);
