import type { AnyNode, Identifier } from 'acorn';
import type { ActionNames } from './action-names.ts';
import type { Warning } from './compiled.ts';
import { inOrder, type Locate } from './link.ts';
import { type Path, pathFrom, takenFrom } from './path.ts';
import type { Scan } from './scan.ts';
import type { Parents } from './tree.ts';

/** A use of the actions, or of a constant that holds some of them; `keys` lead to what it holds. */
interface Holder {
  readonly name: Identifier;
  readonly keys: readonly string[];
}

/** Warns of calls of actions whose promises nobody can ever look at. */
export function droppedPromises(scan: Scan, actions: ActionNames, locate: Locate): Warning[] {
  return inOrder(droppedCalls(scan, actions)).map(({ name, offset }) => {
    const message = `The promise of ${name}() is dropped: nothing waits for it, and its failure goes unseen. Write \`await ${name}(…)\`, or \`void ${name}(…)\` where that is meant.`;
    return { code: 'dropped-promise', message, location: locate(offset) };
  });
}

interface Call {
  readonly name: string;
  readonly offset: number;
}

function droppedCalls(scan: Scan, actions: ActionNames): Call[] {
  const dropped: Call[] = [];
  const holders: Holder[] = scan.actions.map((name) => ({ name, keys: [] }));
  // Grows while it is looked through: `const { github } = actions` makes every `github` a holder.
  for (const holder of holders) {
    const path = pathFrom(holder.name, scan.parents);
    const call = droppedCall(holder, path, scan.parents, actions);
    if (call !== undefined) dropped.push(call);
    for (const { target, keys } of takenFrom(path)) {
      const held = [...holder.keys, ...keys];
      if (actions.has(held)) for (const name of scan.names.readsOfConstant(target)) holders.push({ name, keys: held });
    }
  }
  return dropped;
}

function droppedCall(holder: Holder, path: Path, parents: Parents, actions: ActionNames): Call | undefined {
  const { keys, node, parent: call } = path;
  if (call?.type !== 'CallExpression' || call.callee !== node) return undefined;
  if (!actions.isAction([...holder.keys, ...keys]) || !isDropped(call, parents)) return undefined;
  return { name: [holder.name.name, ...keys].join('.'), offset: call.start };
}

/** Whether a call's result is what a statement ends with, and nothing else: `f();`, `ok && f();`. */
function isDropped(call: AnyNode, parents: Parents): boolean {
  let node = call;
  for (;;) {
    const parent = parents.get(node);
    switch (parent?.type) {
      case 'ExpressionStatement':
        return true;
      case 'ConditionalExpression':
        if (parent.test === node) return false;
        break;
      case 'LogicalExpression':
        if (parent.left === node) return false;
        break;
      case 'SequenceExpression':
      case 'ChainExpression':
        break;
      default:
        return false;
    }
    node = parent;
  }
}
