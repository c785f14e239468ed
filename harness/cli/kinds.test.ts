import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { CaseVerdict } from '../report/replay-text.ts';
import type { Report } from '../report/report.ts';
import { lockstep, makeProject } from './spawned.ts';

/** A workflow with one mistake. `said`: what its declaration says beside name and script. */
const workflow = (script: string, said: string): Record<string, string> => ({
  'w.workflow.ts': script,
  'w.fuzz.ts': `import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';
export default defineWorkflow({ name: 'w', script: './w.workflow.ts', without: ['undeclared-failures'], ${said} });
`,
});

const plain = 'actions: { a: { input: z.number().min(1).optional(), output: z.boolean() } }';
const paid =
  "model: () => ({ paid: 0 }), actions: { pay: { effect: 'once', simulate(_, { model }) { model.paid += 1; } } }";

const kinds: [kind: string, script: string, said: string][] = [
  ['exception', 'if (await actions.a(1)) null.x;', plain],
  ['invalid-input', 'await actions.a(0);', plain],
  ['invariant', 'return 1;', "actions: {}, invariants: { 'two comes out': ({ run }) => run.value === 2 }"],
  ['stuck', 'await actions.a(1);\nawait new Promise(() => {});', plain],
  ['limit', 'for (;;) await actions.a(1);', `${plain}, limits: { positions: 10 }`],
  ['dropped-promise', 'actions.a(1);\nawait actions.a(1);', plain],
  ['double-effect', 'await actions.pay({});\nawait actions.pay({});', paid],
  ['model', 'await actions.a();', 'actions: { a: { simulate: () => { throw new TypeError("gone"); } } }'],
  ['unrepeatable', 'await actions.a();', 'actions: { a: { simulate: () => Math.random() } }'],
];

describe('a failure that the fuzzer saved is played again by the command that it prints', () => {
  test.each(kinds)('%s', async (kind, script, said) => {
    const project = makeProject(workflow(script, said));
    const { stdout } = await lockstep(project, ['fuzz', 'w.fuzz.ts', '--cases', '40', '--seed', '5', '--json', '-']);
    const [found] = (JSON.parse(stdout) as Report).failures.filter((failure) => failure.kind === kind);
    const [, ...args] = found?.reproduce.split(' ') ?? [];

    const again = await lockstep(project, [...args, '--json', '-']);

    const { verdict, judgements, timeline } = JSON.parse(again.stdout) as CaseVerdict;
    expect([again.exit, verdict]).toEqual([1, 'FAIL']);
    const broken = judgements.filter(({ result }) => result === 'broken');
    expect(broken).toMatchObject([{ oracle: found?.oracle }]);
    if (kind === 'unrepeatable') return;
    expect(broken[0]?.divergence).toBe(found?.divergence);
    expect(timeline).toEqual(found?.timeline);
  });
});

describe('with a runtime that was broken on purpose', () => {
  /** Lets a replay deliver by position, whatever the order was, in every thread. */
  const hook = `import { register } from 'node:module';
const load = \`export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/dist/runtime/session/record.js')) return loaded;
  return { ...loaded, source: String(loaded.source).replace(' || this.#orders.given;', ';') };
}\`;
register('data:text/javascript,' + encodeURIComponent(load));
`;
  const race = workflow('return await Promise.race([actions.a(), actions.b()]);', 'actions: { a: {}, b: {} }');
  const project = makeProject({ ...race, 'broken.mjs': hook });
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(join(project, 'broken.mjs')).href}` };

  test('a workflow shows a divergence that is marked as ours, and its case passes on a sound one', async () => {
    const args = ['fuzz', 'w.fuzz.ts', '--cases', '60', '--seed', '5', '--json', '-'];
    const fuzzed = await lockstep(project, args, env);
    const { failures, verdict } = JSON.parse(fuzzed.stdout) as Report;

    expect(verdict).toBe('FAIL');
    expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(['divergence']));
    expect(failures[0]?.divergence).toContain('This is a fault of the runtime, not of the workflow.');
    const [, ...again] = failures[0]?.reproduce.split(' ') ?? [];
    expect((await lockstep(project, again, env)).exit).toBe(1);
    expect((await lockstep(project, again)).exit).toBe(0);
  });

  test('the page of a gate has the timeline and the script of what failed', { timeout: 240_000 }, async () => {
    writeFileSync(join(project, 'lockstep.config.ts'), 'export default {};\n');
    const args = ['gate', '--cases', '20', '--seed', '5', '--html', 'gate.html', '--json', 'gate.json'];
    const { exit } = await lockstep(project, args, env);
    const report = JSON.parse(readFileSync(join(project, 'gate.json'), 'utf8')) as Report;
    const page = readFileSync(join(project, 'gate.html'), 'utf8');

    expect(exit).toBe(1);
    const [generated] = report.failures.filter(({ part }) => part === 'generated');
    expect(generated).toMatchObject({ case: { version: 1 }, reproduce: expect.stringMatching(/^lockstep replay /) });
    expect(page).toContain('<span class="verdict bad">FAIL</span>');
    expect(page).toContain(generated?.reproduce);
    expect(page).toContain('the run starts');
    expect(page).toMatch(/<li id="t1-wrong" class="event wrong/);
  });
});
