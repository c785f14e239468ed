import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { goldenPlans, readGoldenLogs, recordPlan, writeRelease } from './index.ts';

const engine = await Engine.load();
const recorded = goldenPlans.slice(0, 3).flatMap((plan) => recordPlan(engine, plan));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'golden-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('recording', () => {
  test('the same again gives the same bytes', () => {
    const again = goldenPlans.slice(0, 3).flatMap((plan) => recordPlan(engine, plan));

    expect(again).toEqual(recorded);
  });

  test('gives each run its own name', () => {
    const names = goldenPlans.flatMap(({ chapters }) => chapters.map(({ name }) => name));

    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
  });

  test('refuses a plan that its script does not follow', () => {
    const [plan] = goldenPlans;
    const [chapter] = plan?.chapters ?? [];
    const other = { ...plan, chapters: [{ ...chapter, settles: [[7, { response: 1 }]] }] };

    expect(() => recordPlan(engine, other as never)).toThrow(/settles 7, which is not open/);
  });

  test('writes a release once: what is there stays as it is', () => {
    const folder = join(directory, '9.9.9');
    writeRelease(folder, recorded);
    const [first] = readdirSync(folder).sort();
    writeFileSync(join(folder, String(first)), 'mine');

    expect(() => writeRelease(folder, recorded)).toThrow(/9\.9\.9 is there already/);
    expect(readFileSync(join(folder, String(first)), 'utf8')).toBe('mine');
  });
});

describe('the command', () => {
  const program = fileURLToPath(new URL('../../dist/harness/golden/record-main.js', import.meta.url));
  const run = () => spawnSync(process.execPath, [program, '9.9.9'], { cwd: directory, encoding: 'utf8' });

  test('records all plans in the folder of the release, and says so', () => {
    const { status, stdout } = run();

    expect([status, stdout]).toEqual([0, expect.stringContaining('corpora/logs/9.9.9')]);
    expect(readdirSync(join(directory, 'corpora/logs/9.9.9'))).toHaveLength(
      goldenPlans.flatMap(({ chapters }) => chapters).length,
    );
  });

  test('refuses a release that is recorded, and says what to do', () => {
    writeRelease(join(directory, 'corpora/logs/9.9.9'), recorded);

    const { status, stderr } = run();

    expect([status, stderr]).toEqual([2, expect.stringMatching(/9\.9\.9 is there already.*Raise the version/)]);
  });
});

describe('reading', () => {
  test('gives back what was written, by release and name', () => {
    writeRelease(join(directory, '1.0.0'), recorded);
    writeRelease(join(directory, '1.1.0'), recorded.slice(0, 1));

    const { runs, refused, unreadable } = readGoldenLogs(directory);

    expect(runs.map(({ release, run }) => [release, run.runId])).toEqual([
      ...[...recorded].sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ run }) => ['1.0.0', run.runId]),
      ['1.1.0', recorded[0]?.run.runId],
    ]);
    expect([refused, unreadable]).toEqual([[], []]);
  });

  test('tells a run that is refused from a file that cannot be read', () => {
    const [first] = recorded;
    mkdirSync(join(directory, '1.0.0'));
    const run = { ...first?.run, header: { ...first?.run.header, flags: ['later'] } };
    writeFileSync(join(directory, '1.0.0/a.json'), JSON.stringify(run));
    writeFileSync(join(directory, '1.0.0/b.json'), '{ "status": ');

    const { runs, refused, unreadable } = readGoldenLogs(directory);

    expect(runs).toEqual([]);
    expect(refused).toEqual([
      { file: join(directory, '1.0.0/a.json'), release: '1.0.0', reason: expect.stringContaining('later') },
    ]);
    expect(unreadable).toEqual([{ file: join(directory, '1.0.0/b.json'), reason: expect.stringContaining('JSON') }]);
  });

  test('finds nothing where there is no folder, and says so where a folder is no folder', () => {
    writeFileSync(join(directory, 'logs'), '');

    expect(readGoldenLogs(join(directory, 'nowhere'))).toEqual({ runs: [], refused: [], unreadable: [] });
    expect(readGoldenLogs(join(directory, 'logs')).unreadable).toEqual([
      { file: join(directory, 'logs'), reason: expect.stringContaining('ENOTDIR') },
    ]);
  });
});
