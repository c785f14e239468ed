import type { Draw } from '../draw.ts';
import type { Features } from '../features.ts';
import { Grower } from './grow.ts';
import type { Node } from './node.ts';
import { braces, joined } from './text.ts';
import { Writer } from './writer.ts';

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
    ...(draw.chance(25) && { result: grower.value('any', { depth: 2, times: 1 }) }),
  };
}

/** A program's text. */
export function printProgram(program: Program): string {
  const writer = new Writer();
  const main = joined(writer.lines(program.body), printReturn(program, writer));
  const guarded = program.guarded
    ? `try ${braces(main)} catch (error) ${braces('return { failed: error.code ?? error.message, data: error.data ?? null };')}`
    : main;
  const whole = joined(...writer.preludeLines(), guarded);
  return program.form === 'module' ? `export default async function main(input) ${braces(whole)}\n` : `${whole}\n`;
}

function printReturn({ returns, result }: Program, writer: Writer): string {
  if (result !== undefined) return `return ${writer.text(result)};`;
  const names = returns === 0 ? [] : writer.names.slice(-returns).map(({ name }) => name);
  const kept = (['seen', 'counter'] as const).filter((name) => writer.uses(name));
  const shown = [...names, ...kept];
  return shown.length === 0 ? '' : `return { ${shown.join(', ')} };`;
}
