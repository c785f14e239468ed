import type { ActionFailure } from '../../runtime/index.ts';
import type { Behaviour, Case, Fault } from '../case/index.ts';
import type { Reducer } from './reducer.ts';
import { simplerJson } from './values.ts';
import { withItem, without } from './without.ts';

/** Reducers over everything that surrounds the script. */
export const faults: Reducer = {
  name: 'faults',
  *candidates(testCase) {
    for (const fewer of without(testCase.faults)) yield { ...testCase, faults: fewer };
    for (const [index, fault] of testCase.faults.entries()) {
      for (const simpler of simplerFaults(fault))
        yield { ...testCase, faults: withItem(testCase.faults, index, simpler) };
    }
  },
};

function* simplerFaults(fault: Fault): Generator<Fault> {
  yield* inEarlierAttempts(fault);
  yield* simplerKinds(fault);
  yield* withSmallerNumbers(fault);
}

function* inEarlierAttempts(fault: Fault): Generator<Fault> {
  if (!('attempt' in fault) || fault.attempt === undefined) return;
  const { attempt, ...inFirst } = fault;
  yield inFirst;
  for (const earlier of smallerNumbers(attempt)) if (earlier > 0) yield { ...inFirst, attempt: earlier } as Fault;
}

/** What is simpler to understand. */
function* simplerKinds(fault: Fault): Generator<Fault> {
  switch (fault.type) {
    case 'crash-record': {
      const { before, ...plain } = fault;
      if (before) yield plain;
      return;
    }
    case 'lose-tail': {
      const { records: _, bytes: __, ...crash } = fault;
      yield { ...crash, type: 'crash' };
      return;
    }
    case 'abort': {
      const { unstarted, ...plain } = fault;
      if (unstarted) yield plain;
      return;
    }
    case 'clock-jump': {
      const { turn, ...early } = fault;
      if (turn !== undefined) yield early;
      return;
    }
    case 'resume-twice': {
      const { otherwise, ...plain } = fault;
      if (otherwise) yield plain;
      return;
    }
    case 'punch':
      for (const positions of without(fault.positions)) yield { ...fault, positions };
      return;
    case 'crash':
    case 'snapshot':
    case 'restore-elsewhere':
    case 'swap-out':
  }
}

/** Each of its numbers by itself, nearer to nought. */
function* withSmallerNumbers(fault: Fault): Generator<Fault> {
  for (const name of ['turn', 'record', 'records', 'bytes', 'pause', 'ms'] as const) {
    const number = (fault as { [Name in typeof name]?: number })[name];
    if (number === undefined) continue;
    for (const smaller of smallerNumbers(Math.abs(number)))
      yield { ...fault, [name]: smaller === 0 ? 0 : Math.sign(number) * smaller };
  }
}

/** The roundest first: half of a large number is as long to read as the whole. */
function smallerNumbers(number: number): number[] {
  if (number === 0) return [];
  const round: number[] = [];
  for (let power = 10; power < number; power *= 10) round.push(power);
  return [0, ...round, Math.floor(number / 2), number - 1];
}

export const schedule: Reducer = {
  name: 'schedule',
  *candidates(testCase) {
    const { schedule } = testCase;
    for (let length = 0; length < schedule.length; length++) yield { ...testCase, schedule: schedule.slice(0, length) };
    for (const [index, choice] of schedule.entries()) {
      if (choice > 0) yield { ...testCase, schedule: withItem(schedule, index, 0) };
      if (choice > 1) yield { ...testCase, schedule: withItem(schedule, index, 1) };
    }
    for (const fewer of without(schedule)) yield { ...testCase, schedule: fewer };
  },
};

export const behaviours: Reducer = {
  name: 'behaviours',
  *candidates(testCase) {
    const all = testCase.behaviours;
    for (const fewer of without(all)) yield { ...testCase, behaviours: fewer };
    for (const [position, planned] of all.entries()) {
      for (const simpler of simplerPlans(planned)) yield { ...testCase, behaviours: withItem(all, position, simpler) };
    }
  },
};

function* simplerPlans(planned: Behaviour[]): Generator<Behaviour[]> {
  yield* without(planned);
  for (const [index, behaviour] of planned.entries()) {
    for (const simpler of simplerBehaviours(behaviour)) yield withItem(planned, index, simpler);
  }
}

function* simplerFailures({ name, message, code, data }: ActionFailure): Generator<ActionFailure> {
  yield { name: 'Error', message: '' };
  const optional = Object.entries({ code, data }).filter(([, value]) => value !== undefined);
  for (const fewer of without(optional)) yield { name, message, ...Object.fromEntries(fewer) };
  yield { name: 'Error', message, ...Object.fromEntries(optional) };
  yield { name, message: '', ...Object.fromEntries(optional) };
  if (data !== undefined)
    for (const simpler of simplerJson(data)) yield { name, message, ...(code && { code }), data: simpler };
}

const respondNull: Behaviour = { type: 'respond', value: null };

function* simplerBehaviours(behaviour: Behaviour): Generator<Behaviour> {
  const { pace, ...inTime } = behaviour;
  if (pace !== undefined) yield inTime;
  switch (behaviour.type) {
    case 'respond':
      for (const value of simplerJson(behaviour.value)) yield { ...behaviour, value };
      return;
    case 'fail':
      yield respondNull;
      for (const failure of simplerFailures(behaviour.failure)) yield { ...behaviour, failure };
      return;
    case 'interrupt':
      yield respondNull;
      for (const payload of simplerJson(behaviour.payload)) yield { ...behaviour, payload };
      yield { ...behaviour, then: { type: 'answer', answer: null } };
      if (behaviour.then.type !== 'leave') yield { ...behaviour, then: { type: 'leave' } };
  }
}

export const values: Reducer = {
  name: 'values',
  *candidates(testCase) {
    for (const input of simplerJson(testCase.input)) yield { ...testCase, input };
    yield { ...testCase, data: {} };
    for (const data of simplerJson(testCase.data)) yield { ...testCase, data };
  },
};

export const settings: Reducer = {
  name: 'settings',
  *candidates(testCase) {
    for (const fewer of without(optionalParts(testCase))) yield { ...plainOf(testCase), ...Object.fromEntries(fewer) };
    for (const fewer of without(Object.entries(testCase.limits ?? {})))
      yield { ...testCase, limits: Object.fromEntries(fewer) };
    yield { ...testCase, onInterrupt: 'stop' };
    for (const actions of without(testCase.actions)) yield { ...testCase, actions };
  },
};

const optional = ['limits', 'clock', 'random'] as const;

function optionalParts(testCase: Case): [string, unknown][] {
  return optional.flatMap((name) => (testCase[name] === undefined ? [] : [[name, testCase[name]]]));
}

function plainOf({ limits: _, clock: __, random: ___, ...plain }: Case): Case {
  return plain;
}
