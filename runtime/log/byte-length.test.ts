import { expect, test } from 'vitest';
import { byteLength } from './byte-length.ts';

test('bytes are counted wherever they decide whether a bound is exceeded', () => {
  expect(byteLength('aé€😀', 0)).toBe(1 + 2 + 3 + 4);
  expect(byteLength('é', 2)).toBe(2);
  expect([byteLength('éé', 5), byteLength('éé', 3)]).toEqual([4, 4]);
});

test('elsewhere a length that is no greater will do', () => {
  expect(byteLength('éé', 6)).toBe(2);
});
