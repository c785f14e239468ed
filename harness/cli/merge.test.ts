import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { lockstep, makeProject } from './spawned.ts';

const project = makeProject({});
const read = (file: string): Report => JSON.parse(readFileSync(join(project, file), 'utf8'));
const gate = (...args: string[]) => lockstep(project, ['gate', ...args]);
const merge = async (...files: string[]) => {
  const { exit, stdout } = await gate('--merge', ...files, '--json', 'merged.json');
  return { exit, stdout, report: read('merged.json') };
};

beforeAll(async () => {
  const common = ['--seed', '5', '--threads', '1'];
  await gate(...common, '--cases', '20', '--json', 'whole.json');
  await gate(...common, '--cases', '10', '--shard', '1/2', '--json', 'one.json');
  await gate(...common, '--cases', '10', '--shard', '2/2', '--json', 'two.json');
}, 240_000);

test('a shard examines its part', () => {
  expect(read('two.json')).toMatchObject({
    shard: { index: 2, count: 2 },
    reproduce: 'lockstep gate --seed 5 --cases 10 --shard 2/2',
  });
});

describe('lockstep gate --merge', () => {
  test('adds shards up to what one machine would have found', async () => {
    const whole = read('whole.json');

    const { exit, report } = await merge('two.json', 'one.json');

    expect(exit).toBe(0);
    expect(report).toMatchObject({ verdict: 'PASS', reasons: [], reproduce: whole.reproduce });
    const counts = ({ parts, promises, states, fingerprint, failures, bounds }: Report) => ({
      parts: parts
        .map(({ name, cases, failed }) => ({ name, cases, failed }))
        .filter(({ name }) => name !== 'self-checks'),
      promises,
      states,
      fingerprint,
      failures,
      bounds,
    });
    expect(counts(report)).toEqual(counts(whole));
  });

  test('is broken where a shard is missing, there twice, unreadable, or of another campaign', async () => {
    writeFileSync(join(project, 'other.json'), JSON.stringify({ ...read('two.json'), seed: 6 }));

    expect(await merge('one.json')).toMatchObject({
      exit: 3,
      report: { verdict: 'BROKEN', reasons: ['Shard 2/2 is missing: its cases were not examined.'] },
    });
    expect((await merge('one.json', 'one.json', 'two.json')).report.reasons).toEqual(['Shard 1/2 is there 2 times.']);
    expect((await merge('one.json', 'two.json', 'gone.json')).report.reasons[0]).toMatch(/^gone\.json cannot be read/);
    expect((await merge('one.json', 'other.json')).report.reasons[0]).toContain('different campaigns');
  });

  test('judges the rare states of all shards together, and keeps what one of them found', async () => {
    const large = ({ parts, states = [], ...rest }: Report, reached: (at: number) => boolean): string =>
      JSON.stringify({
        ...rest,
        parts: parts.map((part) => (part.kind === 'generated' ? { ...part, cases: 2_000 } : part)),
        states: states.map((state, at) => ({ ...state, cases: reached(at) ? 1 : 0 })),
      });
    writeFileSync(
      join(project, 'even.json'),
      large(read('one.json'), (at) => at % 2 === 0),
    );
    writeFileSync(
      join(project, 'odd.json'),
      large(read('two.json'), (at) => at % 2 === 1),
    );
    writeFileSync(
      join(project, 'even-too.json'),
      large(read('two.json'), (at) => at % 2 === 0),
    );
    const failed = { ...read('two.json'), verdict: 'FAIL', reasons: ['It broke.'] };
    writeFileSync(join(project, 'failed.json'), JSON.stringify(failed));

    expect((await merge('even.json', 'odd.json')).report.verdict).toBe('PASS');
    expect((await merge('even.json', 'even-too.json')).report).toMatchObject({
      verdict: 'BROKEN',
      reasons: [expect.stringContaining('never reached')],
    });
    expect(await merge('failed.json')).toMatchObject({
      exit: 1,
      report: { verdict: 'FAIL', reasons: ['Shard 2/2: It broke.', expect.stringContaining('Shard 1/2 is missing')] },
    });
  });

  test('of nothing that is a report is a mistake, and says the right form', async () => {
    writeFileSync(join(project, 'text.json'), '"no"');

    const { exit, stderr } = await gate('--merge', 'text.json');

    expect(exit).toBe(2);
    expect(stderr).toContain('lockstep gate --merge shard-1.json');
  });
});
