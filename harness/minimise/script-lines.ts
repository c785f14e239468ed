import type { Reducer } from './reducer.ts';
import { without } from './without.ts';

/** Takes lines out of the script. Crude and quick: the tree's reducers do the rest. */
export const scriptLines: Reducer = {
  name: 'script-lines',
  *candidates(testCase) {
    for (const lines of without(testCase.script.split('\n'))) yield { ...testCase, script: lines.join('\n') };
  },
};
