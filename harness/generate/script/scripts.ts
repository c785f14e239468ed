import type { Arbitrary } from 'fast-check';
import { drawn } from '../draw.ts';
import { type Features, featureSets } from '../features.ts';
import { actionNames } from './actions.ts';
import { drawProgram, type Program, printProgram } from './program.ts';
import { simplerPrograms } from './shrink.ts';

/** A script and the names of the actions that it calls, sorted. */
export interface Script {
  readonly source: string;
  readonly actions: readonly string[];
}

/**
 * Valid scripts that use only what `features` allows; without it, each draws its own. They shrink by their syntax to
 * small readable ones.
 */
export function scripts(features?: Features): Arbitrary<Script> {
  return programs(features).map(toScript);
}

/** The same as trees. */
export function programs(features?: Features): Arbitrary<Program> {
  if (features === undefined) return featureSets().chain(programs);
  return drawn((draw) => drawProgram(draw, features), simplerPrograms);
}

function toScript(program: Program): Script {
  const source = printProgram(program);
  return { source, actions: actionNames.filter((name) => source.includes(`actions.${name}(`)).sort() };
}
