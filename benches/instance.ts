import { compileScript, Engine, type Session } from '../runtime/index.ts';
import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { type BenchRow, benchRow } from './row.ts';
import { thirtyLines } from './workload.ts';

/** About as much as the live memory of a small run. */
const liveBytes = 220 * 1024;

/** What do an instance's own operations cost: to reset it, to hash it, to make another? */
export const instance: Question = {
  name: 'instance',
  async ask(setting) {
    const { engine, stock } = setting;
    const empty = compileScript('', { actions: [] });
    const reset = () => engine.open({ script: empty, actions: [] }).close();
    const running = engine.open({ script: thirtyLines, actions: ['step'], input: { id: 'order-17' } });
    running.start();
    const crowd = await Engine.load();
    const from = new Uint8Array(liveBytes).fill(1);
    const to = new Uint8Array(liveBytes);
    const measured = await measure(
      [
        { name: 'reset', run: reset },
        { name: 'digest', run: () => void running.digest() },
        // Nobody gives an instance back, so each session needs another one; the garbage collector takes them all.
        { name: 'another', run: () => void (crowd.open({ script: empty, actions: [] }) satisfies Session) },
        { name: 'copy', run: () => to.set(from) },
        ...(stock === undefined ? [] : [{ name: 'stock', run: () => stock.emptyContext() }]),
      ],
      setting,
    );
    running.close();
    const yardsticks = [
      { to: 'a plain copy of 220 KiB', rounds: roundsOf(measured, 'copy') },
      stock && { to: 'a stock runtime, context and disposal', rounds: roundsOf(measured, 'stock') },
    ];
    const row = (name: string, subject: string, what: string): BenchRow =>
      benchRow(`instance, ${name}`, what, roundsOf(measured, subject), yardsticks);
    return [
      row('reset', 'reset', 'a session is opened on an idle instance, which puts the boot image back, and closed'),
      row('digest', 'digest', 'the live memory of a small waiting run is hashed'),
      row('another one', 'another', 'a session is opened where no instance is idle, so that one is made'),
    ];
  },
};
