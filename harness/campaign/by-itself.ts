import { Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { type Minimised, type MinimiseOptions, minimise } from '../minimise/index.ts';
import { type CaseReport, type JudgeOptions, type Oracle, runCase } from '../oracle/index.ts';

/**
 * For a caller with a case and nothing else: an engine is loaded for the occasion where none is given. In Node's main
 * thread the host's stack is small; a script that recurses deeply wants a thread with a large one.
 */
export async function runCaseAlone(testCase: Case, options: Partial<JudgeOptions> = {}): Promise<CaseReport> {
  return runCase(testCase, { ...options, engine: options.engine ?? (await Engine.load()) });
}

/** The smallest case in which the oracle (or the one of that name) sees the same. `undefined`: it sees nothing wrong. */
export async function minimiseAlone(
  testCase: Case,
  oracle: Oracle | string,
  options: Partial<MinimiseOptions> = {},
): Promise<Minimised | undefined> {
  const name = typeof oracle === 'string' ? oracle : oracle.name;
  return minimise(testCase, name, { ...options, engine: options.engine ?? (await Engine.load()) });
}
