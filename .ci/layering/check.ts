import { basename } from 'node:path/posix';
import { type Facts, type Found, factsOf } from './facts.ts';
import {
  type AmbientFile,
  coreParts,
  linesMax,
  longFiles,
  mayExportDefault,
  pureModules,
  vagueNames,
} from './rules.ts';

/** What the checks are given, so that a test can plant another tree or other rules. */
export interface Architecture {
  /** Text by path, relative to the root of the checkout, with `/`. */
  files: ReadonlyMap<string, string>;
  parts: Readonly<Record<string, readonly string[]>>;
  ambientFiles: readonly AmbientFile[];
}

/** Every breach of the rules, each with place, rule and what to do; empty for a sound tree. */
export function violationsOf(architecture: Architecture): string[] {
  const all = [...architecture.files]
    .filter(([path]) => /\.m?ts$/.test(path))
    .map(([path, text]) => factsOf(path, text));
  return [
    ...all.flatMap((facts) => importViolations(facts, architecture)),
    ...cycles(all),
    ...ambientViolations(all, architecture.ambientFiles),
    ...all.flatMap(exportViolations),
    ...all.flatMap(lengthViolations),
    ...vagueFolders([...architecture.files.keys()]),
  ].sort();
}

function importViolations(facts: Facts, { files, parts }: Architecture): string[] {
  if (partOf(facts.path, parts) === undefined) {
    return [`${facts.path}: belongs to no part; give its folder a line in .ci/layering/rules.ts`];
  }
  return facts.imports.flatMap((target) => {
    const problem = importProblem(facts.path, target.name, files, parts);
    return problem === undefined ? [] : [at(facts, target, problem)];
  });
}

function importProblem(
  path: string,
  target: string,
  files: Architecture['files'],
  parts: Architecture['parts'],
): string | undefined {
  const from = partOf(path, parts);
  const to = partOf(target, parts);
  if (from === undefined || from === to || (isTest(path) && isOwnDoor(path, target))) return undefined;
  if (isTest(target)) return `imports the test ${target}; move what both need into a file of its own`;
  const door = to === undefined ? undefined : `${to}/index.ts`;
  if (door !== undefined && files.has(door) && target !== door) return `imports ${target} past the door ${door}`;
  if (to !== undefined && parts[from]?.includes(to)) return undefined;
  return `imports ${target}, but ${from} may only import ${(parts[from] ?? []).join(', ') || 'itself'}`;
}

/** Whether the target is the door of the tree that the path is in. A test may look at its subject from outside. */
function isOwnDoor(path: string, target: string): boolean {
  return target === `${path.split('/')[0]}/index.ts`;
}

/** The longest part that holds the path. */
function partOf(path: string, parts: Architecture['parts']): string | undefined {
  const holders = Object.keys(parts).filter((part) => path === part || path.startsWith(`${part}/`));
  return holders.sort((left, right) => right.length - left.length)[0];
}

function cycles(all: readonly Facts[]): string[] {
  const targets = new Map(all.map((facts) => [facts.path, loadedBy(facts)]));
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      found.push(`${path}: imports itself in a circle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}

/** What is loaded with a file. Types that refer to each other are no circle: they are gone by then. */
function loadedBy(facts: Facts): string[] {
  return facts.imports.filter(({ typeOnly }) => !typeOnly).map(({ name }) => name);
}

function ambientViolations(all: readonly Facts[], allowed: readonly AmbientFile[]): string[] {
  const unlisted = all.filter(({ path }) => !isTest(path)).flatMap((facts) => unlistedAmbient(facts, allowed));
  return [...unlisted, ...allowed.flatMap((entry) => staleAmbient(entry, all))];
}

function unlistedAmbient(facts: Facts, allowed: readonly AmbientFile[]): string[] {
  const uses = allowed.filter(({ path }) => path === facts.path).flatMap((entry) => entry.uses);
  return ambientOf(facts)
    .filter(({ name }, index, all) => !uses.includes(name) && all.findIndex((other) => other.name === name) === index)
    .map((found) => at(facts, found, `uses ${found.name}; only the files listed in .ci/layering/rules.ts may`));
}

function staleAmbient(entry: AmbientFile, all: readonly Facts[]): string[] {
  const facts = all.find(({ path }) => path === entry.path);
  const used = facts === undefined ? [] : ambientOf(facts).map(({ name }) => name);
  return entry.uses
    .filter((name) => !used.includes(name))
    .map((name) => `${entry.path}: no longer uses ${name}; take it out of .ci/layering/rules.ts`);
}

function ambientOf(facts: Facts): Found[] {
  const inCore = coreParts.some((part) => facts.path.startsWith(`${part}/`));
  const modules = facts.packages.filter(
    ({ name }) => name.startsWith('node:') && (inCore || !pureModules.includes(name)),
  );
  // `process` is one thing, whether it is imported or taken from the globals.
  return [
    ...facts.ambient,
    ...modules.map(({ name, line }) => ({ name: name.replace(/^node:process$/, 'process'), line })),
  ];
}

function exportViolations(facts: Facts): string[] {
  const stars = facts.starExports.map((found) => at(facts, found, 'exports *; name what leaves through this door'));
  if (mayExportDefault.test(facts.path)) return stars;
  return [...stars, ...facts.defaultExports.map((found) => at(facts, found, 'has a default export; name it'))];
}

function lengthViolations(facts: Facts): string[] {
  const usual = isTest(facts.path) ? linesMax.test : linesMax.source;
  const max = longFiles[facts.path] ?? usual;
  if (facts.lines > max)
    return [`${facts.path}: has ${facts.lines} lines, and ${max} are the most; it holds two ideas`];
  const needless = max > usual && facts.lines <= usual;
  return needless ? [`${facts.path}: is no longer long; take it out of .ci/layering/rules.ts`] : [];
}

function vagueFolders(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const vague = path.split('/').find((name) => vagueNames.test(basename(name).replace(/\..*$/, '')));
    return vague === undefined ? [] : [`${path}: "${vague}" says nothing; name the subject`];
  });
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

function at(facts: Facts, found: Found, problem: string): string {
  return `${facts.path}:${found.line}: ${problem}`;
}
