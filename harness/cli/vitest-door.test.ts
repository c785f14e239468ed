import type { ChildProcess } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ended, makeProject, root, startNode } from './spawned.ts';

const good = 'const { total } = await actions.read({});\nreturn half(total);\n';
const script = `import { half } from './half.ts';\nexport default async () => {\n${good}};\n`;
const half = 'export const half = (n: number): number => n / 2;\n';

const declaration = `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({
  name: 'halves',
  script: './halves.workflow.ts',
  actions: { read: { output: z.object({ total: z.number().int().min(0).max(100) }) } },
  invariants: { 'a half is not more than the whole': ({ run }) => run.status !== 'completed' || Number(run.value) <= 50 },
});
`;

let project = '';

beforeEach(() => {
  project = makeProject({
    'package.json': '{ "type": "module" }',
    'half.ts': half,
    'halves.workflow.ts': script,
    'halves.fuzz.ts': declaration,
    'vitest.config.ts':
      "import { lockstepPlugin } from 'lockstep/vitest/plugin';\nexport default { plugins: [lockstepPlugin()] };\n",
    'halves.test.ts': testFile("fuzz('halves are small', halves, { cases: 30 });"),
  });
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function testFile(tests: string): string {
  return `import { describe, test } from 'vitest';\nimport { fuzz } from 'lockstep/vitest';\nimport halves from './halves.fuzz.ts';\n${tests}\n`;
}

function vitest(...args: readonly string[]): ChildProcess {
  return startNode(project, [join(root, 'node_modules/vitest/vitest.mjs'), '--reporter', 'verbose', ...args], {
    NO_COLOR: '1',
  });
}

describe('a workflow as a test', { timeout: 180_000 }, () => {
  test('fails with what happened, line by line, the place, and a command that works', async () => {
    writeFileSync(join(project, 'half.ts'), half.replace('n / 2', 'n'));

    const { exit, stdout, stderr } = await ended(vitest('run'));

    const output = stdout + stderr;
    expect(exit).toBe(1);
    expect(output).toContain('invariant: a half is not more than the whole');
    expect(output).toContain('read({})   at halves.workflow.ts:3');
    expect(output).toContain('the script returns 51');
    const [, command = ''] = /See it again: npx lockstep (replay \S+\.json)/.exec(output) ?? [];
    const again = await ended(startNode(project, [join(root, 'dist/harness/cli/main.js'), ...command.split(' ')]));
    expect(again).toMatchObject({ exit: 1, stdout: expect.stringContaining('a half is not more than the whole') });
  });

  test('variants, concurrent ones among them, and -t', async () => {
    writeFileSync(
      join(project, 'halves.test.ts'),
      testFile(`fuzz.skip('never', halves);
fuzz.concurrent('first', halves, { cases: 20 });
describe.concurrent('together', () => {
  fuzz('second', halves, { cases: 20, seed: 1 });
  test('beside it', () => {});
});`),
    );

    const all = await ended(vitest('run'));
    const one = await ended(vitest('run', '-t', 'second'));
    writeFileSync(
      join(project, 'halves.test.ts'),
      testFile("fuzz('left out', halves);\nfuzz.only('chosen', halves, { cases: 5 });"),
    );
    const only = await ended(vitest('run', '--allowOnly'));

    expect(all).toMatchObject({ exit: 0, stdout: expect.stringMatching(/3 passed \| 1 skipped/) });
    expect(one).toMatchObject({ exit: 0, stdout: expect.stringMatching(/1 passed \| 3 skipped/) });
    expect(only).toMatchObject({ exit: 0, stdout: expect.stringMatching(/1 passed \| 1 skipped/) });
  });
});

test('watch mode runs it again when the script, what that imports, or the declaration is edited', async () => {
  const watching = vitest('--watch');
  const { until } = outputOf(watching);
  try {
    await until(/Waiting for file changes/);
    writeFileSync(join(project, 'halves.workflow.ts'), script.replace('half(total)', 'total'));
    await until(
      /RERUN[^\n]*halves\.workflow\.ts[\s\S]*a half is not more than the whole[\s\S]*Watching for file changes/,
    );
    writeFileSync(join(project, 'halves.workflow.ts'), script);
    await until(/RERUN[^\n]*halves\.workflow\.ts[\s\S]*Waiting for file changes/);
    writeFileSync(join(project, 'half.ts'), half.replace('n / 2', 'n'));
    await until(/RERUN[^\n]*half\.ts[\s\S]*Watching for file changes/);
    writeFileSync(join(project, 'halves.fuzz.ts'), declaration.replace('<= 50', '<= 100'));
    await until(/RERUN[^\n]*halves\.fuzz\.ts[\s\S]*Waiting for file changes/);
  } finally {
    watching.kill('SIGKILL');
  }
}, 180_000);

/** What a process prints; `until` waits for something in what came since it was last asked. */
function outputOf(child: ChildProcess): { until(pattern: RegExp): Promise<void> } {
  let text = '';
  let look = (): void => {};
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      look();
    });
  return {
    until: (pattern) =>
      new Promise((done, fail) => {
        child.once('exit', () => fail(new Error(`It ended before it said ${pattern}:\n${text}`)));
        look = () => {
          if (!pattern.test(text)) return;
          text = '';
          look = () => {};
          done();
        };
        look();
      }),
  };
}
