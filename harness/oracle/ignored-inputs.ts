import type { CallLog, Run } from '../../runtime/index.ts';
import type { ExpectedMismatch } from './expected-mismatch.ts';
import type { OracleContext } from './oracle.ts';
import { otherJson } from './other-json.ts';
import { spread } from './probe.ts';

/** A log with another input, and of which actions inputs are not compared. */
export interface IgnoredInput {
  readonly what: string;
  readonly log: CallLog;
  readonly ignoreInputs: readonly string[];
  /** `undefined`: it replays. */
  readonly expected: ExpectedMismatch | undefined;
}

const placesMax = 8;

/** Sampled: one. Thorough: at some places, of the action itself and of all others. */
export function ignoredInputs({ case: { actions }, effort, draw }: OracleContext, { callLog }: Run): IgnoredInput[] {
  const places = callLog.flatMap((entry, position) => (entry?.type === 'action' ? [{ ...entry, position }] : []));
  if (places.length === 0) return [];
  const chosen = effort === 'thorough' ? spread(places.length, placesMax) : [draw(places.length)];
  const all = chosen.flatMap((index): IgnoredInput[] => {
    const { position, name, input } = places[index] as (typeof places)[number];
    const other = otherJson(input, draw);
    const log = callLog.map((entry, at) =>
      at === position && entry?.type === 'action' ? { ...entry, input: other } : entry,
    );
    const what = `With another input at position ${position} of the log, and inputs of`;
    return [
      { what: `${what} ${name} not compared`, log, ignoreInputs: [name], expected: undefined },
      {
        what: `${what} all actions but ${name} not compared`,
        log,
        ignoreInputs: actions.filter((action) => action !== name),
        expected: { position, reason: 'input' },
      },
    ];
  });
  return effort === 'thorough' ? all : [all[draw(all.length)] as IgnoredInput];
}
