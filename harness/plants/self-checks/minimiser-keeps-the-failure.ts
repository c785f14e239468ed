import { type EngineLike, MisuseError, type SessionOptions } from '../../../runtime/index.ts';
import { type Case, plainCase } from '../../case/index.ts';
import { minimise } from '../../minimise/index.ts';
import { type SelfCheck, unless } from './self-check.ts';

const script = `const first = actions.a(1);
for (let i = 0; i < 3; i++) data.n = i;
const second = actions.a(2);
console.log('no part in it');
return [await first, await second];`;

/**
 * An engine that refuses scripts with both words for another reason than scripts with the first alone: what is smaller still and has
 * the other failure lies on the way of a minimiser that slips.
 */
export const minimiserKeepsTheFailure: SelfCheck = {
  name: 'minimiser-keeps-the-failure',
  shows:
    'What the minimiser leaves fails as the case did that it was given, and has nothing in it that this does not take.',
  problems({ engine }) {
    const given = plainCase(script, { actions: ['a', 'b'], schedule: [1, 0, 1], faults: [{ type: 'crash', turn: 0 }] });
    const found = minimise(given, 'nothing-ends-silently', { engine: refusing(engine) });
    if (found === undefined) return ['The minimiser does not see the failure in the case that it is given.'];
    return [
      ...unless(found.failure.kind === 'thrown:BOTH', `The minimiser slipped to the failure ${found.failure.kind}.`),
      ...unless(hasBoth(found.case.script), `The minimiser left a case without the failure: ${found.case.script}`),
      ...tooLarge(found.case),
    ];
  },
};

/** Both words, a statement each, and no world at all. */
function tooLarge({ script: left, schedule, faults }: Case): string[] {
  const isMinimal =
    left.length <= 'const first = 0;\nconst second = 0;'.length && schedule.length === 0 && faults.length === 0;
  return unless(
    isMinimal,
    `The minimiser left more than the failure takes: ${JSON.stringify({ left, schedule, faults })}`,
  );
}

function refusing(engine: EngineLike): EngineLike {
  return {
    fingerprint: engine.fingerprint,
    open(options) {
      const text = textOf(options);
      if (hasBoth(text)) throw refusal('BOTH');
      if (text.includes('first')) throw refusal('ONE');
      return engine.open(options);
    },
  };
}

function hasBoth(text: string): boolean {
  return /\bfirst\b/.test(text) && /\bsecond\b/.test(text);
}

function textOf({ script: given }: SessionOptions): string {
  return typeof given === 'string' ? given : given.source;
}

function refusal(code: string): MisuseError {
  return new MisuseError(code, 'The script has a word that is refused.');
}
