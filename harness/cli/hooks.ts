import { counted } from '../report/number-text.ts';
import type { Interruption } from './interruption.ts';
import type { Progress } from './job.ts';
import type { Terminal } from './terminal.ts';
import type { JobHooks } from './thread.ts';

/** For commands that end when the script does, and have nothing to show before. */
export function quietHooks(terminal: Terminal, { signal }: Interruption): JobHooks {
  return { signal, onNote: terminal.complain, onProgress: () => {} };
}

/** For commands that take their time. */
export function progressHooks(terminal: Terminal, { signal }: Interruption): JobHooks {
  return {
    signal,
    onNote: terminal.complain,
    onProgress: (progress) => terminal.progress(() => progressLine(progress)),
  };
}

export function progressLine({ doing, cases, failures }: Progress): string {
  const done = cases > 0 ? `: ${counted(cases, 'case')}` : '';
  const found = failures > 0 ? `, ${counted(failures, 'failure')}` : '';
  return `${doing}${done}${found}`;
}
