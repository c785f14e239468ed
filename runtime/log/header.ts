/**
 * A run outlives the code that made it. Its header says by which rules it was made, so that a later release either
 * follows the same rules or refuses, and never guesses.
 */
import { RunFormatError } from '../errors.ts';
import { Flags, newestFlagText, unknownFlags } from './flags.ts';
import { isPlainObject } from './json-fault.ts';

export type ClockProfile = 'recorded' | 'event';
export type RandomProfile = 'recorded' | 'seeded';

export interface RunHeader {
  /** Of the shape of runs and logs. */
  readonly version: number;
  /** Names of the changes of behaviour that this run was made under; `flags.ts` says what each is. */
  readonly flags: readonly string[];
  /** Fingerprint of the engine that computed the run. Says what to suspect where another one differs; it is not compared. */
  readonly engine: string;
  /** All limits of the run by name; the unit is in the name. */
  readonly limits: Readonly<Record<string, number>>;
  readonly clock: ClockProfile;
  readonly random: RandomProfile;
  /** Names of the actions that the script could call, sorted. */
  readonly actions: readonly string[];
}

/** The newest version that this release writes and reads. */
export const headerVersion = 1;

/** What a header says about one run; the rest is the same for all runs of a release. */
export interface HeaderFacts {
  readonly engine: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly actions: readonly string[];
  /** Default: `recorded`. */
  readonly clock?: ClockProfile;
  /** Default: `recorded`. */
  readonly random?: RandomProfile;
}

export function makeHeader(facts: HeaderFacts): RunHeader {
  return {
    version: headerVersion,
    flags: [...Flags.newest.names],
    engine: facts.engine,
    limits: { ...facts.limits },
    clock: facts.clock ?? 'recorded',
    random: facts.random ?? 'recorded',
    actions: [...facts.actions].sort(),
  };
}

/**
 * A header that came from outside, checked.
 *
 * @throws RunFormatError with the field at fault: a malformed one, a newer version, or a flag this release does not know.
 */
export function parseHeader(value: unknown): RunHeader {
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) {
    throw new RunFormatError('The header of the run is not an object; give the run as it was returned.', 'header');
  }
  return {
    version: parseVersion(value.version),
    flags: parseFlags(value.flags),
    engine: parseText('engine', value.engine),
    limits: parseLimits(value.limits),
    clock: parseChoice('clock', value.clock, ['recorded', 'event']),
    random: parseChoice('random', value.random, ['recorded', 'seeded']),
    actions: parseTexts('actions', value.actions),
  };
}

function parseVersion(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw malformed('version', 'a whole number from 1');
  if (value <= headerVersion) return value;
  throw refused(
    'version',
    `The run has version ${value}; this release reads up to ${headerVersion}. Use a newer release of lockstep.`,
  );
}

function parseFlags(value: unknown): readonly string[] {
  const flags = parseTexts('flags', value);
  const unknown = unknownFlags(flags);
  if (unknown.length === 0) return flags;
  throw refused(
    'flags',
    `The run was made under changes of behaviour that this release does not know: ${unknown.join(', ')}. ${newestFlagText()} Use a newer release of lockstep.`,
  );
}

function parseText(field: string, value: unknown): string {
  if (typeof value !== 'string') throw malformed(field, 'a string');
  return value;
}

function parseTexts(field: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw malformed(field, 'an array of strings');
  return Array.from(value, (item: unknown, index) => parseText(`${field}[${index}]`, item));
}

function parseLimits(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null || !isPlainObject(value))
    throw malformed('limits', 'an object of numbers');
  return Object.fromEntries(Object.entries(value).map(([name, limit]) => [name, parseLimit(`limits.${name}`, limit)]));
}

function parseLimit(field: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw malformed(field, 'a number from 0');
  return value;
}

function parseChoice<Choice extends string>(field: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw malformed(field, choices.map((known) => `"${known}"`).join(' or '));
  return choice;
}

function malformed(field: string, expected: string): RunFormatError {
  return refused(field, `The header of the run is malformed: "${field}" must be ${expected}.`);
}

function refused(field: string, message: string): RunFormatError {
  return new RunFormatError(message, `header.${field}`);
}
