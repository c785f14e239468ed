import { campaignLosesNothing } from './campaign-loses-nothing.ts';
import { campaignRepeatsItself } from './campaign-repeats-itself.ts';
import { journalIsWrittenAhead } from './journal-is-written-ahead.ts';
import { minimiserKeepsTheFailure } from './minimiser-keeps-the-failure.ts';
import { nothingIsLostSilently } from './nothing-is-lost-silently.ts';
import { oraclesRejectTheirControls } from './oracles-reject-their-controls.ts';
import { rareStatesAreToldApart } from './rare-states-are-told-apart.ts';
import { schedulersKeepTheirWord } from './schedulers-keep-their-word.ts';
import type { SelfCheck } from './self-check.ts';
import { threadsEqualInline } from './threads-equal-inline.ts';

/** All of them, in the order in which they are reported. */
export const selfChecks: readonly SelfCheck[] = [
  oraclesRejectTheirControls,
  minimiserKeepsTheFailure,
  schedulersKeepTheirWord,
  campaignLosesNothing,
  campaignRepeatsItself,
  rareStatesAreToldApart,
  threadsEqualInline,
  journalIsWrittenAhead,
  nothingIsLostSilently,
];
