import { type Form, formsOf, type Node } from '../node.ts';
import { braces } from '../text.ts';
import type { Writer } from '../writer.ts';

const statement = formsOf('statement');

export const branching: readonly Form[] = [
  statement('branching', 'if', 28, { values: ['flag'], bodies: 2 }, printIf),
  statement(
    'branching',
    'guard clause',
    8,
    { values: ['flag', 'record'] },
    ({ values: [test, result] }, writer) => `if (${writer.test(test)}) return ${writer.text(result)};`,
  ),
  statement('branching', 'switch on type', 6, { values: ['any'], bodies: 2 }, printSwitchOnType),
  statement('branching', 'switch', 8, { values: ['text'], bodies: 3 }, printSwitch),
];

function printIf({ values, bodies }: Node, writer: Writer): string {
  const test = `if (${writer.test(values[0])}) ${writer.block(bodies[0])}`;
  return bodies[1]?.length ? `${test} else ${writer.block(bodies[1])}` : test;
}

function printSwitchOnType({ values, bodies }: Node, writer: Writer): string {
  const cases = [
    `case 'object': ${writer.block(bodies[0], { after: () => 'break;' })}`,
    `default: ${writer.block(bodies[1])}`,
  ];
  return `switch (typeof ${writer.operand(values[0])}) ${braces(...cases)}`;
}

/** The first case falls through to the second. */
function printSwitch({ values, bodies }: Node, writer: Writer): string {
  const cases = [
    `case 'ok': ${writer.block(bodies[0])}`,
    `case 'o_7': ${writer.block(bodies[1], { after: () => 'break;' })}`,
    `default: ${writer.block(bodies[2])}`,
  ];
  return `switch (${writer.text(values[0])}) ${braces(...cases)}`;
}
