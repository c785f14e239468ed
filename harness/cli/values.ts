import { InvalidArgumentError } from 'commander';
import type { Json } from '../../runtime/index.ts';
import { durationForm, durationMs } from '../duration.ts';
import type { Shard } from '../report/report.ts';
import { jsonFault } from './json-text.ts';

/** Readers for the values of options: each gives the value, or says what was wrong and what the right form is. */

const wholeNumber = /^\d{1,15}$/;

export function cases(text: string): number {
  return positive(text, 'It is how many cases to run: a whole number from 1, as --cases 3000.');
}

export function casesOrNone(text: string): number {
  return wholeNumber.test(text) ? Number(text) : cases(text);
}

export function threads(text: string): number {
  const value = positive(text, 'It is how many threads to use: a whole number from 1, as --threads 2.');
  if (value > 256) throw new InvalidArgumentError('More than 256 threads help nobody; leave it out to use every core.');
  return value;
}

export function seed(text: string): number {
  if (!wholeNumber.test(text) || Number(text) > 0xffff_ffff) {
    throw new InvalidArgumentError('It is a whole number from 0 to 4294967295, as a report prints it: --seed 1234567.');
  }
  return Number(text);
}

export function position(text: string): number {
  if (!wholeNumber.test(text)) {
    throw new InvalidArgumentError('It is the position of an open question: a whole number from 0, as --at 3.');
  }
  return Number(text);
}

function positive(text: string, form: string): number {
  if (!wholeNumber.test(text) || Number(text) === 0) throw new InvalidArgumentError(form);
  return Number(text);
}

/** `90s`, `500ms`, `1.5m` in milliseconds. */
export function budget(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined) throw new InvalidArgumentError(`It is ${durationForm}. For example: --budget 60s.`);
  return ms;
}

/** `2/5`: the second of five. */
export function shard(text: string): Shard {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const result = { index: Number(index), count: Number(count) };
  if (result.index >= 1 && result.index <= result.count) return result;
  throw new InvalidArgumentError(
    'It is which part of how many this machine runs, from 1: --shard 1/4 up to --shard 4/4.',
  );
}

export function json(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const quoting = /^[\w -]+$/.test(text) ? ` A string needs its quotes, as '"${text}"'.` : '';
    throw new InvalidArgumentError(`It is not JSON: ${jsonFault(text)}${quoting}`);
  }
}

export function name(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty; give the path of a file.');
  return text;
}
