import type { Node } from 'acorn';
import type { Case } from '../case/index.ts';
import type { Observed } from './observed.ts';
import type { Reducer } from './reducer.ts';
import { smallerScripts } from './script-edits.ts';
import { descendants, nameOf, parsed, part, textOf } from './script-syntax.ts';
import { earlier, withoutPositions } from './without-positions.ts';

/**
 * Takes calls out of the script and their positions out of its world, in one step: the calls that stay keep their
 * behaviours and settle in the same order as before, although each has another position now. Without this, a call in front
 * of the one that matters could not go as long as anything depends on what the actions do.
 */
export const scriptCalls: Reducer = {
  name: 'script-calls',
  *candidates(testCase, observe) {
    if (!dependsOnPositions(testCase)) return;
    const observed = observe();
    if (observed === undefined) return;
    const before = callSites(testCase.script);
    for (const script of smallerScripts(testCase.script)) {
      for (const gone of positionsGone(before, callSites(script), observed))
        for (const world of worldsWithout(testCase, gone, observed)) yield { ...world, script };
    }
  },
};

/** Where a call's position decides nothing, taking it out of the script alone is enough. */
function dependsOnPositions({ behaviours, schedule, faults }: Case): boolean {
  return behaviours.length > 0 || schedule.length > 0 || faults.length > 0;
}

/** What befell the run comes so many turns or records earlier, where it comes earlier at all. */
const earlierMax = 3;

function* worldsWithout(testCase: Case, gone: ReadonlySet<number>, observed: Observed): Generator<Case> {
  const world = withoutPositions(testCase, gone, observed);
  yield world;
  if (!world.faults.some(({ type }) => type !== 'punch')) return;
  for (let by = 1; by <= earlierMax; by++) yield { ...world, faults: world.faults.map((fault) => earlier(fault, by)) };
}

/** The calls in a text in their order, each by what it asks. An empty list where it is no script. */
function callSites(script: string): string[] {
  const tree = parsed(script);
  if (tree === undefined) return [];
  const calls = [...descendants(tree)].sort((a, b) => a.start - b.start);
  return calls.flatMap((node) => askedBy(script, node));
}

function askedBy(script: string, node: Node): string[] {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const callee = part(node, 'callee');
  if (callee === undefined) return [];
  const text = textOf(script, callee);
  if (text.startsWith('actions.')) return [text.slice('actions.'.length)];
  if (text === 'sleep' || text === 'setTimeout') return ['now', 'sleep'];
  if (text === 'Math.random') return ['random'];
  return text === 'Date.now' || nameOf(callee) === 'Date' ? ['now'] : [];
}

/** How many single positions are tried where it is not plain which one a call had. */
const guessesMax = 6;

/**
 * Sets of positions that may have been those of the calls that are gone. Where all calls of a name are gone, all its
 * positions are; where each was made once, they stand in the order of the text; else each single one is tried.
 */
function* positionsGone(
  before: readonly string[],
  after: readonly string[],
  { asked }: Observed,
): Generator<ReadonlySet<number>> {
  const names = [...new Set(before)].filter((name) => count(after, name) < count(before, name));
  if (names.length === 0) return;
  const certain = new Set<number>();
  const doubtful: number[][] = [];
  for (const name of names) {
    const positions = [...asked].flatMap(([position, what]) => (what === name ? [position] : [])).sort((a, b) => a - b);
    if (count(after, name) === 0) for (const position of positions) certain.add(position);
    else doubtful.push(positions);
  }
  if (doubtful.length === 0) yield certain;
  else for (const position of doubtful.flat().slice(0, guessesMax)) yield new Set([...certain, position]);
}

function count(names: readonly string[], name: string): number {
  return names.filter((other) => other === name).length;
}
