import fc from 'fast-check';
import { type ScriptFeature, scriptFeatures } from '../features.ts';
import { allForms } from './grammar.ts';
import type { Form, Node } from './node.ts';
import { type Program, printProgram } from './program.ts';
import { programs } from './scripts.ts';

/** What a script asks of the world besides its actions, or leaves in it, and how that shows in its text. */
const probes: Readonly<Record<string, RegExp>> = {
  'clock read': /Date\.now\(\)|new Date\(\)/,
  'random read': /Math\.random\(\)/,
  'local time': /new Date\(\d|new Date\('|Date\.parse\(/,
  'stack read': /stack/,
  'data read or written': /\bdata\b/,
  'console line': /\bconsole\./,
  sleep: /\bsleep\(/,
  timer: /\bsetTimeout\(/,
  'timer cleared': /\bclearTimeout\(/,
  'fuel spent': /\bspent\b/,
  'microtask hop': /await null/,
  'call never awaited': /\bvoid \(?(actions|async|Promise|\[)|setTimeout\(async/,
  'outcomes noted in order': /\bseen\b/,
  'shared counter': /\bcounter\b/,
  'looks counted': /looks/,
  'input used': /\binput\b(?!\))/,
};

/** How often what occurs in generated scripts: in how many of 1,000. */
export interface Distribution {
  readonly seed: number;
  /** How many scripts were looked at. */
  readonly scripts: number;
  readonly lines: { readonly median: number; readonly most: number };
  readonly features: Readonly<Record<ScriptFeature, number>>;
  readonly probes: Readonly<Record<string, number>>;
  /** By sort and name of the form. */
  readonly forms: Readonly<Record<string, number>>;
}

/** Draws so many scripts from a seed, each with features of its own, and counts what is in them. The same seed gives the same figures. */
export function measureDistribution(seed: number, scripts: number): Distribution {
  const sample = fc.sample(fc.noBias(programs()), { seed, numRuns: scripts });
  const texts = sample.map(printProgram);
  const used = sample.map(formsIn);
  const share = (count: number): number => Math.round((count / scripts) * 10_000) / 10;
  const countForms = (holds: (form: Form) => boolean): number => used.filter((forms) => forms.some(holds)).length;
  const countModules = sample.filter(({ form }) => form === 'module').length;
  return {
    seed,
    scripts,
    lines: linesOf(texts),
    features: Object.fromEntries(
      scriptFeatures.map((name) => [
        name,
        share(name === 'module' ? countModules : countForms(({ feature }) => feature === name)),
      ]),
    ) as Record<ScriptFeature, number>,
    probes: Object.fromEntries(
      Object.entries(probes).map(([name, mark]) => [name, share(texts.filter((text) => mark.test(text)).length)]),
    ),
    forms: Object.fromEntries(allForms.map((form) => [nameOf(form), share(countForms((other) => other === form))])),
  };
}

export function nameOf({ sort, name }: Form): string {
  return `${sort} ${name}`;
}

function linesOf(texts: readonly string[]): Distribution['lines'] {
  const lengths = texts.map((text) => text.trimEnd().split('\n').length).sort((a, b) => a - b);
  return { median: lengths[lengths.length >> 1] ?? 0, most: lengths.at(-1) ?? 0 };
}

/** The forms that a program uses, each once. */
export function formsIn({ body, result }: Program): readonly Form[] {
  const found = new Set<Form>();
  const visit = (item: Node): void => {
    found.add(item.form);
    for (const part of [...item.values, ...item.promises, ...item.bodies.flat()]) visit(part);
  };
  for (const item of result === undefined ? body : [...body, result]) visit(item);
  return [...found];
}
