import type { Draw } from '../draw.ts';
import type { Features } from '../features.ts';
import { formsByName } from './grammar.ts';
import { Grower } from './grow.ts';
import type { Node } from './node.ts';
import { braces, Writer } from './writer.ts';

export interface Program {
  readonly form: 'body' | 'module';
  /** Whether failures that nothing else catches end in a `catch` round the whole. */
  readonly guarded: boolean;
  readonly body: readonly Node[];
  /** How many of the latest names the script returns; with `result`, that value. */
  readonly returns: number;
  readonly result?: Node;
}

/** Draws a program. Sizes lean to the small end: most faults need few calls, and small runs are many runs. */
export function drawProgram(draw: Draw, features: Features): Program {
  const grower = new Grower(draw, features, draw.pick([2, 3, 4, 6, 8]), draw.pick([5, 8, 14]));
  const body = grower.main();
  return {
    form: features.has('module') && draw.chance(40) ? 'module' : 'body',
    guarded: (features.has('failures') || features.has('interrupts')) && draw.chance(85),
    body,
    returns: draw.int(0, 3),
    ...(draw.chance(25) && { result: grower.value({ depth: 2, times: 1 }) }),
  };
}

/** A program's text. */
export function printProgram(program: Program): string {
  const writer = new Writer(formsByName());
  const main = [writer.lines(program.body), printReturn(program, writer)].filter((text) => text !== '').join('\n');
  const guarded = program.guarded
    ? `try ${braces(main)} catch (error) ${braces('return { failed: error.code ?? error.message };')}`
    : main;
  const whole = [writer.usesSeen ? 'const seen = [];' : '', guarded].filter((text) => text !== '').join('\n');
  return program.form === 'module' ? `export default async function main(input) ${braces(whole)}\n` : `${whole}\n`;
}

function printReturn({ returns, result }: Program, writer: Writer): string {
  if (result !== undefined) return `return ${writer.text(result)};`;
  const names = returns === 0 ? [] : writer.names.slice(-returns);
  const shown = writer.usesSeen ? [...names, 'seen'] : names;
  return shown.length === 0 ? '' : `return { ${shown.join(', ')} };`;
}
