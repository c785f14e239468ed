import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../runtime/index.ts';
import { holdLatency, latencyPlan } from './latency-plan.ts';
import { printRun } from './run-file.ts';

const budgets = { 'growth of time, sequential': 1.05 };
const hooks = (signal = new AbortController().signal) => ({ signal, onNote: () => {}, onProgress: () => {} });

describe('what a gate is to hold', () => {
  test('is held by one that takes its time, and with a number of cases where somebody asks', async () => {
    expect(await latencyPlan(budgets, {})).toEqual({ budgets, runs: [] });
    expect(await latencyPlan(budgets, { cases: 5 })).toBeUndefined();
    expect(await latencyPlan(budgets, { cases: 5, latency: true })).toEqual({ budgets, runs: [] });
  });

  test('is held by the first part of a campaign that is split', async () => {
    expect(await latencyPlan(budgets, { shard: { index: 1 } })).toBeDefined();
    expect(await latencyPlan(budgets, { shard: { index: 2 } })).toBeUndefined();
  });

  test('has the runs that budgets name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lockstep-plan-'));
    await using sandbox = new Sandbox({ actions: [], isolation: 'inline' });
    const file = join(folder, 'a.json');
    writeFileSync(file, printRun(await sandbox.eval('return 1;'), undefined, folder));

    const plan = await latencyPlan({ [`replay of ${file} / floor`]: 2 }, {});

    expect(plan?.runs).toMatchObject([{ name: file, run: { status: 'completed', value: 1 } }]);
  });

  test('is nothing without budgets, which is wrong where somebody asks', async () => {
    expect(await latencyPlan(undefined, {})).toBeUndefined();
    await expect(latencyPlan(undefined, { cases: 1, latency: true })).rejects.toThrow('no budgets are');
    await expect(latencyPlan({ typo: 1 }, { cases: 1 })).rejects.toThrow('"typo", and there is no such figure');
  });
});

test('nothing is held by a gate that was stopped', async () => {
  const stopped = AbortSignal.abort();

  expect(await holdLatency({ budgets, runs: [] }, hooks(stopped))).toBeUndefined();
  expect(await holdLatency(undefined, hooks())).toBeUndefined();
});
