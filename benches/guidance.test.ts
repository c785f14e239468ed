import { expect, test } from 'vitest';
import { loadWorkflow } from '../harness/index.ts';
import { Engine } from '../runtime/index.ts';
import { guidanceOf } from './guidance.ts';

test('a few campaigns of either kind are compared by the places that they reached', { timeout: 120_000 }, async () => {
  const workflow = await loadWorkflow('benches/guidance/order.fuzz.ts');
  const engine = await Engine.load();

  const report = await guidanceOf(workflow, { engine, seeds: 2, cases: 60 });

  expect(report).toMatchObject({ workflow: 'order' });
  for (const reach of [report.guided, report.blind]) {
    expect(reach.places).toBeLessThanOrEqual(report.reachable);
    expect(reach.fewest).toBeGreaterThan(report.reachable / 2);
    if (reach.all > 0) expect(reach.cases ?? 0).toBeLessThanOrEqual(60);
  }
  expect(report.reachable).toBeLessThanOrEqual(report.places);
});
