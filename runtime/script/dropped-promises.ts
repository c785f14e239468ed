import type { AnyNode, CallExpression, Identifier } from 'acorn';
import type { ActionNames } from './action-names.ts';
import type { Warning } from './compiled.ts';
import type { Ending } from './ending.ts';
import { inOrder, type Locate } from './link.ts';
import { isAsyncFunction, OwnFunctions } from './own-functions.ts';
import { type Path, pathFrom, takenFrom } from './path.ts';
import type { Scan } from './scan.ts';
import type { Parents } from './tree.ts';

/** A use of the actions, or of a constant that holds some of them; `keys` lead to what it holds. */
interface Holder {
  readonly name: Identifier;
  readonly keys: readonly string[];
}

/**
 * Warns of promises that nobody can ever look at: of actions, of the script's own async functions, and of those that `forEach`
 * throws away. `ending`: what the script's value is made of is not dropped.
 */
export function droppedPromises(scan: Scan, actions: ActionNames, locate: Locate, ending?: Ending): Warning[] {
  const own = ending?.type === 'started' ? ending.statement : undefined;
  const dropped = [...droppedCalls(scan, actions), ...droppedByScript(scan, own)];
  return inOrder(dropped).map(({ message, offset }) => {
    return { code: 'dropped-promise', message, location: locate(offset) };
  });
}

interface Call {
  readonly message: string;
  readonly offset: number;
}

function droppedText(name: string): string {
  return `The promise of ${name}() is dropped: nothing waits for it, and its failure goes unseen. Write \`await ${name}(…)\`, or \`void ${name}(…)\` where that is meant.`;
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
  if (!actions.isAction([...holder.keys, ...keys]) || droppingStatement(call, parents) === undefined) return undefined;
  return { message: droppedText([holder.name.name, ...keys].join('.')), offset: call.start };
}

function droppedByScript(scan: Scan, ending: AnyNode | undefined): Call[] {
  const own = new OwnFunctions(scan);
  const dropped: Call[] = [];
  for (const node of scan.parents.keys()) {
    if (node.type !== 'CallExpression') continue;
    const message = isForEach(node) ? forEachText : own.isAsyncCall(node) ? ownText(node) : undefined;
    if (message === undefined) continue;
    const statement = droppingStatement(node, scan.parents);
    if (statement !== undefined && statement !== ending) dropped.push({ message, offset: node.start });
  }
  return dropped;
}

/** `items.forEach(async (item) => …)`: it throws away what its function gives. */
function isForEach({ callee, arguments: [first] }: CallExpression): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed || first === undefined) return false;
  return callee.property.type === 'Identifier' && callee.property.name === 'forEach' && isAsyncFunction(first);
}

const forEachText =
  'The promises of the async function are dropped: forEach waits for none of them. Write `for (const item of items) { … }` with `await` in it, or `await Promise.all(items.map(async (item) => …))`.';

function ownText({ callee }: CallExpression): string {
  if (callee.type === 'Identifier') return droppedText(callee.name);
  return 'The promise of the async function is dropped: nothing waits for it, and its failure goes unseen. Write `await` before it, or `void` where that is meant.';
}

/** The statement that ends with a call's result and does nothing with it: `f();`, `ok && f();`. */
function droppingStatement(call: AnyNode, parents: Parents): AnyNode | undefined {
  let node = call;
  for (;;) {
    const parent = parents.get(node);
    switch (parent?.type) {
      case 'ExpressionStatement':
        return parent;
      case 'ConditionalExpression':
        if (parent.test === node) return undefined;
        break;
      case 'LogicalExpression':
        if (parent.left === node) return undefined;
        break;
      case 'SequenceExpression':
      case 'ChainExpression':
        break;
      default:
        return undefined;
    }
    node = parent;
  }
}
