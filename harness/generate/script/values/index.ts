import type { Form } from '../node.ts';
import { anythings } from './anything.ts';
import { flags } from './flags.ts';
import { lists } from './lists.ts';
import { numbers } from './numbers.ts';
import { records } from './records.ts';
import { texts } from './texts.ts';

/** Expressions by kind. Each is total: whatever JSON an action answers with, it does not throw and is of its kind. */
export const values: readonly Form[] = [...numbers, ...texts, ...flags, ...lists, ...records, ...anythings];
