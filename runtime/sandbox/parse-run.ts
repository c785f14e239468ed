/**
 * Runs come back from databases, files and other people. Here each is believed field by field before anything is done
 * with it; what the rest of the sandbox gets has the shape that its type says.
 */
import type { Location, ScriptFailure } from '../errors.ts';
import { parseCallLog } from '../log/codec.ts';
import type { CallLog } from '../log/entry.ts';
import { parseHeader } from '../log/header.ts';
import type { Warning } from '../script/index.ts';
import type { ConsoleLine } from '../session/types.ts';
import type { Interrupt, PendingCall, Run, RunBase } from './run.ts';
import { RunFields, runFault } from './run-fields.ts';

/**
 * A run, or its JSON text, checked. The run is a fresh object; the JSON values inside it are shared with what was given.
 * Fields that a run does not have are left out.
 *
 * @throws RunFormatError with the field at fault, or CallLogFormatError with the position and the field.
 */
export function parseRun(value: unknown): Run {
  const fields = new RunFields(typeof value === 'string' ? parseText(value) : value, '');
  const base = parseBase(fields);
  switch (fields.oneOf('status', ['completed', 'interrupted', 'failed', 'aborted'])) {
    case 'completed':
      return { status: 'completed', value: fields.json('value'), ...base };
    case 'interrupted':
      return { status: 'interrupted', interrupts: parseInterrupts(fields, base.pending), ...base };
    case 'failed':
      return { status: 'failed', error: parseFailure(fields.child('error')), ...base };
    case 'aborted':
      return { status: 'aborted', reason: fields.json('reason'), ...base };
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw runFault('', `The run is not JSON text: ${(thrown as SyntaxError).message}`);
  }
}

function parseBase(fields: RunFields): RunBase {
  const header = parseHeader(fields.raw('header'));
  const callLog = parseCallLog(fields.raw('callLog'));
  return {
    header,
    runId: fields.text('runId'),
    startedAt: fields.number('startedAt'),
    source: fields.text('source'),
    ...(fields.has('file') && { file: fields.text('file') }),
    input: fields.json('input'),
    initialData: fields.json('initialData'),
    callLog,
    delivered: parseDelivered(fields, callLog),
    pending: parsePending(fields, callLog),
    data: fields.json('data'),
    console: fields.list('console', parseLine),
    warnings: fields.list('warnings', parseWarning),
    ...(fields.has('snapshot') && { snapshot: fields.text('snapshot') }),
    ...(fields.has('logHash') && { logHash: fields.text('logHash') }),
  };
}

function parseDelivered(fields: RunFields, callLog: CallLog): number {
  const delivered = fields.count('delivered');
  const recorded = callLog.filter((entry) => entry?.type === 'action').length;
  if (delivered <= recorded) return delivered;
  return fields.fail('delivered', `at most ${recorded}, the number of outcomes in its call log; it is ${delivered}`);
}

function parsePending(fields: RunFields, callLog: CallLog): PendingCall[] {
  const taken = new Set<number>();
  return fields.list('pending', (item) => {
    const call = parsePendingCall(item);
    if (callLog[call.position]) item.fail('position', `a hole of the call log; position ${call.position} is recorded`);
    if (taken.has(call.position)) item.fail('position', `another one; position ${call.position} is listed twice`);
    taken.add(call.position);
    return call;
  });
}

function parsePendingCall(item: RunFields): PendingCall {
  const state = item.oneOf('state', ['interrupted', 'sleeping', 'in-flight', 'not-started']);
  return {
    ...parseCall(item),
    state,
    ...((state === 'interrupted' || item.has('payload')) && { payload: item.json('payload') }),
    ...((state === 'sleeping' || item.has('until')) && { until: item.number('until') }),
  };
}

function parseCall(item: RunFields): Pick<PendingCall, 'position' | 'name' | 'input'> {
  return { position: item.count('position'), name: item.text('name'), input: item.json('input') };
}

function parseInterrupts(fields: RunFields, pending: readonly PendingCall[]): Interrupt[] {
  return fields.list('interrupts', (item) => {
    const call = parseCall(item);
    const isOpen = pending.some(({ position, state }) => position === call.position && state === 'interrupted');
    if (!isOpen) item.fail('position', `that of an interrupted call in \`pending\`; ${call.position} is not`);
    return { ...call, payload: item.json('payload') };
  });
}

function parseLine(item: RunFields): ConsoleLine {
  return { level: item.oneOf('level', ['log', 'info', 'warn', 'error', 'debug']), text: item.text('text') };
}

function parseWarning(item: RunFields): Warning {
  const codes = [
    'dropped-promise',
    'locale-ignored',
    'answer-unused',
    'left-in-flight',
    'data-unreadable',
    'snapshot-refused',
  ] as const;
  return {
    code: item.oneOf('code', codes),
    message: item.text('message'),
    ...(item.has('location') && { location: parseLocation(item.child('location')) }),
    ...(item.has('position') && { position: item.count('position') }),
  };
}

function parseLocation(item: RunFields): Location {
  return { file: item.text('file'), line: item.count('line'), column: item.count('column') };
}

function parseFailure(item: RunFields): ScriptFailure {
  return {
    name: item.text('name'),
    message: item.text('message'),
    ...(item.has('code') && { code: item.text('code') }),
    ...(item.has('stack') && { stack: item.text('stack') }),
    ...(item.has('location') && { location: parseLocation(item.child('location')) }),
    ...(item.has('cause') && { cause: parseFailure(item.child('cause')) }),
    ...(item.has('data') && { data: item.json('data') }),
    ...(item.has('limit') && { limit: parseLimit(item.child('limit')) }),
  };
}

function parseLimit(item: RunFields): NonNullable<ScriptFailure['limit']> {
  return { name: item.text('name'), value: item.number('value'), position: item.count('position') };
}
