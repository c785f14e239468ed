import { MisuseError } from '../errors.ts';
import { memoryLayout } from './imports.ts';

/** What bounds one run. Reaching one (other than `wallMs`) ends the run as failed, at the same place on every attempt. */
export interface Limits {
  /** Interrupt ticks of the engine (one per 10,000 polls of its interpreter) in the whole attempt. */
  fuel: number;
  /** Bytes of linear memory the guest may use. At least 16 MiB, which is what an instance starts with. */
  memoryBytes: number;
  /** Bytes of the engine's own stack. At most 4 MiB. */
  stackBytes: number;
  /** Entries of the call log. */
  positions: number;
  /** Calls reserved and not delivered at one time. */
  inFlight: number;
  /** UTF-8 bytes of one input, response, value or `data`. */
  valueBytes: number;
  /** Characters (UTF-16 code units) of all inputs and delivered outcomes together: what the log makes its host keep. */
  logChars: number;
  /** UTF-8 bytes of all console lines. An empty line counts as one. */
  consoleBytes: number;
  /** UTF-8 bytes of the script's source. */
  sourceBytes: number;
  /** Milliseconds of wall time in one turn before the host gives up on it. Never decides an outcome. */
  wallMs: number;
}

export const defaultLimits: Readonly<Limits> = {
  fuel: 20_000,
  memoryBytes: 64 * 2 ** 20,
  stackBytes: 256 * 2 ** 10,
  positions: 1_000_000,
  inFlight: 100_000,
  valueBytes: 16 * 2 ** 20,
  logChars: 64 * 2 ** 20,
  consoleBytes: 2 ** 20,
  sourceBytes: 2 ** 20,
  wallMs: 30_000,
};

const bounds: Partial<Record<keyof Limits, { least?: number; most?: number }>> = {
  memoryBytes: { least: memoryLayout.initialPages * 65_536, most: memoryLayout.maximumPages * 65_536 },
  stackBytes: { least: 16 * 2 ** 10, most: 4 * 2 ** 20 },
};

/**
 * The defaults with what is given in their place.
 * @throws MisuseError for a name that is no limit, and for what is no whole number in the limit's range.
 */
export function limitsFrom(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) checkLimit(name, value);
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...defaultLimits, ...set };
}

function checkLimit(name: string, value: unknown): void {
  if (!Object.hasOwn(defaultLimits, name)) {
    throw new MisuseError(
      'UNKNOWN_LIMIT',
      `There is no limit "${name}"; there are ${Object.keys(defaultLimits).join(', ')}.`,
    );
  }
  if (value === undefined) return;
  const { least = 1, most = Number.MAX_SAFE_INTEGER } = bounds[name as keyof Limits] ?? {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return;
  throw new MisuseError(
    'INVALID_LIMIT',
    `limits.${name} is ${String(value)}; give a whole number from ${least} to ${most}.`,
  );
}
