import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDifference, differenceOf, type Parts } from './difference.ts';

const words = (part: readonly number[]) => new Uint8Array(Int32Array.from(part).buffer);
const copyOf = ([low, heap]: Parts, heapWords: number): Parts => {
  const grown = new Uint8Array(heapWords * 4);
  grown.set(heap);
  return [low.slice(), grown];
};

test('a difference turns the boot image into the memory that it was taken from, grown or not', () => {
  const word = fc.constantFrom(0, 0, 0, 1, -1, 255);
  const part = (minLength: number, maxLength: number) => fc.array(word, { minLength, maxLength });
  const memories = fc.record({ bootLow: part(7, 7), low: part(7, 7), bootHeap: part(0, 5), heap: part(5, 40) });

  fc.assert(
    fc.property(memories, ({ bootLow, low, bootHeap, heap }) => {
      const boot: Parts = [words(bootLow), words(bootHeap)];
      const live: Parts = [words(low), words(heap)];
      const restored = copyOf(boot, heap.length);

      applyDifference(restored, differenceOf(live, boot, 0));

      expect(restored).toEqual(live);
    }),
  );
});

test('what is equal takes no room', () => {
  const boot: Parts = [words([1, 2, 3]), words([4, 5, 6])];

  const { stretches, words: differing } = differenceOf([words([1, 9, 3]), words([4, 5, 6, 0, 7])], boot, 0);

  expect([...stretches]).toEqual([1, 1, 5, 1]);
  expect([...differing]).toEqual([2 ^ 9, 7]);
});
