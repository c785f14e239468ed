import { type Draw, drawFrom } from './draw.ts';
import type { Scheduler } from './scheduler.ts';

/** Every possibility is equally likely. The same seed makes the same decisions. */
export function random(seed: number): Scheduler {
  const draw: Draw = drawFrom(seed);
  return { name: 'random', choose: (count) => draw(count) };
}
