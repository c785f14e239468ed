import type { Kind } from './node.ts';

/** What a script that calls an action knows of it. Answers are any JSON all the same: scripts check what they use. */
export interface ActionShape {
  /** The name a person would give to its answer. */
  readonly result: string;
  /** What a person would expect the answer to be. */
  readonly gives: Kind;
  /** The fields of its input, in order of importance. */
  readonly input: readonly (readonly [field: string, kind: Kind])[];
}

const shapes = {
  fetchUser: { result: 'user', gives: 'record', input: [['id', 'text']] },
  getOrder: { result: 'order', gives: 'record', input: [['id', 'text']] },
  listOrders: {
    result: 'orders',
    gives: 'list',
    input: [
      ['user', 'text'],
      ['page', 'number'],
    ],
  },
  reserve: {
    result: 'booking',
    gives: 'record',
    input: [
      ['item', 'any'],
      ['count', 'number'],
    ],
  },
  release: { result: 'released', gives: 'flag', input: [['booking', 'any']] },
  charge: {
    result: 'receipt',
    gives: 'record',
    input: [
      ['amount', 'number'],
      ['order', 'any'],
    ],
  },
  refund: {
    result: 'refund',
    gives: 'any',
    input: [
      ['amount', 'number'],
      ['reason', 'text'],
    ],
  },
  notify: {
    result: 'notice',
    gives: 'any',
    input: [
      ['to', 'text'],
      ['text', 'text'],
    ],
  },
  ask: {
    result: 'answer',
    gives: 'any',
    input: [
      ['question', 'text'],
      ['about', 'any'],
    ],
  },
  audit: {
    result: 'entry',
    gives: 'any',
    input: [
      ['event', 'text'],
      ['detail', 'any'],
    ],
  },
  'mail.send': {
    result: 'mail',
    gives: 'record',
    input: [
      ['to', 'text'],
      ['subject', 'text'],
    ],
  },
  'stock.check': {
    result: 'stock',
    gives: 'number',
    input: [
      ['item', 'text'],
      ['count', 'number'],
    ],
  },
} as const satisfies Record<string, ActionShape>;

/** The actions that generated scripts call, by name. */
export const actionShapes: Readonly<Record<string, ActionShape>> = shapes;

export const actionNames: readonly string[] = Object.keys(shapes);

/** What people write into the text fields of inputs. */
export const usualTexts: Readonly<Record<string, readonly string[]>> = {
  id: ['o_7', 'u_17', 'Zürich', ''],
  user: ['u_17', 'u_4'],
  to: ['ann@example.org', 'ops'],
  text: ['done', 'please look', 'Grüße \u{1f600}'],
  question: ['Go on?', 'Refund it?', 'Which one?'],
  event: ['started', 'paid', 'late'],
  reason: ['late', 'broken', ''],
  subject: ['Receipt', 'Sorry'],
  item: ['book', 'pen', 'a,b;c'],
};
