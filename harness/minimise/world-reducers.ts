import type { Behaviour, Fault } from '../case/index.ts';
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
  switch (fault.type) {
    case 'crash':
    case 'snapshot':
    case 'restore-elsewhere':
    case 'swap-out':
      for (const turn of smallerNumbers(fault.turn)) yield { ...fault, turn };
      return;
    case 'crash-record':
      for (const record of smallerNumbers(fault.record)) yield { ...fault, record };
      return;
    case 'punch':
      for (const positions of without(fault.positions)) yield { ...fault, positions };
  }
}

function smallerNumbers(number: number): number[] {
  return number > 0 ? [0, Math.floor(number / 2), number - 1] : [];
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

const respondNull: Behaviour = { type: 'respond', value: null };

function* simplerBehaviours(behaviour: Behaviour): Generator<Behaviour> {
  switch (behaviour.type) {
    case 'respond':
      for (const value of simplerJson(behaviour.value)) yield { ...behaviour, value };
      return;
    case 'fail':
      yield respondNull;
      yield { type: 'fail', failure: { name: 'Error', message: '' } };
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
    const { limits: _, ...withoutLimits } = testCase;
    yield withoutLimits;
    const { clock, random, ...plain } = testCase;
    if (clock !== undefined || random !== undefined) yield plain;
    yield { ...testCase, onInterrupt: 'stop' };
    for (const actions of without(testCase.actions)) yield { ...testCase, actions };
  },
};
