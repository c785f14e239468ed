import { closeSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Answers,
  answersFromJournal,
  FileJournal,
  type Journal,
  type JournalRecord,
  type Run,
  readJournal,
  runFromJournal,
} from '../../runtime/index.ts';
import { usageError } from './exit.ts';
import { type Origin, originOf, originWithin, type SavedRun } from './run-file.ts';

/** Whether a file is a journal, or what is left of one whose first line was being written. */
export function isJournal(path: string): boolean {
  const head = headOf(path);
  return head !== undefined && (head.startsWith(beginning) || beginning.startsWith(head));
}

const beginning = 'lockstep-journal ';

function headOf(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    const bytes = Buffer.alloc(beginning.length);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    closeSync(file);
    return bytes.toString('latin1', 0, length);
  } catch {
    // Whoever reads it next says what is wrong with it.
    return undefined;
  }
}

/** The run that a journal tells of, and where it was run from. Throws JournalError, and MisuseError where nothing has begun. */
export async function readRunOfJournal(path: string): Promise<SavedRun> {
  const { records } = await readJournal(path);
  const run = runFromJournal(records);
  return {
    run,
    origin: originOf(
      records.findLast(({ type }) => type === 'start'),
      path,
    ),
  };
}

/** A journal that a command writes: opened, and locked until it is disposed of. */
export class CommandJournal implements Journal, AsyncDisposable {
  readonly #file: FileJournal;
  readonly #origin: Origin | undefined;

  private constructor(file: FileJournal, origin: Origin | undefined) {
    this.#file = file;
    this.#origin = origin && originWithin(origin, dirname(file.path));
  }

  /** For a new run. Throws a usage error if there is one in it. */
  static async begin(path: string, origin: Origin): Promise<CommandJournal> {
    const file = await FileJournal.open(path);
    if (file.contents.records.length === 0) return new CommandJournal(file, origin);
    await file.close();
    throw usageError(
      `${path} has a run already. To go on with that: lockstep resume ${path}. For a new one, name another file.`,
    );
  }

  /** To go on with the run in it. Throws JournalError. */
  static async goOn(path: string, origin: Origin | undefined): Promise<CommandJournal> {
    return new CommandJournal(await FileJournal.open(path), origin);
  }

  /** The run as it was when the journal was opened: nobody else has written since. */
  get run(): Run {
    return runFromJournal(this.#file.contents.records);
  }

  /** What was said to its questions and not heard. */
  get answers(): Answers {
    return answersFromJournal(this.#file.contents.records);
  }

  /** Whether the process before ended in the middle of a line, which was cut. */
  get wasTorn(): boolean {
    return this.#file.contents.torn !== undefined;
  }

  append(records: readonly JournalRecord[]): Promise<void> {
    return this.#file.append(records.map((record) => (record.type === 'start' ? this.#named(record) : record)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }

  /** With one field more, as a saved run has it. */
  #named(start: JournalRecord): JournalRecord {
    return this.#origin === undefined ? start : Object.assign({}, start, { origin: this.#origin });
  }
}
