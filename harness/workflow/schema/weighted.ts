import type { Dice } from '../random.ts';

/** Makes one value up. */
export type Draw<T> = (dice: Dice) => T;

/** One of several, in proportion to their weights. At least one of them has to be there. */
export function weighted<T>(choices: readonly (readonly [weight: number, draw: Draw<T> | undefined])[]): Draw<T> {
  const given = choices.flatMap(([weight, draw]) =>
    draw === undefined ? [] : Array.from({ length: weight }, () => draw),
  );
  return (dice) => dice.pick(given)(dice);
}

/** One of a list, each as likely; `undefined` for an empty list. */
export function oneOf<T>(items: readonly T[]): Draw<T> | undefined {
  return items.length === 0 ? undefined : (dice) => dice.pick(items);
}
