import {
  entriesOf,
  floorSubject,
  type RecordedRun,
  replayingSandbox,
  replaySubject,
} from '../recorded/recorded-run.ts';
import { roundsOf } from '../rounds.ts';
import { pairwise } from '../row.ts';
import type { Figure } from './figure.ts';

const [prefix, suffix] = ['replay of ', ' / floor'];

/** The file that a figure's name is about; nothing where it is not about a run. */
export function runNamedBy(figure: string): string | undefined {
  if (!figure.startsWith(prefix) || !figure.endsWith(suffix)) return undefined;
  return figure.slice(prefix.length, -suffix.length);
}

/** What replaying a run of the user's costs, against as many answers in a guest. */
export function runFigure(recorded: RecordedRun): Figure {
  return {
    name: `${prefix}${recorded.name}${suffix}`,
    what: 'this run, checked, replayed from its log and compared with it, against as many answers in a guest',
    prepare({ engine }) {
      const sandbox = replayingSandbox('inline');
      const [ours, floor] = [replaySubject(sandbox, recorded), floorSubject(engine, entriesOf(recorded))];
      return {
        subjects: [ours, floor],
        values: (measured) =>
          pairwise(roundsOf(measured, ours.name), roundsOf(measured, floor.name), (cost, least) => cost / least),
        close: () => void sandbox.close(),
      };
    },
  };
}
