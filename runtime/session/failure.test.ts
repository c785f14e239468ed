import { describe, expect, test } from 'vitest';
import { ScriptSyntaxError } from '../errors.ts';
import { defaultLimits } from '../guest/limits.ts';
import { type CompiledScript, compileScript } from '../script/index.ts';
import { engineSyntaxError, type LimitName, limitFailure, mapStack, scriptFailure, stuckFailure } from './failure.ts';

/** Wrapped in one line of the bridge's, so that the author's line n is the engine's n + 1. */
const script: CompiledScript = {
  ...compileScript('return 1;', { actions: [] }),
  file: 'own.ts',
  locate: (line, column) => (line === 1 ? undefined : { file: 'own.ts', line: line - 1, column }),
};

function failure(error: object) {
  return scriptFailure(JSON.stringify(error), script, { ...defaultLimits, stackBytes: 65_536 }, 4);
}

describe('a limit that was reached', () => {
  test.each<[LimitName, string, string]>([
    ['fuel', 'LIMIT_FUEL', 'it ran for too many steps'],
    ['memoryBytes', 'LIMIT_MEMORY', 'it used too much memory'],
    ['stackBytes', 'LIMIT_STACK', 'its calls are nested too deeply'],
    ['positions', 'LIMIT_POSITIONS', 'it made too many calls'],
    ['inFlight', 'LIMIT_IN_FLIGHT', 'it has too many calls in flight'],
    ['valueBytes', 'LIMIT_VALUE', 'a value is too large'],
    ['logChars', 'LIMIT_LOG', 'its calls carry too much in all'],
    ['consoleBytes', 'LIMIT_CONSOLE', 'it printed too much'],
    ['sourceBytes', 'LIMIT_SOURCE', 'its source is too long'],
  ])('%s is named with its value, its position and what it means', (name, code, meaning) => {
    expect(limitFailure(name, { ...defaultLimits, [name]: 77 }, 3)).toEqual({
      name: 'LimitError',
      message: `the script reached its limit ${name} (77): ${meaning}`,
      code,
      limit: { name, value: 77, position: 3 },
    });
  });
});

test('a script that is stuck says so', () => {
  expect(stuckFailure()).toEqual({
    name: 'StuckError',
    message: 'the script waits for something that nothing can settle any more: no call is open',
    code: 'STUCK',
  });
});

describe('a stack', () => {
  test('has the places of the author, and none of the bridge', () => {
    const frames = [
      '    at inner (script:3:5)',
      '    at bridge (lockstep:9:9)',
      '    at then (native)',
      '    at wrapper (script:1:1)',
      '    at outer (script:12:34)',
      '    at actions.pay (action, position 2)',
      '',
    ];

    expect(mapStack(frames.join('\n'), script)).toEqual({
      stack: [
        '    at inner (own.ts:2:5)',
        '    at outer (own.ts:11:34)',
        '    at actions.pay (action, position 2)',
      ].join('\n'),
      location: { file: 'own.ts', line: 2, column: 5 },
    });
  });

  test('has places without brackets too, and is left alone where there is none', () => {
    expect(mapStack('at script:22:13', script).stack).toBe('at (own.ts:21:13)');
    expect(mapStack('at description:22:13', script)).toEqual({ stack: 'at description:22:13', location: undefined });
    expect(mapStack('    at wrapper (script:1:1)\n', script)).toEqual({ stack: '', location: undefined });
  });
});

describe('an exception of the script', () => {
  test('keeps what the script gave it, and has its place in the source', () => {
    const given = { name: 'Declined', message: 'no', code: 'E1', data: [1], stack: 'at f (script:3:5)\n' };

    expect(failure(given)).toEqual({
      ...given,
      stack: 'at f (own.ts:2:5)',
      location: { file: 'own.ts', line: 2, column: 5 },
    });
  });

  test('says nothing of a stack that it does not have', () => {
    expect(failure({ name: 'E', message: 'm' })).toEqual({ name: 'E', message: 'm' });
    expect(failure({ name: 'E', message: 'm', stack: '' })).toEqual({ name: 'E', message: 'm' });
    expect(failure({ name: 'E', message: 'm', stack: 'at w (script:1:1)\n' })).toEqual({ name: 'E', message: 'm' });
  });

  test('has its causes mapped as well', () => {
    const cause = {
      name: 'Inner',
      message: 'i',
      stack: 'at g (script:4:1)',
      cause: { name: 'Innermost', message: 'j' },
    };

    expect(failure({ name: 'Outer', message: 'o', cause })).toEqual({
      name: 'Outer',
      message: 'o',
      cause: {
        name: 'Inner',
        message: 'i',
        stack: 'at g (own.ts:3:1)',
        location: { file: 'own.ts', line: 3, column: 1 },
        cause: { name: 'Innermost', message: 'j' },
      },
    });
  });

  test('is a limit where the engine itself says that the stack is full, and nowhere else', () => {
    const overflow = { name: 'InternalError', message: 'stack overflow' };
    const limit = { name: 'stackBytes', value: 65_536, position: 4 };

    expect(failure({ ...overflow, engine: true })).toEqual({ ...overflow, code: 'LIMIT_STACK', limit });
    expect(failure(overflow)).toEqual(overflow);
    expect(failure({ ...overflow, message: 'out of memory', engine: true })).toEqual({
      ...overflow,
      message: 'out of memory',
    });
  });
});

test('what the engine refuses is a syntax error at its place, or at the start of the file', () => {
  const at = { file: 'own.ts', line: 7, column: 9 };

  const placed = engineSyntaxError({ name: 'SyntaxError', message: 'odd', location: at }, script);
  const unplaced = engineSyntaxError({ name: 'SyntaxError', message: 'odd' }, script);

  expect(placed).toBeInstanceOf(ScriptSyntaxError);
  expect(placed).toMatchObject({ message: 'own.ts:7:9: the engine refuses the script: odd', location: at });
  expect(unplaced).toMatchObject({
    message: 'own.ts:1:1: the engine refuses the script: odd',
    location: { file: 'own.ts', line: 1, column: 1 },
  });
});
