import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Engine, type EngineLike } from '../../runtime/index.ts';
import { plainCase } from '../case/index.ts';
import { oracles, runCase } from './index.ts';

const checkout = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'lockstep-zone-'));

/** Of a copy of the runtime in which the host's local time goes through to the script. */
async function engineWithHostZone(): Promise<EngineLike> {
  cpSync(join(checkout, 'runtime'), join(copy, 'runtime'), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  const file = join(copy, 'runtime/guest/imports.ts');
  const pinned = readFileSync(file, 'utf8');
  const letThrough = pinned
    .replaceAll('date.getUTC', 'date.get')
    .replace('    0,\n    0,\n  ];', '    0,\n    -60 * date.getTimezoneOffset(),\n  ];');
  expect(letThrough).not.toBe(pinned);
  writeFileSync(file, letThrough);
  const patched = (await import(join(copy, 'runtime/index.ts'))) as { Engine: typeof Engine };
  return patched.Engine.load();
}

let sound: EngineLike;
let broken: EngineLike;
beforeAll(async () => {
  [sound, broken] = [await Engine.load(), await engineWithHostZone()];
});
afterAll(() => rmSync(copy, { recursive: true }));

const testCase = plainCase('await actions.a(); return new Date(0).getTimezoneOffset();');

describe("the host's time zone", () => {
  test('is not seen by a script, wherever it goes on', () => {
    expect(runCase(testCase, { engine: sound }).failures).toEqual([]);
  });

  test('gives itself away where a run goes on elsewhere, if it is let through', () => {
    const judges = oracles.filter(({ name }) => name === 'restore-equals-replay');
    expect(runCase(testCase, { engine: broken, oracles: judges }).failures).toMatchObject([
      { kind: 'restored:value', message: expect.stringMatching(/it is otherwise -?\d+, it is -765\./) },
    ]);
  });

  test('is put back', () => {
    expect(new Date(2024, 6, 1).getTimezoneOffset()).not.toBe(-765);
  });
});
