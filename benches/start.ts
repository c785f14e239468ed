import { compileScript } from '../runtime/index.ts';
import type { Question } from './question.ts';
import { measure, roundsOf } from './rounds.ts';
import { benchRow } from './row.ts';
import { startRun } from './session-runs.ts';
import { actions, thirtyLines, thirtyTypedLines } from './workload.ts';

/** A parser is much code: until it is compiled, which takes a thousand scripts, it costs three times as much. */
const warmUpTurns = 50;

/** What does it cost to start a run: an instance is reset and a script of thirty lines runs to its first call? */
export const start: Question = {
  name: 'start',
  async ask(setting) {
    const { engine, stock } = setting;
    const linked = compileScript(thirtyLines, { actions });
    const plain = unseen(thirtyLines);
    const typed = unseen(thirtyTypedLines);
    const subjects = [
      { name: 'linked', run: () => startRun(engine, linked) },
      { name: 'cached', run: () => startRun(engine, thirtyLines) },
      { name: 'plain', run: () => startRun(engine, plain()) },
      { name: 'typed', run: () => startRun(engine, typed()) },
      ...(stock === undefined ? [] : [{ name: 'stock', run: () => stock.start(thirtyLines) }]),
    ];
    const measured = await measure(subjects, { ...setting, warmUpMs: setting.turnMs * warmUpTurns });
    const row = (name: string, subject: string, what: string, atMost?: number) =>
      benchRow(`start, ${name}`, what, roundsOf(measured, subject), [
        stock && {
          to: 'a stock start',
          rounds: roundsOf(measured, 'stock'),
          ...(atMost !== undefined && { atMost }),
        },
      ]);
    return [
      row('linked before', 'linked', 'the script was compiled by hand and is given as an object', 1 / 3),
      row('link cached', 'cached', 'the script is given as text that has been seen before', 1 / 3),
      row('JavaScript not seen before', 'plain', 'the script is parsed and its names are resolved', 1.5),
      row('TypeScript not seen before', 'typed', 'the same, and types are taken out'),
    ];
  },
};

/** The script with another comment every time, so that nobody has seen it. */
function unseen(script: string): () => string {
  let count = 0;
  return () => `${script}\n// ${count++}`;
}
