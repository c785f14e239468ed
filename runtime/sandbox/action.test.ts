import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type Action, defineAction } from './action.ts';
import { ActionSet } from './action-set.ts';

const nothing = () => null;
const action = (name: unknown): Action => ({ name: name as string, execute: () => null });

describe('names of actions', () => {
  test.each(['refund', 'github.createIssue', '$', '_x', 'a.b.c', 'größe', 'class', 'hasOwnProperty'])(
    '%s is one',
    (name) => {
      expect(defineAction(action(name)).name).toBe(name);
    },
  );

  test.each([
    [undefined, 'needs a name'],
    ['', 'needs a name'],
    [7, 'needs a name'],
    ['a b', '"a b" is no identifier'],
    ['1st', '"1st" is no identifier'],
    ['create-issue', '"create-issue" is no identifier'],
    ['github.', 'a part of it is empty'],
    ['.x', 'a part of it is empty'],
    ['a..b', 'a part of it is empty'],
    ['__proto__', 'a meaning of its own'],
    ['a.constructor', 'a meaning of its own'],
    ['a.prototype', 'a meaning of its own'],
    ['then', 'a meaning of its own'],
    ['github.then', 'a meaning of its own'],
    ['toJSON', 'a meaning of its own'],
  ])('%s is none', (name, problem) => {
    expect(() => defineAction(action(name))).toThrow(expect.objectContaining({ code: 'ACTION_NAME' }));
    expect(() => defineAction(action(name))).toThrow(problem);
  });

  test.each(['sleep', 'sleep.long'])('%s is reserved', (name) => {
    expect(() => defineAction(action(name))).toThrow(expect.objectContaining({ code: 'RESERVED_ACTION' }));
  });

  test('sleep is free further down', () => {
    expect(defineAction(action('bed.sleep')).name).toBe('bed.sleep');
  });
});

describe('a set of actions', () => {
  test('knows its names, sorted by code units', () => {
    const set = new ActionSet(['b', 'a.z', 'B', 'a.Z'].map(action));

    expect(set.names).toEqual(['B', 'a.Z', 'a.z', 'b']);
    expect([...set].map(({ name }) => name)).toEqual(set.names);
  });

  test('refuses two of the same name', () => {
    expect(() => new ActionSet([action('a'), action('a')])).toThrow(
      expect.objectContaining({ code: 'DUPLICATE_ACTION', message: expect.stringContaining('called a') }),
    );
  });

  test.each([[['github', 'github.createIssue']], [['a.b.c', 'a']], [['a.b', 'a.b.c']]])(
    'refuses %j: a name is in the way of another',
    (names) => {
      expect(() => new ActionSet(names.map(action))).toThrow(expect.objectContaining({ code: 'ACTION_PREFIX' }));
    },
  );

  test('takes names that only begin alike', () => {
    expect(new ActionSet(['github', 'githubIssue', 'git'].map(action)).names).toHaveLength(3);
  });

  test('lists those whose inputs are not compared', () => {
    expect(new ActionSet([{ ...action('a'), inputs: 'ignore' }, action('b')]).ignoreInputs).toEqual(['a']);
  });
});

describe('a definition', () => {
  test.each([
    [{ name: 'a' }, 'execute'],
    [{ name: 'a', execute: 'x' }, 'execute'],
    [{ name: 'a', execute: nothing, input: { type: 'object' } }, 'input'],
    [{ name: 'a', execute: nothing, output: 'string' }, 'output'],
    [{ name: 'a', execute: nothing, description: 5 }, 'description'],
    [{ name: 'a', execute: nothing, inputs: 'ignored' }, 'inputs'],
  ])('%j is refused for its field', (definition, field) => {
    expect(() => defineAction(definition as never)).toThrow(
      expect.objectContaining({ code: 'ACTION_DEFINITION', message: expect.stringContaining(`\`${field}\``) }),
    );
  });

  test.each([null, undefined, 'refund'])('%j is none', (definition) => {
    expect(() => defineAction(definition as never)).toThrow(expect.objectContaining({ code: 'ACTION_DEFINITION' }));
  });

  test('is frozen: it cannot be changed behind the back of a sandbox', () => {
    expect(Object.isFrozen(defineAction(action('a')))).toBe(true);
  });

  test('gives execute the types of its schemas', () => {
    const refund = defineAction({
      name: 'refund',
      input: z.object({ id: z.string().transform(Number) }),
      output: z.object({ at: z.date().transform(String) }),
      execute(input, context) {
        expectTypeOf(input).toEqualTypeOf<{ id: number }>();
        expectTypeOf(context.position).toEqualTypeOf<number>();
        return { at: new Date(0) };
      },
    });

    expectTypeOf(refund.execute).returns.toEqualTypeOf<{ at: Date } | Promise<{ at: Date }>>();
    expectTypeOf(refund).toExtend<Action>();
  });

  test('without schemas takes whatever its author says', () => {
    const plain = defineAction({ name: 'plain', execute: async (input: { id: string }) => input.id });

    expectTypeOf(plain).toExtend<Action>();
    expect(plain.name).toBe('plain');
  });
});
