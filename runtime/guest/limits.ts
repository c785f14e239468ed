/** What bounds one run. Reaching one (other than `wallMs`) ends the run as failed, at the same place on every attempt. */
export interface Limits {
  /** Interrupt ticks of the engine (one per 10,000 polls of its interpreter) in the whole attempt. */
  fuel: number;
  /** Bytes of linear memory the guest may use. At least 16 MiB, which is what an instance starts with. */
  memoryBytes: number;
  /** Bytes of the engine's own stack. */
  stackBytes: number;
  /** Entries of the call log. */
  positions: number;
  /** Calls reserved and not delivered at one time. */
  inFlight: number;
  /** UTF-8 bytes of one input, response, value or `data`. */
  valueBytes: number;
  /** UTF-8 bytes of all console lines. */
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
  consoleBytes: 2 ** 20,
  sourceBytes: 2 ** 20,
  wallMs: 30_000,
};
