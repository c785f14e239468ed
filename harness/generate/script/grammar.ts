import type { Feature, Features } from '../features.ts';
import type { Form, Node, Sort } from './node.ts';
import { promises } from './promises.ts';
import { statements } from './statements.ts';
import { values } from './values.ts';

const allForms: readonly Form[] = [...statements, ...promises, ...values];

const byName: ReadonlyMap<string, Form> = new Map(allForms.map((form) => [`${form.sort} ${form.name}`, form]));

/** Forms that can be printed with nothing inside, for where there is no more room. */
const leaves: ReadonlySet<string> = new Set([
  ...['await', 'void', 'note', 'count', 'print', 'hop'],
  ...['call', 'resolved', 'literal', 'number', 'word', 'reference', 'field'],
]);

export function formsByName(): ReadonlyMap<string, Form> {
  return byName;
}

export function valueForm(name: string): Form | undefined {
  return byName.get(`value ${name}`);
}

export function formOf(node: Node): Form {
  // Nodes are only ever made from these forms.
  return byName.get(`${node.sort} ${node.form}`) as Form;
}

/** The forms of a sort that a set of features allows. */
export function formsFor(sort: Sort, features: Features, leavesOnly = false): readonly Form[] {
  return allForms.filter(
    (form) =>
      form.sort === sort &&
      (form.feature === 'core' || features.has(form.feature as Feature)) &&
      (!leavesOnly || leaves.has(form.name)),
  );
}
