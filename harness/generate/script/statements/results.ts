import { actionShapes } from '../actions.ts';
import type { Kind, Node } from '../node.ts';
import type { Writer } from '../writer.ts';

/** What a person would call what a promise gives, and what is known of it. */
export interface ResultOf {
  readonly hint: string;
  readonly kind: Kind;
}

const known: Readonly<Record<string, ResultOf>> = {
  all: { hint: 'results', kind: 'list' },
  settled: { hint: 'outcomes', kind: 'list' },
  map: { hint: 'done', kind: 'list' },
  'map list': { hint: 'done', kind: 'list' },
  race: { hint: 'first', kind: 'any' },
  any: { hint: 'first', kind: 'any' },
  'race of branches': { hint: 'winner', kind: 'any' },
  timeout: { hint: 'inTime', kind: 'any' },
  cleared: { hint: 'inTime', kind: 'any' },
};

export function resultOf(promise: Node | undefined): ResultOf {
  if (promise === undefined) return { hint: 'result', kind: 'any' };
  const { form, choice } = promise;
  if (form.name === 'call' || form.name === 'call with')
    return { hint: actionShapes[choice]?.result ?? 'result', kind: 'any' };
  return known[form.name] ?? { hint: 'result', kind: 'any' };
}

/** `const name = text;`, where the text does not see the name. */
export function declared(writer: Writer, { hint, kind }: ResultOf, text: string): string {
  return `const ${writer.declare(hint, kind)} = ${text};`;
}

/** `const order = await …;` */
export function awaited(promise: Node | undefined, writer: Writer): string {
  return declared(writer, resultOf(promise), `await ${writer.text(promise)}`);
}

/** The same, as one who does not trust the action: what is not of the expected kind becomes something empty of that kind. */
export function awaitedChecked(promise: Node, writer: Writer): string {
  const { hint, kind } = resultOf(promise);
  const gives = kind === 'any' ? (actionShapes[promise.choice]?.gives ?? 'any') : 'any';
  if (gives === 'any') return awaited(promise, writer);
  return declared(writer, { hint, kind: gives }, checked(gives, `await ${writer.text(promise)}`, writer));
}

function checked(kind: Exclude<Kind, 'any'>, text: string, writer: Writer): string {
  switch (kind) {
    case 'list':
      return `${writer.prelude('asList')}(${text})`;
    case 'number':
      return `${writer.prelude('asNumber')}(${text})`;
    case 'text':
      return `${writer.prelude('asText')}(${text})`;
    case 'flag':
      return `Boolean(${text})`;
    case 'record':
      return `${writer.prelude('asRecord')}(${text})`;
  }
}
