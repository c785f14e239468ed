import { parse } from '@humanwhocodes/momoa';
import { excerpt } from '../report/excerpt.ts';

/** Where and why a text is no JSON: a sentence, and for longer texts the line with a caret. `JSON.parse` does not say where. */
export function jsonFault(text: string): string {
  if (text.trim() === '') return 'it is empty.';
  const fault = faultOf(text);
  const lines = fault.place ? ['', ...excerpt(text, fault.place)] : [];
  const where = fault.place ? ` at line ${fault.place.line}, column ${fault.place.column}` : '';
  return `${fault.what}${where}.${lines.join('\n')}`;
}

interface Fault {
  what: string;
  place?: { line: number; column: number };
}

function faultOf(text: string): Fault {
  try {
    parse(text, { mode: 'json' });
  } catch (error) {
    return described(error as Error & { line?: number; column?: number }, text);
  }
  // The two parsers disagree: say what the stricter one said.
  return { what: nativeMessage(text) };
}

function described(error: Error & { line?: number; column?: number }, text: string): Fault {
  const { line, column } = error;
  if (line === undefined || column === undefined) return { what: nativeMessage(text) };
  const character = text.split(/\r\n|\r|\n/)[line - 1]?.[column - 1];
  const ended = error.message.includes('end of input') || character === undefined || isOpening(text, error);
  return ended
    ? { what: 'it ends too early' }
    : { what: `unexpected ${JSON.stringify(character)}`, place: { line, column } };
}

/** A text that is only the start of an object or array is reported at its opening bracket, which is not at fault. */
function isOpening(text: string, error: Error): boolean {
  return /LBrace|LBracket/.test(error.message) && /[[{]\s*$/.test(text);
}

function nativeMessage(text: string): string {
  try {
    JSON.parse(text);
    return 'it cannot be read';
  } catch (error) {
    return (error as Error).message;
  }
}
