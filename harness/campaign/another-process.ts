import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CaseHash } from './case-hash.ts';

/** What the other process is asked, as JSON on its standard input: to examine these cases, in this order. */
export interface RepeatRequest {
  readonly seed: number;
  readonly indices: readonly number[];
  /** Where the code of its thread is. Default: as it is built. */
  readonly workerUrl?: string;
}

export type Repetition =
  | { readonly type: 'done'; readonly hashes: readonly CaseHash[] }
  /** The harness could not do its work there. */
  | { readonly type: 'failed'; readonly message: string }
  /** A signal ended the process, as the system's does when memory runs out. */
  | { readonly type: 'killed'; readonly message: string };

export interface RepeatOptions {
  readonly signal?: AbortSignal | undefined;
  readonly url?: URL | undefined;
}

/**
 * Examines cases in a process of its own, in which as much is different as can be: time zone, language, working
 * directory, the memory's layout. None of that may matter. Options of Node that the user set stay as they are.
 */
export async function repeatElsewhere(
  { workerUrl, ...request }: Omit<RepeatRequest, 'workerUrl'> & { workerUrl?: URL },
  { signal, url = new URL('./repeat-main.js', import.meta.url) }: RepeatOptions,
): Promise<Repetition> {
  const child = spawn(process.execPath, [fileURLToPath(url)], {
    cwd: tmpdir(),
    env: { ...process.env, ...otherSurroundings() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ ...request, ...(workerUrl && { workerUrl: workerUrl.href }) }));
  const end = await ended(child);
  signal?.removeEventListener('abort', stop);
  const [out, errors] = await said;
  if (typeof end === 'string') return { type: 'killed', message: killedText(end) };
  if (end !== 0) return { type: 'failed', message: `${failedText} ${errors.trim() || `It ended with code ${end}.`}` };
  return { type: 'done', hashes: JSON.parse(out) as CaseHash[] };
}

const failedText = 'The process that examines the first cases once more could not do it.';

function killedText(signal: string): string {
  return `The process that examines the first cases once more was ended by ${signal}, for want of memory perhaps: whether the campaign repeats is not known.`;
}

/** The exit code, or the signal's name. */
function ended(child: ReturnType<typeof spawn>): Promise<number | string> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code, signal) => resolve(signal ?? code ?? 1));
  });
}

/** A time zone and a language other than those here: dates that are a day off, and an `i` without its dot. */
function otherSurroundings(): Record<string, string> {
  const zone = process.env.TZ === 'Pacific/Apia' ? 'America/St_Johns' : 'Pacific/Apia';
  return { TZ: zone, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
}
