import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const list = z.string().min(1);
const contact = z.object({ id: z.string().min(1), email: z.email(), name: z.string().nullable() });

interface MailingList {
  /** How often each address was subscribed, under different keys. */
  subscribed: Map<string, string>;
  reports: { copied: number; refused: string[] }[];
}

export default defineWorkflow({
  name: 'sync',
  script: './sync.workflow.ts',
  input: z.object({ list }),
  model: (): MailingList => ({ subscribed: new Map(), reports: [] }),
  actions: {
    readPage: {
      description: 'So many contacts that come after one.',
      input: z.object({ after: z.string().nullable(), size: z.number().int() }),
      output: z.object({ contacts: z.array(contact).max(2) }),
      fails: ['UNAVAILABLE'],
      effect: 'any',
    },
    subscribe: {
      description: 'Puts an address into the list, or changes its name.',
      input: z.object({ list, email: z.string(), name: z.string().min(1) }),
      fails: ['REFUSED'],
      effect: 'any',
      simulate({ email }, { model, idempotencyKey }) {
        model.subscribed.set(idempotencyKey, email);
        return null;
      },
    },
    report: {
      description: 'Writes down what came of it.',
      input: z.object({ list, copied: z.number().int(), refused: z.array(z.string()) }),
      simulate({ copied, refused }, { model }) {
        model.reports.push({ copied, refused });
        return null;
      },
    },
  },
  invariants: {
    'every contact is copied, or refused by the list': ({ run, executions }) => {
      if (run.status !== 'completed') return;
      const read = run.callLog.flatMap((entry) =>
        entry?.type === 'action' && entry.name === 'readPage' && 'response' in entry
          ? (entry.response as { contacts: { email: string }[] }).contacts
          : [],
      );
      const tried = new Set(executions.flatMap((one) => (one.name === 'subscribe' ? [one.input.email] : [])));
      const lost = read.filter(({ email }) => !tried.has(email)).map(({ email }) => email);
      if (lost.length > 0) return `never tried: ${lost.join(', ')}`;
    },
    'the report counts what was copied': ({ model }) => {
      const report = model.reports.at(-1);
      if (report && report.copied !== model.subscribed.size) {
        return `reported ${report.copied}, and ${model.subscribed.size} were subscribed`;
      }
    },
  },
});
