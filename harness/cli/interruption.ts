import process from 'node:process';

/** How long a command may take to end politely after Ctrl-C. */
const GRACE_MS = 15_000;

/**
 * Ctrl-C, once for a whole command: the first asks everything to stop and to give what it has; a second one, or one that
 * is not followed in time, ends the program.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    process.on('SIGINT', this.#heard);
    process.on('SIGTERM', this.#heard);
  }

  /** Fires at the first. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    process.off('SIGINT', this.#heard);
    process.off('SIGTERM', this.#heard);
  }

  readonly #heard = (): void => {
    if (this.signal.aborted) giveUp();
    process.stderr.write('\nStopping; once more to stop at once.\n');
    this.#timer = setTimeout(giveUp, GRACE_MS);
    this.#controller.abort();
  };
}

function giveUp(): void {
  process.stderr.write('Stopped before it could end by itself; what it had done so far is lost.\n');
  process.exit(130);
}
