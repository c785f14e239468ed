import { type EngineLike, LinkError, type PendingCall, type Run } from '../../runtime/index.ts';
import type { InFlight } from './in-flight.ts';
import type { SmallestRun } from './report.ts';
import { openAttempt } from './resumption.ts';
import type { Compiled } from './side.ts';

/** A run for a reader, and as a file that can be resumed, replayed or checked again. */
export function shownRun(engine: EngineLike, own: Compiled, run: InFlight): SmallestRun {
  return { from: run.from, input: run.input, lines: linesOf(run), run: wholeRun(engine, own, run) };
}

function linesOf({ callLog, pending }: InFlight): string[] {
  const recorded = callLog.flatMap((entry, position) => {
    if (entry === null) return [];
    if (entry.type !== 'action') return [{ position, text: `${entry.type} → ${short(entry.response)}` }];
    const outcome = 'error' in entry ? `fails: ${entry.error.code ?? entry.error.message}` : short(entry.response);
    return [{ position, text: `${entry.name}(${short(entry.input)}) → ${outcome}` }];
  });
  const open = pending.map((call) => ({
    position: call.position,
    text: `${call.name}(${short(call.input)})  ${states[call.state]}`,
  }));
  return [...recorded, ...open]
    .sort((a, b) => a.position - b.position)
    .map(({ position, text }) => `${String(position).padStart(4)}  ${text}`);
}

const states: Readonly<Record<PendingCall['state'], string>> = {
  interrupted: 'waits for an answer',
  sleeping: 'sleeps',
  'in-flight': 'is in flight',
  'not-started': 'has not started',
};

const shownMax = 120;

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

/** As the runtime itself would have left it: paused, or ended from outside. */
function wholeRun(engine: EngineLike, own: Compiled, run: InFlight): Run {
  const script = own.for(run.header.actions);
  if (script instanceof LinkError) throw script;
  const attempt = openAttempt(engine, script, own.side, run);
  try {
    const { execute } = attempt.start();
    for (const { position } of execute) attempt.leave(position, 'in-flight');
    if (run.stands === 'running') attempt.abort({ code: 'SIGNAL', message: 'A new script was deployed.' });
    return attempt.finish();
  } finally {
    attempt.close();
  }
}
