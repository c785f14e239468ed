import { expect, test } from 'vitest';
import {
  CallLogFormatError,
  CallLogMismatchError,
  EngineError,
  LinkError,
  MisuseError,
  RunFormatError,
  ScriptSyntaxError,
  SnapshotError,
} from '../../errors.ts';
import { RunMismatchError } from '../run-mismatch.ts';
import { fromWire, toWire } from './wire-error.ts';

const location = { file: 'a.ts', line: 1, column: 2 };
const recorded = { type: 'now', response: 1 } as const;

test.each([
  new CallLogFormatError('format', 3, 'order'),
  new CallLogMismatchError('mismatch', {
    position: 1,
    reason: 'input',
    recorded,
    observed: { type: 'action', name: 'a', input: [1] },
    callLog: [null, recorded],
    location,
    cause: { name: 'Error', message: 'why' },
  }),
  new CallLogMismatchError('unreached', {
    position: 0,
    reason: 'unreached',
    recorded,
    observed: undefined,
    callLog: [],
  }),
  new EngineError('engine'),
  new LinkError('link', [{ name: 'fetch', location, hint: 'declare an action' }]),
  new MisuseError('CODE', 'misuse'),
  new RunFormatError('run', 'header.version'),
  new RunMismatchError('differs', { path: '$.value', recorded: 1, observed: undefined, callLog: [] }),
  new ScriptSyntaxError('syntax', location),
  new SnapshotError('SNAPSHOT_LOG', 'snapshot'),
])('$name arrives as what it was', (error) => {
  const arrived = fromWire(JSON.parse(JSON.stringify(toWire(error))));

  expect(arrived.constructor).toBe(error.constructor);
  expect({ ...arrived }).toEqual({ ...error });
  expect([arrived.name, arrived.message, arrived.stack]).toEqual([error.name, error.message, error.stack]);
});

test('any other keeps its name, message and stack', () => {
  const error = new RangeError('too deep');

  const arrived = fromWire(JSON.parse(JSON.stringify(toWire(error))));

  expect(arrived).toBeInstanceOf(Error);
  expect([arrived.name, arrived.message, arrived.stack]).toEqual([error.name, error.message, error.stack]);
  expect(fromWire(toWire('a string')).message).toBe('a string');
});
