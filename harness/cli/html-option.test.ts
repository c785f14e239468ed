import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject } from './spawned.ts';

const declaration = `
import { defineWorkflow } from 'lockstep/harness';
export default defineWorkflow({
  name: 'pay',
  script: './pay.workflow.ts',
  actions: { ask: { interrupts: { answer: { type: 'boolean' } } }, pay: { simulate: () => 'paid' } },
  invariants: { 'nobody pays unasked': ({ executions }) => executions.every(({ name }) => name !== 'pay') },
});
`;
const script = `const yes = await actions.ask();
console.log('said', yes);
return await actions.pay();
`;
const project = makeProject({
  'pay.fuzz.ts': declaration,
  'pay.workflow.ts': script,
  'greet.js': "data.met = true;\nreturn [Date.now() > 0, 'hello'];\n",
  'case.json': JSON.stringify({
    version: 1,
    script: 'return await actions.a();',
    input: null,
    data: {},
    actions: ['a'],
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [{ type: 'crash', turn: 0 }],
  }),
});
const pageOf = (name: string): string => readFileSync(join(project, name), 'utf8');

describe('--html', () => {
  test('of the fuzzer has the timeline of each failure beside its source', async () => {
    const args = ['fuzz', 'pay.fuzz.ts', '--cases', '40', '--seed', '5', '--threads', '1', '--html', 'fuzz.html'];
    const { exit } = await lockstep(project, args);

    expect(exit).toBe(1);
    expect(pageOf('fuzz.html')).toMatch(/<strong>broken: nobody pays unasked<\/strong>/);
    expect(pageOf('fuzz.html')).toContain('<code>return await actions.pay();</code>');
  });

  test('of a case shows its attempts', async () => {
    const { exit } = await lockstep(project, ['replay', 'case.json', '--html', 'case.html']);

    expect(exit).toBe(0);
    expect(pageOf('case.html')).toContain('<b>Attempt 2</b> restarted after the crash');
  });

  test('of a saved run shows what it did, and --timeline says it', async () => {
    await lockstep(project, ['run', 'greet.js', '--out', 'run.json']);
    const { exit, stdout } = await lockstep(project, ['replay', 'run.json', '--html', 'run.html', '--timeline']);

    expect(exit).toBe(0);
    expect(stdout).toContain('    0 reads the clock   at greet.js:2');
    expect(stdout).toContain('data is {"met":true}');
    expect(pageOf('run.html')).toContain('<span class="verdict good">Identical</span>');
    expect(pageOf('run.html')).toContain('reads the clock');
  });

  test('of a saved run whose script has changed marks where it leaves its log', async () => {
    const saved = JSON.parse(pageOf('run.json'));
    const changed = { ...saved, source: 'return Math.random();' };
    const other = makeProject({ 'changed.json': JSON.stringify(changed) });
    const { exit } = await lockstep(other, ['replay', 'changed.json', '--html', 'changed.html']);

    expect(exit).toBe(1);
    const page = readFileSync(join(other, 'changed.html'), 'utf8');
    expect(page).toContain('id="t1-wrong"');
    expect(page).toContain('here it goes wrong');
  });

  test('that cannot be written is said before anything runs', async () => {
    const { exit, stderr } = await lockstep(project, ['replay', 'case.json', '--html', 'no/such/page.html']);

    expect(exit).toBe(2);
    expect(stderr).toContain('--html no/such/page.html: cannot write into');
  });
});
