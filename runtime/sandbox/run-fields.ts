import { RunFormatError } from '../errors.ts';
import type { Json } from '../log/entry.ts';
import { isPlainObject } from '../log/json-fault.ts';
import { jsonFault } from '../log/json-value.ts';

/** The fields of an object inside a run that came from outside, read with complaints that say where they are. */
export class RunFields {
  readonly #record: Record<string, unknown>;
  readonly #path: string;

  /** @param path of the object inside the run, as `pending[3]`; empty for the run itself. */
  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || !isPlainObject(value)) {
      throw runFault(path, `${path === '' ? 'The run' : `\`${path}\` of the run`} is not an object`);
    }
    this.#record = value;
    this.#path = path;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#record, name) && this.#record[name] !== undefined;
  }

  raw(name: string): unknown {
    return this.has(name) ? this.#record[name] : undefined;
  }

  text(name: string): string {
    const value = this.raw(name);
    return typeof value === 'string' ? value : this.fail(name, 'a string');
  }

  number(name: string): number {
    const value = this.raw(name);
    return typeof value === 'number' && Number.isFinite(value) ? value : this.fail(name, 'a finite number');
  }

  count(name: string): number {
    const value = this.raw(name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? value
      : this.fail(name, 'a whole number from 0');
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.raw(name);
    return (
      choices.find((choice) => choice === value) ?? this.fail(name, choices.map((known) => `"${known}"`).join(' or '))
    );
  }

  json(name: string): Json {
    const value = this.raw(name);
    const fault = value === undefined ? 'it is missing' : jsonFault(value);
    return fault === undefined ? (value as Json) : this.fail(name, `plain JSON (${fault})`);
  }

  list<Item>(name: string, parse: (item: RunFields) => Item): Item[] {
    const value = this.raw(name);
    if (!Array.isArray(value)) return this.fail(name, 'an array');
    return Array.from(value, (item: unknown, index) => parse(new RunFields(item, `${this.#at(name)}[${index}]`)));
  }

  child(name: string): RunFields {
    return new RunFields(this.raw(name), this.#at(name));
  }

  fail(name: string, expected: string): never {
    throw runFault(this.#at(name), `The run is malformed: \`${this.#at(name)}\` must be ${expected}`);
  }

  #at(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }
}

export function runFault(path: string, problem: string): RunFormatError {
  return new RunFormatError(`${problem}. Give a run as the sandbox returned it, or its JSON text.`, path);
}
