import type { Form } from '../node.ts';
import { branching } from './branching.ts';
import { catching } from './catching.ts';
import { functions } from './functions.ts';
import { generators } from './generators.ts';
import { loops } from './loops.ts';
import { order } from './order.ts';
import { state } from './state.ts';
import { waiting } from './waiting.ts';

/** Statements. What they declare is JSON; loops count to a small bound; what they start settles. */
export const statements: readonly Form[] = [
  ...waiting,
  ...branching,
  ...loops,
  ...functions,
  ...generators,
  ...catching,
  ...order,
  ...state,
];
