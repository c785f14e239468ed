import { inRun, type RareState, rarely } from './rare-state.ts';

/** How scripts end. */
export const ends: readonly RareState[] = [
  inRun('a script that threw', ({ status }) => status === 'failed'),
  inRun('a script that is stuck', (run) => run.status === 'failed' && run.error.code === 'STUCK'),
  ...(['positions', 'inFlight', 'valueBytes', 'logChars'] as const).map(endsBy),
  ...(['consoleBytes', 'fuel'] as const).map((limit) => rarely(endsBy(limit))),
];

function endsBy(limit: string): RareState {
  return inRun(`a run that ends by ${limit}`, (run) => run.status === 'failed' && run.error.limit?.name === limit);
}
