import type { Fault, Pace } from '../case/index.ts';
import type { Mix } from './mix.ts';
import type { Dice } from './random.ts';

/** What happens to the run of a case, in the order in which the world looks for it. */
export function drawFaults(dice: Dice, mix: Mix): Fault[] {
  return [
    ...(mix.crash ? crashes(dice) : []),
    ...(mix.abort ? [abort(dice)] : []),
    ...(mix.move ? [move(dice)] : []),
    ...(mix.jump ? [jump(dice)] : []),
    ...(mix.twin ? [twin(dice)] : []),
    ...(mix.punch ? [{ type: 'punch' as const, positions: [dice.below(8)] }] : []),
  ];
}

/** How long an execution takes, where that is out of the ordinary. */
export function drawPace(dice: Dice, mix: Mix): { pace?: Pace } {
  if (mix.late > 0 && dice.chance(mix.late)) return { pace: 'late' };
  return mix.never > 0 && dice.chance(mix.never) ? { pace: 'never' } : {};
}

/** One, or now and then one in the first attempt and one in a later one. */
function crashes(dice: Dice): Fault[] {
  const first = crash(dice);
  return dice.chance(20) ? [first, { ...crash(dice), attempt: 1 + dice.below(2) } as Fault] : [first];
}

function crash(dice: Dice): Fault {
  const turn = dice.below(dice.pick([2, 5, 12]));
  const attempt = laterAttempt(dice);
  switch (dice.pick(['crash', 'crash', 'crash-record', 'crash-record', 'lose-tail'] as const)) {
    case 'crash':
      return { type: 'crash', turn, ...attempt };
    case 'crash-record':
      return { type: 'crash-record', record: dice.below(dice.pick([4, 12])), ...flag(dice, 'before'), ...attempt };
    // Not more than the last record: what a script has acted upon is on the disk before it acts.
    case 'lose-tail':
      return { type: 'lose-tail', turn, records: 1, bytes: dice.pick([0, 1, 40]), ...attempt };
  }
}

function abort(dice: Dice): Fault {
  return { type: 'abort', turn: dice.below(6), ...flag(dice, 'unstarted'), ...laterAttempt(dice) };
}

/** Of these a run is not to notice anything. */
function move(dice: Dice): Fault {
  const type = dice.pick(['snapshot', 'restore-elsewhere', 'swap-out'] as const);
  return { type, turn: dice.below(6), ...laterAttempt(dice) };
}

const [second, day] = [1_000, 86_400_000];

/** Corrections of a clock, changes to summer and back, and what nobody expects. */
function jump(dice: Dice): Fault {
  const ms = dice.pick([second, 3_600 * second, day, 40 * day, 400 * day]) * dice.pick([1, 1, -1]);
  const turn = dice.chance(60) ? { turn: dice.below(6) } : {};
  return { type: 'clock-jump', ms, ...turn, ...laterAttempt(dice) };
}

function twin(dice: Dice): Fault {
  return { type: 'resume-twice', pause: dice.below(2), ...flag(dice, 'otherwise') };
}

function laterAttempt(dice: Dice): { attempt?: number } {
  return dice.chance(30) ? { attempt: 1 + dice.below(2) } : {};
}

function flag<Name extends string>(dice: Dice, name: Name): { [N in Name]?: true } {
  return (dice.chance(50) ? { [name]: true } : {}) as { [N in Name]?: true };
}
