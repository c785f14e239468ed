import process from 'node:process';
import { makeStyle, type Style } from '../report/style.ts';
import { exitCode } from './exit.ts';

/**
 * The two streams. `data` is what a program would read (always stdout); `say` is for a person. Where a command's stdout
 * carries data, what is said goes to stderr.
 */
export interface Terminal {
  data(text: string): void;
  say(text: string): void;
  /** Always stderr: what went wrong. */
  complain(text: string): void;
  /** The state of a long command: one line that is redrawn on a terminal, a plain line every ten seconds elsewhere. */
  progress(line: () => string): void;
  readonly style: Style;
}

const PLAIN_INTERVAL_MS = 10_000;
const REDRAW_INTERVAL_MS = 100;

export function openTerminal(options: { dataOnStdout: boolean }): Terminal {
  const people = options.dataOnStdout ? process.stderr : process.stdout;
  const line = new ProgressLine(process.stderr);
  const write = (stream: NodeJS.WriteStream, text: string): void => {
    line.clear();
    stream.write(text.endsWith('\n') ? text : `${text}\n`);
  };
  return {
    data: (text) => write(process.stdout, text),
    say: (text) => write(people, text),
    complain: (text) => write(process.stderr, text),
    progress: (text) => line.show(text),
    style: makeStyle(mayDecorate(people)),
  };
}

/** A command of ours as it has to be typed here: where a package manager started this one, it is not on the path. */
export function asTyped(command: string): string {
  const [agent = ''] = (process.env.npm_config_user_agent ?? '').split('/');
  const launcher = launchers[agent];
  return launcher === undefined ? command : command.replace(/^lockstep /, `${launcher} lockstep `);
}

/** By the name with which a package manager introduces itself to what it starts. */
const launchers: Readonly<Record<string, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn run', bun: 'bunx' };

function mayDecorate(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, TERM } = process.env;
  return stream.isTTY === true && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}

class ProgressLine {
  #shownAt = performance.now();
  #visible = false;
  readonly #live: boolean;

  constructor(readonly stream: NodeJS.WriteStream) {
    this.#live = mayDecorate(stream);
  }

  show(text: () => string): void {
    const now = performance.now();
    if (now - this.#shownAt < (this.#live ? REDRAW_INTERVAL_MS : PLAIN_INTERVAL_MS)) return;
    this.#shownAt = now;
    this.#visible = this.#live;
    this.stream.write(this.#live ? `\r\x1b[K${this.#fit(text())}` : `${text()}\n`);
  }

  clear(): void {
    if (this.#visible) this.stream.write('\r\x1b[K');
    this.#visible = false;
  }

  #fit(text: string): string {
    return text.slice(0, Math.max(20, (this.stream.columns || 80) - 1));
  }
}

/** A reader that went away (`| head`) ends nothing: the exit code still counts. Other failures of a stream are real. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      process.exitCode = exitCode.usage;
      if (stream !== process.stderr) process.stderr.write(`Cannot write to the standard output: ${error.message}\n`);
    });
  }
}

/** Both streams have taken everything, or are gone. */
export async function flushed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((done) => stream.write('', () => done()));
  }
}

/** Seconds since it was made. */
export function stopwatch(): () => number {
  const startedMs = performance.now();
  return () => (performance.now() - startedMs) / 1000;
}
