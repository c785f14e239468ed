import type { Limits, Run, Session } from '../../runtime/index.ts';
import { type AttemptBase, settleOrder, sourcesOfLog } from '../world/index.ts';
import type { CompanionRun } from './companion.ts';

/** Runs that are no good neighbours: each leaves, between its turns, as much as it can of something that others might find. */
export const badCompanions: readonly CompanionRun[] = [
  scripted(
    'patches',
    `const harm = () => { for (const holder of [Object.prototype, Array.prototype, Promise.prototype, globalThis]) holder.mark = (holder.mark ?? 0) + 1; };
     harm(); JSON.parse = () => 'patched'; Promise.prototype.then = null; Array.prototype[Symbol.iterator] = null;
     for (let i = 0; i < 3; i++) { const back = await actions.echo(i); harm(); data.back = back; }
     return [globalThis.mark, {}.mark];`,
  ),
  scripted(
    'reads',
    `const seen = []; console.log('first', Date.now());
     for (let i = 0; i < 3; i++) { seen.push(Date.now(), Math.random()); await actions.echo(seen); console.log('turn', i); }
     return seen;`,
  ),
  scripted(
    'recursion',
    `let deepest = 0; const dive = (n) => { deepest = n; dive(n + 1); };
     for (let i = 0; i < 3; i++) { try { dive(0); } catch (error) { await actions.echo([error.message, deepest]); } }
     return deepest;`,
  ),
  scripted(
    'memory',
    `const kept = []; let waste = '';
     for (let i = 0; i < 3; i++) { kept.push(new Uint8Array(200_000).fill(i + 1)); waste = 'é'.repeat(50_000) + i; await actions.echo(kept.length); if (i === 1) kept.length = 0; }
     return waste.length;`,
  ),
  scripted('a limit', `await actions.echo(1); const open = actions.echo(2); await null; for (;;);`, { fuel: 1 }),
  scripted(
    'an exception',
    `const open = actions.echo(2); await actions.echo(1); throw Object.assign(new Error('x'), { data: [1] });`,
  ),
];

function scripted(name: string, script: string, limits?: Partial<Limits>): CompanionRun {
  return {
    name,
    options: () => ({
      script,
      actions: ['echo'],
      now: counting(1_000),
      random: () => 0.5,
      ...(limits !== undefined && { limits }),
    }),
    next: ({ outstanding: [call] }) => call && { position: call.position, outcome: { response: call.input } },
  };
}

function counting(from: number): () => number {
  let n = from;
  return () => n++;
}

/** The run itself a second time: nothing is shared as easily as what belongs to the same script. */
export function twinOf({ onInterrupt: _, ...base }: AttemptBase, { callLog, delivered }: Run): CompanionRun {
  const order = settleOrder(callLog).slice(0, delivered);
  return {
    name: 'its twin',
    options: () => ({ ...base, ...sourcesOfLog(callLog, []) }),
    next: (session) => nextOf(session, order, callLog),
  };
}

function nextOf(session: Session, order: readonly number[], log: Run['callLog']): ReturnType<CompanionRun['next']> {
  const position = order[session.delivered];
  const entry = position === undefined ? undefined : log[position];
  if (position === undefined || entry?.type !== 'action') return undefined;
  const outcome = 'error' in entry ? { error: entry.error } : { response: entry.response };
  return { position, outcome, ...(entry.at !== undefined && { at: entry.at }) };
}
