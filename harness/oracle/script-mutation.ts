import type { Draw } from '../schedule/index.ts';
import type { Effort } from './oracle.ts';
import { prefixed } from './prefixed-script.ts';
import { spread } from './probe.ts';

/** A script that its author changed while runs were under way. */
export interface MutatedScript {
  readonly what: string;
  readonly script: string;
}

const mutationsMax = { sampled: 1, thorough: 16 } as const;

/**
 * Small changes to a script: another action called, a call added, a line taken out, a literal changed. As text, so that
 * any script will do; what no longer compiles is the caller's to skip.
 */
export function mutateScript(script: string, actions: readonly string[], effort: Effort, draw: Draw): MutatedScript[] {
  const mutants = [...renamedCalls(script, actions), ...removedLines(script), ...changedLiterals(script)];
  const first = actions[0];
  if (first !== undefined)
    mutants.push({ what: 'a call added at the top', script: prefixed(script, `actions.${first}({ added: true }); `) });
  const max = mutationsMax[effort];
  if (mutants.length <= max) return mutants;
  const chosen =
    effort === 'thorough' ? spread(mutants.length, max) : Array.from({ length: max }, () => draw(mutants.length));
  return chosen.map((index) => mutants[index] as MutatedScript);
}

function renamedCalls(script: string, actions: readonly string[]): MutatedScript[] {
  return [...script.matchAll(/\bactions\.([\w.]+)(?=\()/g)].flatMap((match) => {
    const name = match[1] as string;
    const other = actions.find((candidate) => candidate !== name);
    return other === undefined ? [] : [edited(script, match, `actions.${other}`, `${name} replaced by ${other}`)];
  });
}

function removedLines(script: string): MutatedScript[] {
  const lines = script.split('\n');
  return lines.flatMap((line, index) =>
    line.includes('actions.')
      ? [{ what: `line ${index + 1} removed`, script: lines.filter((_, other) => other !== index).join('\n') }]
      : [],
  );
}

function changedLiterals(script: string): MutatedScript[] {
  return [...script.matchAll(/(?<=[:(,=]\s*)\d+\b/g)].map((match) =>
    edited(script, match, String(Number(match[0]) + 1), `${match[0]} made one more`),
  );
}

function edited(script: string, match: RegExpMatchArray, text: string, what: string): MutatedScript {
  const at = match.index ?? 0;
  return { what, script: script.slice(0, at) + text + script.slice(at + match[0].length) };
}
