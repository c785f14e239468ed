import { MisuseError } from '../errors.ts';
import { wallMsMax } from '../log/stamp.ts';
import type { SessionOptions } from './types.ts';

/** How a run tells the time and gets its random numbers. */
export interface Profiles {
  /** Under `clock: 'event'`: what the clock says before the first delivery. */
  readonly startedAt: number | undefined;
  /** JSON text of the generator's four words; `null` where every random number is recorded. */
  readonly seedText: string;
}

/**
 * @param hash 32 hex digits of a text.
 * @throws MisuseError `STARTED_AT` or `RUN_ID` where a profile needs one, `PROFILE` for a profile that there is not.
 */
export function profilesFrom(options: SessionOptions, hash: (text: string) => string): Profiles {
  const { clock = 'recorded', randomness = 'recorded' } = options;
  checkProfile('clock', clock, 'event');
  checkProfile('randomness', randomness, 'seeded');
  return {
    startedAt: clock === 'event' ? startedAtOf(options) : undefined,
    seedText: randomness === 'seeded' ? seedText(hash(runIdOf(options))) : 'null',
  };
}

function checkProfile(name: string, given: string, other: string): void {
  if (given === 'recorded' || given === other) return;
  throw new MisuseError('PROFILE', `\`${name}\` is ${JSON.stringify(given)}; it is "recorded" or "${other}".`);
}

function startedAtOf({ startedAt }: SessionOptions): number {
  if (startedAt !== undefined && startedAt >= 0 && startedAt <= wallMsMax) return Math.floor(startedAt);
  const found = startedAt === undefined ? 'there is none' : `it is ${startedAt}`;
  throw new MisuseError(
    'STARTED_AT',
    `With clock: 'event' a run needs \`startedAt\`, milliseconds from 0 to ${wallMsMax}: it is the time before the first outcome. Here ${found}.`,
  );
}

function runIdOf({ runId }: SessionOptions): string {
  if (runId !== undefined && runId !== '') return runId;
  throw new MisuseError(
    'RUN_ID',
    "With random: 'seeded' a run needs a `runId`: its random numbers are derived from it.",
  );
}

/** The four words of a 128-bit hash (XXH128 of the run's id), signed as the guest's operators leave them. The generator cannot start from all zeros. */
function seedText(hash: string): string {
  const words = [0, 8, 16, 24].map((from) => Number.parseInt(hash.slice(from, from + 8), 16) | 0);
  return JSON.stringify(words.every((word) => word === 0) ? [1, 0, 0, 0] : words);
}
