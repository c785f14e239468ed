import { defineAction, type Journal, Sandbox } from '../../../runtime/index.ts';
import { type SelfCheck, unless } from './self-check.ts';

/** Two calls, one after the other. That the second one is made shows that the script has seen the first one's outcome. */
const expected = [
  ...['written: start', 'written: reservation', 'executed', 'written: entry'],
  ...['written: reservation', 'executed', 'written: entry'],
];

/** A journal that takes its time. Nothing may happen before what it is about has been written. */
export const journalIsWrittenAhead: SelfCheck = {
  name: 'journal-is-written-ahead',
  shows: 'An action starts when its call is in the journal, and its outcome reaches the script when that is there.',
  async problems() {
    const seen: string[] = [];
    const act = defineAction({
      name: 'act',
      execute() {
        seen.push('executed');
      },
    });
    await using sandbox = new Sandbox({ actions: [act], isolation: 'inline' });
    await sandbox.eval('await actions.act(1); await actions.act(2);', { runId: 'r', journal: slow(seen) });
    const [happened, owed] = [seen.join(', '), expected.join(', ')];
    return unless(happened === owed, `What happened is: ${happened}. It must be: ${owed}.`);
  },
};

function slow(seen: string[]): Journal {
  return {
    async append(records) {
      for (let turn = 0; turn < 50; turn++) await null;
      for (const { type } of records) seen.push(`written: ${type}`);
    },
  };
}
