import type { Engine, Run } from '../../../../runtime/index.ts';
import type { Case } from '../../../case/index.ts';
import { type Timeline, timelineOfRun, timelineOfTrace, type VerdictFacts } from '../../../timeline/index.ts';
import { runWorld } from '../../../world/index.ts';

/** For tests: what really happened in runs of several kinds. */
export function caseOf(script: string, parts: Partial<Case> = {}): Case {
  return {
    version: 1,
    script,
    input: null,
    data: {},
    actions: ['getOrder', 'askHuman', 'refund', 'notify'],
    onInterrupt: 'stop',
    behaviours: [],
    schedule: [],
    faults: [],
    ...parts,
  };
}

export function played(engine: Engine, testCase: Case, verdict?: VerdictFacts): Timeline {
  const trace = runWorld(testCase, { engine, file: 'refund.workflow.ts' });
  const notes = [`onInterrupt: ${testCase.onInterrupt}`];
  return timelineOfTrace(testCase, trace, {
    name: 'refund',
    file: 'refund.workflow.ts',
    notes,
    engine,
    ...(verdict && { verdict }),
  });
}

export const refund = `// Pays an order back. Large sums need somebody's approval.
export default async (input: { orderId: string }) => {
  data.step = 'looking';
  const [order, history] = await Promise.all([
    actions.getOrder({ id: input.orderId }),
    actions.getOrder({ id: input.orderId, history: true }),
  ]);
  console.log('found', order.total, 'at', Date.now());
  if (order.total > 100) {
    data.step = 'asking';
    const yes = await actions.askHuman({ question: \`Refund \${order.total}?\` });
    if (!yes) return { refunded: false };
  }
  data.step = 'paying';
  await actions.refund({ orderId: input.orderId, amount: order.total });
  await actions.notify({ orderId: input.orderId, text: 'Your refund is on its way' });
  return { refunded: true, before: history.length };
};
`;

const world: Partial<Case> = {
  input: { orderId: 'A-17' },
  behaviours: [
    [{ type: 'respond', value: { id: 'A-17', total: 240, currency: 'EUR' } }],
    [{ type: 'respond', value: ['ordered', 'paid', 'sent'] }],
    [{ type: 'respond', value: 0 }],
    [
      { type: 'interrupt', payload: { question: 'Refund 240?' }, then: { type: 'answer', answer: true } },
      { type: 'respond', value: true },
    ],
    [{ type: 'respond', value: { ok: true } }],
    [{ type: 'fail', failure: { name: 'Error', message: 'mailbox full', code: 'BOUNCED' } }],
  ],
  schedule: [1],
};

export const sound: Case = caseOf(refund, {
  ...world,
  behaviours: [
    [{ type: 'respond', value: { id: 'A-17', total: 40, currency: 'EUR' } }],
    [{ type: 'respond', value: ['ordered', 'paid', 'sent'] }],
  ],
});

export const crashed: Case = caseOf(refund, {
  ...world,
  faults: [
    { type: 'snapshot', turn: 1 },
    { type: 'crash', turn: 1, attempt: 1 },
    { type: 'clock-jump', ms: -86_400_000, turn: 0 },
  ],
});

/** The run that waits for an answer. */
export function pausedRun(engine: Engine): Run {
  const run = runWorld(caseOf(refund, world), { engine, file: 'refund.workflow.ts' }).attempts[0]?.run;
  if (run?.status !== 'interrupted') throw new Error('The run was to pause.');
  return { ...run, file: 'refund.workflow.ts' };
}

/** The run that is over, replayed with a script that has changed since. */
export function changedRun(engine: Engine): Run {
  const run = runWorld(sound, { engine, file: 'refund.workflow.ts' }).attempts.at(-1)?.run;
  if (run === undefined) throw new Error('The run was to end.');
  return {
    ...run,
    file: 'refund.workflow.ts',
    source: refund.replace('amount: order.total', 'amount: order.total * 1.1'),
  };
}

export function timelines(engine: Engine) {
  const broken = {
    title: 'broken: a customer who is paid is told',
    message: 'A-17 was paid 240 EUR, and nobody was told',
  };
  return {
    sound: played(engine, sound),
    paused: timelineOfRun(engine, pausedRun(engine)),
    crashed: played(engine, crashed, broken),
    diverged: timelineOfRun(engine, changedRun(engine)),
    many: played(engine, many),
    hostile: played(engine, hostile, { title: hostileText, message: `${hostileText}\nmore` }),
  };
}

export const many: Case = caseOf(
  `const all = await Promise.all(Array.from({ length: 50 }, (_, i) => actions.getOrder({ id: i })));
await actions.notify({ count: all.length });
return all.length;`,
  { schedule: Array.from({ length: 50 }, (_, i) => (i * 7) % 50), behaviours: [[{ type: 'respond', value: 1 }]] },
);

export const hostileText =
  '</script><script>window.owned=1</script><img src=x onerror=window.owned=1> \u202Egnp.exe\u2066';

export const hostile: Case = caseOf(
  `// ${hostileText}
console.log(${JSON.stringify(hostileText)});
data[${JSON.stringify(hostileText)}] = 'x'.repeat(100000);
const got = await actions.getOrder({ ${JSON.stringify(hostileText)}: ${JSON.stringify(hostileText)} });
throw new TypeError(got);`,
  { input: hostileText, behaviours: [[{ type: 'respond', value: `${hostileText}${'y'.repeat(5_000)}` }]] },
);
export type StoryName = keyof ReturnType<typeof timelines>;
