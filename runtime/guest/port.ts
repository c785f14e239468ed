/** What a running script asks of its host. Everything it does besides is a pure function of the answers. */
export interface GuestPort {
  /** An action is called. The text has been looked at: JSON has lost nothing of the input. */
  call(action: number, slot: number, inputText: string): void;
  /** What the text of the next call's input will probably be. Saves work if it is, and changes nothing if not. */
  expectedInput(): string | undefined;
  now(): number;
  random(): number;
  print(level: number, text: string): void;
}

/** Thrown through the guest to stop it at once. No code of the script can catch it. */
export class GuestStop {
  constructor(readonly reason: unknown) {}
}

/** A limit was reached inside the guest: fuel or memory. */
export interface LimitStop {
  readonly limit: 'fuel' | 'memoryBytes';
}

function noPort(): never {
  throw new GuestStop('the guest ran without a host');
}

/** While no script runs: the clock is a constant, which the boot image depends on. */
export const idlePort: GuestPort = { call: noPort, expectedInput: noPort, now: () => 0, random: noPort, print: noPort };

const lookStop = (what: string) => (): never => {
  throw new GuestStop(`reading it ${what}`);
};

/** While the host looks at `data`: nothing may be asked. */
export const lookingPort: GuestPort = {
  call: lookStop('calls an action'),
  expectedInput: () => undefined,
  now: lookStop('reads the clock'),
  random: lookStop('asks for a random number'),
  print: () => undefined,
};

/** Why reading `data` was stopped, as the end of a sentence. */
export function describeStop(stop: GuestStop): string {
  return typeof stop.reason === 'string' ? stop.reason : 'reading it reaches a limit';
}
