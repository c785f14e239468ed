import { actionNames, actionShapes, usualTexts } from '../actions.ts';
import { type Form, formsOf, type Node } from '../node.ts';
import { quoted } from '../text.ts';
import { words } from '../values/texts.ts';
import type { Writer } from '../writer.ts';

const promise = formsOf('promise');

/** A call with the fields that its action takes: as many of them as there are values. */
export const call: Form = promise(
  'core',
  'call',
  70,
  { choices: actionNames, values: (choice) => inputOf(choice).map(([, kind]) => kind), leaf: true },
  (node, writer) => `actions.${node.choice}(${printInput(node, writer)})`,
);

export const calls: readonly Form[] = [
  call,
  promise(
    'core',
    'call with',
    14,
    { choices: actionNames, values: ['any'], leaf: true },
    ({ choice, values }, writer) => `actions.${choice}(${writer.text(values[0])})`,
  ),
];

function inputOf(action: string) {
  return actionShapes[action]?.input ?? [];
}

function printInput({ choice, values }: Node, writer: Writer): string {
  if (values.length === 0) return '';
  const fields = inputOf(choice);
  return writer.record(
    values.map((value, i) => {
      const key = fields[i]?.[0] ?? 'more';
      return [key, fieldText(key, value, writer)];
    }),
  );
}

/** A word becomes one that people write into such a field. */
function fieldText(key: string, value: Node, writer: Writer): string {
  const [text, usual] = [writer.text(value), usualTexts[key]];
  const word = usual === undefined ? -1 : words.findIndex((one) => quoted(one) === text);
  return usual === undefined || word < 0 ? text : quoted(usual[word % usual.length] as string);
}
