import type { EngineLike } from '../../runtime/index.ts';
import type { Breach } from './control.ts';
import { type JudgeOptions, runFalsified } from './judge.ts';
import type { Oracle } from './oracle.ts';
import { oracles as allOracles } from './oracles.ts';

/**
 * Tries every oracle on its control: a sentence for each breach that it lets pass or takes for another, and for each case
 * that it rejects on the given engine, which is taken to be sound. Empty: all of them look. Costs about as much as a few hundred generated cases.
 */
export function failedControls(
  engine: EngineLike,
  elsewhere?: EngineLike,
  oracles: readonly Oracle[] = allOracles,
): string[] {
  const options = { engine, ...(elsewhere && { elsewhere }) };
  return oracles.flatMap((oracle) => {
    const { control } = oracle;
    const missed = control.breaches.flatMap((breach) => missedBreach(oracle, breach, options));
    const empty = control.breaches.length === 0 ? [`The oracle ${oracle.name} has no breach among its controls.`] : [];
    return [...falseAlarm(oracle, options), ...empty, ...missed];
  });
}

function falseAlarm(oracle: Oracle, options: JudgeOptions): string[] {
  const said = kindsSaid(oracle, options, {});
  return said.map((kind) => `The oracle ${oracle.name} rejects its control on a sound engine, as ${kind}.`);
}

function missedBreach(oracle: Oracle, breach: Breach, options: JudgeOptions): string[] {
  const [said] = kindsSaid(oracle, options, breach);
  if (said === breach.kind) return [];
  const instead = said === undefined ? '' : ` as ${breach.kind}, but as ${said}`;
  return [`The oracle ${oracle.name} does not reject ${breach.what}${instead}.`];
}

function kindsSaid(oracle: Oracle, options: JudgeOptions, { falsify, unsound }: Partial<Breach>): string[] {
  const { engine, elsewhere } = options;
  const broken = {
    engine: unsound?.(engine) ?? engine,
    ...(elsewhere && { elsewhere: unsound?.(elsewhere) ?? elsewhere }),
  };
  const report = runFalsified(oracle.control.case, { ...broken, oracles: [oracle] }, falsify ?? ((trace) => trace));
  return report.failures.map(({ kind }) => kind);
}
