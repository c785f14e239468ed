import { checkWritable, writeWhole } from './files.ts';
import type { Terminal } from './terminal.ts';

/** `--json -`: the JSON goes to stdout, and what is for people to stderr. */
export function jsonGoesToStdout(option: string | undefined): boolean {
  return option === '-';
}

/** Asked before a long command begins. */
export function checkJson(option: string | undefined): void {
  if (option !== undefined && !jsonGoesToStdout(option)) checkWritable(option, '--json');
}

export function writeJson(option: string | undefined, value: unknown, terminal: Terminal): void {
  if (option === undefined) return;
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  if (jsonGoesToStdout(option)) terminal.data(text);
  else writeWhole(option, text);
}
