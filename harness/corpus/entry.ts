import { type Case, CaseFormatError, parseCase, printCase } from '../case/index.ts';

/** A case that is kept for ever, because it once failed or because it shows something that must keep working. */
export interface CorpusEntry {
  /** What the situation is called. */
  readonly name: string;
  /** What the case shows, in a line. */
  readonly shows: string;
  /** The oracle that saw a promise broken in it, where one did when it was kept. */
  readonly oracle?: string;
  readonly case: Case;
}

/**
 * Reads an entry: the text of a case with up to three more fields, `name`, `shows` and `oracle`. A bare case will do as well; `file` then
 * stands for its name. Throws `CaseFormatError`.
 */
export function parseEntry(text: string, file: string): CorpusEntry {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CaseFormatError('The case is malformed: $ is not an object.', '$');
  const { name = file, shows = '', oracle, ...fields } = value as Record<string, unknown>;
  return {
    name: line(name, 'name'),
    shows: line(shows, 'shows'),
    ...(oracle !== undefined && { oracle: line(oracle, 'oracle') }),
    case: parseCase(fields),
  };
}

/** The text of an entry's file. */
export function printEntry({ name, shows, oracle, case: kept }: CorpusEntry): string {
  const provenance = { name, shows, ...(oracle !== undefined && { oracle }) };
  return `${JSON.stringify({ ...provenance, ...JSON.parse(printCase(kept)) }, null, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CaseFormatError(`The case is not JSON: ${(error as Error).message}.`, '$');
  }
}

function line(value: unknown, field: string): string {
  if (typeof value === 'string' && !value.includes('\n')) return value;
  throw new CaseFormatError(`The case is malformed: $.${field} is not one line of text.`, `$.${field}`);
}
