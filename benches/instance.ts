import { compileScript, Engine } from '../runtime/index.ts';
import type { Question } from './question.ts';
import { type Measured, measure, roundsOf } from './rounds.ts';
import { type BenchRow, benchRow, pairwise } from './row.ts';
import { liveBytes } from './workload.ts';

/** An engine keeps this many instances that nobody uses. */
const kept = 8;

/** What do an instance's own operations cost: to reset it, to make another? */
export const instance: Question = {
  name: 'instance',
  async ask(setting) {
    const { stock } = setting;
    const engine = await Engine.load();
    const from = new Uint8Array(liveBytes).fill(1);
    const to = new Uint8Array(liveBytes);
    const measured = await measure(
      [
        { name: 'reset', run: () => runTogether(engine, 1) },
        { name: 'kept', run: () => runTogether(engine, kept) },
        { name: 'twice as many', run: () => runTogether(engine, kept * 2) },
        { name: 'copy', run: () => to.set(from) },
        ...(stock === undefined ? [] : [{ name: 'stock', run: () => stock.emptyContext() }]),
      ],
      setting,
    );
    const yardsticks = [
      { to: 'a plain copy of 220 KiB', rounds: roundsOf(measured, 'copy') },
      stock && { to: 'a stock context', rounds: roundsOf(measured, 'stock') },
    ];
    const row = (name: string, what: string, rounds: readonly number[]): BenchRow =>
      benchRow(`instance, ${name}`, what, rounds, yardsticks);
    return [
      row('reset', 'an empty script runs in an idle instance: the boot image is put back', roundsOf(measured, 'reset')),
      row('another one', 'the same where no instance is idle, so that one is made', another(measured)),
    ];
  },
};

const empty = compileScript('', { actions: [] });

/** Each has an instance until all have ended. */
function runTogether(engine: Engine, count: number): void {
  const sessions = Array.from({ length: count }, () => engine.open({ script: empty, actions: [] }));
  for (const session of sessions) session.start();
  for (const session of sessions) session.close();
}

/** Of twice as many sessions as instances are kept, half need a new one. */
function another(measured: Measured): number[] {
  const all = roundsOf(measured, 'twice as many');
  return pairwise(all, roundsOf(measured, 'kept'), (both, half) => (both - half) / kept);
}
