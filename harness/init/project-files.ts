import config from './project/lockstep.config.ts?raw';
import tsconfig from './project/tsconfig.json?raw';
import declarations from './project/workflows/refund.actions.d.ts?raw';
import workflow from './project/workflows/refund.fuzz.ts?raw';
import script from './project/workflows/refund.workflow.ts?raw';
import test from './project/workflows/refund-test.ts?raw';

/** A file of a new project. */
export interface ProjectFile {
  /** Below the project's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** What somebody who has such a file already should do, if anything. */
  readonly ifThere?: string;
}

/** A small workflow and what it takes to fuzz it. They are real files in `project/`, checked and run like any other. */
export const projectFiles: readonly ProjectFile[] = [
  { path: 'workflows/refund.workflow.ts', text: script },
  { path: 'workflows/refund.fuzz.ts', text: workflow },
  { path: 'workflows/refund.actions.d.ts', text: declarations },
  { path: 'workflows/refund.test.ts', text: test },
  {
    path: 'lockstep.config.ts',
    text: config,
    ifThere: "add './workflows/refund.fuzz.ts' to its `workflows`, unless they include it",
  },
  { path: 'tsconfig.json', text: tsconfig, ifThere: 'let it include `workflows`, to check the types of scripts' },
];
