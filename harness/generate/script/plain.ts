import { actionNames } from './actions.ts';
import { formNamed } from './grammar.ts';
import { type Kind, type Node, node } from './node.ts';
import { call } from './promises/calls.ts';

/** The plainest expression of each kind: what stands where there is no room, and what shrinking ends with. */
const plainValues: Readonly<Record<Kind, Node>> = {
  any: node(formNamed('any', 'null')),
  number: node(formNamed('number', 'number')),
  text: node(formNamed('text', 'word'), { choice: 'ok' }),
  flag: node(formNamed('flag', 'flag'), { choice: 'true' }),
  list: node(formNamed('list', 'numbers')),
  record: node(formNamed('record', 'made'), { choice: 'id total' }),
};

export function plainValue(kind: Kind): Node {
  return plainValues[kind];
}

/** A call without input. */
export const plainCall: Node = node(call, { choice: actionNames[0] ?? '' });

export const settledAlready: Node = node(formNamed('promise', 'resolved'), { values: [plainValues.number] });
