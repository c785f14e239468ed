import { expect, test } from 'vitest';
import { caseAt } from '../../harness/campaign/index.ts';
import { runCase } from '../../harness/oracle/index.ts';
import { Engine } from '../../runtime/index.ts';

const engine = await Engine.load();
const elsewhere = await Engine.load();

/** A small campaign: what the gate would do with a mutant. */
test.each([0, 10, 20, 30, 40])('generated cases from number %i on keep every promise', (from) => {
  for (let index = from; index < from + 10; index++) {
    expect(runCase(caseAt(1, index), { engine, elsewhere, effort: 'sampled' }).failures).toEqual([]);
  }
});
