import type { Reducer } from './reducer.ts';
import { smallerScripts } from './script-edits.ts';

/** Makes the script smaller along its syntax tree, and leaves its world alone. */
export const scriptTree: Reducer = {
  name: 'script-tree',
  *candidates(testCase) {
    for (const script of smallerScripts(testCase.script)) yield { ...testCase, script };
  },
};

/** White space at the ends of lines says nothing, and is not what a reader should count. */
export const scriptSpace: Reducer = {
  name: 'script-space',
  *candidates(testCase) {
    const { script } = testCase;
    yield {
      ...testCase,
      script: script
        .replace(/[ \t]+$/gm, '')
        .replace(/\n+/g, '\n')
        .trim(),
    };
    yield { ...testCase, script: script.replace(/^[ \t]+/gm, '').trim() };
  },
};
