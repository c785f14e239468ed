import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject } from './spawned.ts';

const kept = {
  version: 1,
  script:
    'const seen = [];\nif (input.never) { await actions.b(); }\nseen.push(await actions.a({ id: 1 }));\nreturn seen;',
  input: { never: false },
  data: {},
  actions: ['a', 'b'],
  onInterrupt: 'stop',
  behaviours: [[{ type: 'respond', value: 'answer' }]],
  schedule: [4, 2, 7],
  faults: [],
};
const smallest = 'const seen = [];\nseen.push(await actions.a({ id: 1 }))\nreturn seen;';
const race = { ...kept, script: 'return Promise.race([actions.a(), actions.b()]);', schedule: [1] };
const text = (value: object): string => JSON.stringify(value);

function project(): string {
  return makeProject({
    'corpus/kept.json': text({ name: 'an answer', shows: 'that it is seen', ...kept }),
    '.lockstep/failures/aaaaaaaaaaaa.json': text({ name: 'o is broken', shows: 'm', oracle: 'o', ...kept }),
    '.lockstep/failures/bbbbbbbbbbbb.json': text(race),
  });
}

describe('lockstep corpus list', () => {
  test('says of every case what it is called, what it shows, how large it is and who keeps it', async () => {
    const { exit, stdout, stderr } = await lockstep(project(), ['corpus', 'list', '--json', '-']);

    const { entries, unreadable } = JSON.parse(stdout);
    expect(entries).toMatchObject([
      { name: 'an answer', file: 'corpus/kept.json', kept: 'by hand', provenance: 'that it is seen', lines: 4 },
      { name: 'o is broken', kept: 'by machine', oracle: 'o' },
      { name: 'bbbbbbbbbbbb', kept: 'by machine', lines: 1 },
    ]);
    expect(unreadable).toEqual([]);
    expect(stderr).toContain('1 case kept by hand, 2 by machine');
    expect(exit).toBe(0);
  });

  test('reads the folder that the config names, and names what is no case any more', async () => {
    const folder = makeProject({
      'lockstep.config.mjs': "export default { corpus: 'my/cases' };",
      'my/cases/good.json': text(race),
      'my/cases/old.json': '{ "version": 9 }',
      'corpus/other.json': text(kept),
    });

    const { exit, stdout, stderr } = await lockstep(folder, ['corpus', 'list']);

    expect(stdout).toContain('my/cases/good.json');
    expect(stdout).not.toContain('other.json');
    expect(stderr).toContain(
      'my/cases/old.json cannot be read, so it tests nothing: The case is malformed: $.version is 9',
    );
    expect(exit).toBe(3);
  });

  test('an empty project has none', async () => {
    const { exit, stdout } = await lockstep(makeProject({}), ['corpus', 'list']);

    expect(stdout).toContain('No case is kept here');
    expect(exit).toBe(0);
  });
});

describe('lockstep corpus minimise', () => {
  test('takes out of a named case what makes no difference, and leaves what happens', async () => {
    const folder = project();

    const { exit, stdout } = await lockstep(folder, ['corpus', 'minimise', 'an answer']);

    const smaller = JSON.parse(readFileSync(join(folder, 'corpus/kept.json'), 'utf8'));
    expect(stdout).toMatch(/^corpus\/kept\.json: from \d+ to \d+ characters \(breaks no promise, and all that happens/);
    expect(smaller).toMatchObject({ name: 'an answer', shows: 'that it is seen', input: null, schedule: [] });
    expect(smaller.script).toBe(smallest);
    expect(exit).toBe(0);
  });

  test('without names rewrites what was kept by machine, and only speaks of the rest', async () => {
    const folder = project();
    const before = readFileSync(join(folder, 'corpus/kept.json'), 'utf8');

    const { exit, stdout } = await lockstep(folder, ['corpus', 'minimise']);

    expect(stdout).toMatch(/^corpus\/kept\.json: could go from \d+ to \d+ characters; name it/);
    expect(readFileSync(join(folder, 'corpus/kept.json'), 'utf8')).toBe(before);
    expect(exit).toBe(0);
  });

  test('goes on where its bound stopped it, until nothing is left to try', async () => {
    const folder = project();
    const step = () => lockstep(folder, ['corpus', 'minimise', 'kept', '--candidates', '40']);

    const first = await step();
    let last = first;
    for (let i = 0; i < 12 && last.exit === 4; i++) last = await step();

    expect(first.stdout).toContain('not minimal yet');
    expect(first.exit).toBe(4);
    expect(last.exit).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'corpus/kept.json'), 'utf8')).script).toBe(smallest);
    expect(readdirSync(join(folder, '.lockstep/minimise'))).toEqual([]);
  });
});

describe('lockstep corpus prune', () => {
  test('deletes nothing unless told to, and never what is kept by hand', async () => {
    const folder = project();
    const file = join(folder, '.lockstep/failures/aaaaaaaaaaaa.json');

    const dry = await lockstep(folder, ['corpus', 'prune']);
    const isThere = existsSync(file);
    const real = await lockstep(folder, ['corpus', 'prune', '--delete']);

    expect(dry.stdout).toContain('.lockstep/failures/aaaaaaaaaaaa.json: can go; it breaks no promise any more');
    expect([isThere, existsSync(file)]).toEqual([true, false]);
    expect(real.stdout).toContain('1 case kept by hand is never deleted');
    expect(existsSync(join(folder, 'corpus/kept.json'))).toBe(true);
    expect([dry.exit, real.exit]).toEqual([0, 0]);
  });
});

test.each([
  ['no command', ['corpus'], ['list']],
  [
    'a command that is none',
    ['corpus', 'clean'],
    ["unknown command 'clean'", 'lockstep corpus list | minimise | prune'],
  ],
  ['a case that is not kept', ['corpus', 'minimise', 'nowhere'], ['No case is kept as nowhere']],
  ['no candidates', ['corpus', 'minimise', '--candidates', '0'], ['a whole number from 1']],
  [
    'an unknown option',
    ['corpus', 'prune', '--force'],
    ["unknown option '--force'", 'lockstep corpus prune [--delete]'],
  ],
])('bad input: %s', async (_, args, texts) => {
  const { exit, stderr } = await lockstep(project(), args);

  for (const expected of texts) expect(stderr).toContain(expected);
  expect(exit).toBe(2);
});
