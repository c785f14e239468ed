import type { HostileScript } from '../hostile-script.ts';
import { afterTheEnd } from './after-the-end.ts';
import { amounts } from './amounts.ts';
import { bridge } from './bridge.ts';
import { host } from './host.ts';
import { memory } from './memory.ts';
import { neighbours } from './neighbours.ts';
import { pauses } from './pauses.ts';
import { source } from './source.ts';
import { stack } from './stack.ts';
import { steps } from './steps.ts';

/** What hostile scripts are after, and the scripts. */
export const themes: Readonly<Record<string, readonly HostileScript[]>> = {
  'the host': host,
  'other runs': neighbours,
  'the bridge': bridge,
  'a pause': pauses,
  'what comes after the end': afterTheEnd,
  steps: steps,
  memory: memory,
  'the stack': stack,
  amounts: amounts,
  'the compiler': source,
};
