import type { Form } from '../node.ts';
import { calls } from './calls.ts';
import { combined } from './combined.ts';
import { following } from './following.ts';
import { waiting } from './waiting.ts';

/** Expressions that give a promise. What it fulfils with is JSON; it may reject with a failed action's error. */
export const promises: readonly Form[] = [...calls, ...combined, ...following, ...waiting];
