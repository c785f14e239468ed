import type { Planting } from './plant.ts';

/**
 * Every outcome that a script is given takes longer by so many turns of an empty loop, in the one place that all of a replay goes
 * through. Nothing else changes: only who measures can notice it.
 */
export function slowdown(turns: number): Planting {
  return {
    name: `slower by ${turns}`,
    patches: [
      {
        file: 'runtime/session/run-session.ts',
        find: '#deliverRecorded(position: number, replayed: boolean): void {',
        replace: `#deliverRecorded(position: number, replayed: boolean): void {
    for (let turn = 0; turn < ${turns}; turn++);`,
      },
    ],
  };
}
