import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../runtime/index.ts';
import { failedControls, oracles } from './index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

describe('controls', () => {
  test('are passed by every oracle', () => {
    expect(failedControls(engine)).toEqual([]);
  });

  test.each(oracles)('are failed by $name if it always says yes', (oracle) => {
    const silenced = { ...oracle, check: () => undefined };

    const failed = failedControls(engine, engine, [silenced]);

    expect(failed).toHaveLength(oracle.control.breaches.length);
    for (const sentence of failed) expect(sentence).toContain(`The oracle ${oracle.name} does not reject`);
  });

  test.each(oracles)('are failed by $name if it always says no, or one thing of all', (oracle) => {
    const grim = { ...oracle, check: () => ({ kind: 'grim', message: 'm' }) };

    const [falseAlarm, ...others] = failedControls(engine, engine, [grim]);

    expect(falseAlarm).toBe(`The oracle ${oracle.name} rejects its control on a sound engine, as grim.`);
    expect(others).toHaveLength(oracle.control.breaches.length);
  });

  test('are failed by an oracle that has none', () => {
    const [oracle] = oracles.map((one) => ({ ...one, control: { ...one.control, breaches: [] } }));

    expect(failedControls(engine, engine, oracle && [oracle])).toEqual([expect.stringMatching(/has no breach/)]);
  });
});
