import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromVarints, toVarints } from './varints.ts';

test('numbers come back, and small ones take one byte', () => {
  fc.assert(
    fc.property(fc.uint32Array(), (values) => {
      expect(fromVarints(toVarints(values))).toEqual(values);
    }),
  );
  expect(toVarints(Uint32Array.of(0, 127, 128))).toHaveLength(4);
});
