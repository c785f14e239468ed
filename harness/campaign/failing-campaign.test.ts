import { describe, expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { onBrokenEngine } from './testing/threads.ts';

const failing = async (threads: number) => {
  const { timing: _, ...result } = await runCampaign({ seed: 3, cases: 60, threads, workerUrl: onBrokenEngine });
  return result;
};

describe('a campaign on a broken engine', { timeout: 240_000 }, () => {
  test('is the same on one thread and on two, the cases that it has made small included', async () => {
    const one = await failing(1);
    const two = await failing(2);

    expect(two).toEqual(one);
    const scriptOf = (oracle: string, kind: string) =>
      one.buckets.find(({ failure }) => failure.oracle === oracle && failure.kind === kind)?.case.script;
    expect(scriptOf('guard-always-fires', 'silent')).toMatch(/^actions\.[\w.]+\(\)$/);
    expect(scriptOf('nothing-ends-silently', 'thrown:REFUSED')).toBe('Promise.race');
    expect(one.buckets.every(({ minimal }) => minimal)).toBe(true);
  });
});
