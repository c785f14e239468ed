import { expect, test } from 'vitest';
import { type StartImage, StartImages } from './start-images.ts';

const key = { code: 'main', actionsText: '[]', stackBytes: 1 };
const image: StartImage = {
  key,
  main: 1,
  ticks: 0,
  difference: { stretches: new Uint32Array(0), words: new Int32Array(0), heapEnd: 0 },
};

function foundAfterEach(images: StartImages, starts: number): (StartImage | undefined)[] {
  return Array.from({ length: starts }, () => {
    images.evaluated(key, () => image);
    return images.find(key);
  });
}

test('a start is remembered when it happens for the second time', () => {
  expect(foundAfterEach(new StartImages(), 2)).toEqual([undefined, image]);
});

test('a start is remembered at once for a host that asks for that', () => {
  expect(foundAfterEach(new StartImages(true), 1)).toEqual([image]);
});

test('a start with other actions or another stack is another one', () => {
  const images = new StartImages(true);
  images.evaluated(key, () => image);

  expect(images.find({ ...key, actionsText: '[["a"]]' })).toBeUndefined();
  expect(images.find({ ...key, stackBytes: 2 })).toBeUndefined();
});
