import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from './bundle/testing/project.ts';
import { loadConfig } from './config.ts';

const config = (text: string) =>
  `import { defineConfig } from 'lockstep/harness';\nexport default defineConfig(${text});\n`;

function projectWith(text: string): string {
  return makeFolder({
    files: {
      'lockstep.config.ts': config(text),
      'flows/b.fuzz.ts': '',
      'flows/a.fuzz.ts': '',
      'flows/old/c.fuzz.ts': '',
      'node_modules/x/d.fuzz.ts': '',
    },
  });
}

describe('a config', () => {
  test('is found from any folder below it, with its paths made absolute and its patterns replaced', async () => {
    const folder = projectWith(
      `{ workflows: ['flows/b.fuzz.ts', '**/*.fuzz.ts', '!flows/old/**'], corpus: 'kept', logs: 'runs', budget: '5m', limits: { fuel: 9 }, without: ['crashes'] }`,
    );

    const loaded = await loadConfig(join(folder, 'flows/old'));

    expect(loaded).toEqual({
      file: join(folder, 'lockstep.config.ts'),
      workflows: [join(folder, 'flows/b.fuzz.ts'), join(folder, 'flows/a.fuzz.ts')],
      corpus: join(folder, 'kept'),
      logs: join(folder, 'runs'),
      budget: '5m',
      limits: { fuel: 9 },
      without: ['crashes'],
    });
  });

  test.each([
    [`[]`, 'exports [] by default'],
    [
      `{ workflow: [] }`,
      'workflow is not known here. Known are workflows, corpus, logs, budget, latency, limits, without',
    ],
    [`{ latency: { a: 'much' } }`, 'latency is {"a":"much"}; it is an object with the largest value of each figure'],
    [`{ workflows: 'a.fuzz.ts' }`, `workflows is "a.fuzz.ts"; it is an array of files`],
    [`{ workflows: ['*.flow.ts'] }`, 'workflows has "*.flow.ts", and no file matches it'],
    [`{ corpus: 1 }`, `corpus is 1; it is a folder, as 'corpora/cases'`],
    [`{ budget: '5' }`, 'budget is "5"; it is a length of time with its unit'],
    [`{ limits: { fuels: 1 } }`, 'limits is {"fuels":1}; it is an object of whole numbers by limit: fuel'],
    [`{ limits: { fuel: -1 } }`, 'limits is {"fuel":-1}'],
    [`{ without: ['crash'] }`, 'without is ["crash"]; it is an array of undeclared-failures'],
  ])('that is wrong is refused, with what it should be: %s', async (text, message) => {
    const loading = loadConfig(projectWith(text));

    await expect(loading).rejects.toMatchObject({ code: 'CONFIG' });
    await expect(loading).rejects.toThrow(message);
  });
});
