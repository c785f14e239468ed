import { failedControls } from '../../oracle/index.ts';
import type { SelfCheck } from './self-check.ts';

export const oraclesRejectTheirControls: SelfCheck = {
  name: 'oracles-reject-their-controls',
  shows: 'Every oracle accepts a sound run, and rejects one in which its promise is broken.',
  problems: ({ engine, elsewhere }) => failedControls(engine, elsewhere),
};
