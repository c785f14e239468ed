import { defineWorkflow } from 'lockstep/harness';
import { z } from 'zod';

const rows = z.array(z.object({ key: z.string(), amount: z.number().int().min(0).max(1_000) })).max(4);

interface Store {
  /** How often each batch's rows were loaded, and under which ids. */
  imports: Map<string, number>;
  reports: { loaded: number; failed: string[] }[];
}

export default defineWorkflow({
  name: 'import',
  script: './import.workflow.ts',
  input: z.object({ day: z.iso.date() }),
  model: (): Store => ({ imports: new Map(), reports: [] }),
  actions: {
    listBatches: {
      input: z.object({ day: z.iso.date() }),
      output: z.object({ batches: z.array(z.string().regex(/^b[0-9]$/)).max(5) }),
      fails: ['TIMEOUT', 'NO_SUCH_DAY'],
    },
    fetchBatch: {
      input: z.object({ batch: z.string() }),
      output: z.object({ rows }),
      fails: ['TIMEOUT', 'CORRUPT'],
    },
    load: {
      input: z.object({ importId: z.string(), rows: rows.min(1) }),
      output: z.object({ loaded: z.number().int() }),
      fails: [{ code: 'TIMEOUT', afterEffect: true }, 'CONSTRAINT'],
      simulate(input, { model }) {
        model.imports.set(input.importId, input.rows.length);
        return { loaded: input.rows.length };
      },
    },
    report: {
      input: z.object({ day: z.iso.date(), loaded: z.number().int(), failed: z.array(z.string()) }),
      simulate({ loaded, failed }, { model }) {
        model.reports.push({ loaded, failed });
        return null;
      },
    },
  },
  invariants: {
    'a batch is imported at most once': ({ model }) => {
      const batches = [...model.imports.keys()].map((id) => id.split('/')[1]);
      const twice = batches.find((batch, i) => batches.indexOf(batch) !== i);
      if (twice) return `${twice} was imported more than once: ${[...model.imports.keys()].join(', ')}`;
    },
    'each batch is loaded or reported as failed': ({ run, model }) => {
      if (run.status !== 'completed') return;
      const listed = run.callLog.findLast((entry) => entry?.type === 'action' && entry.name === 'listBatches');
      if (listed?.type !== 'action' || !('response' in listed)) return;
      const { failed, loaded } = run.value as { failed: string[]; loaded: number };
      const fetched = run.callLog.flatMap((entry) =>
        entry?.type === 'action' && entry.name === 'fetchBatch' && 'response' in entry ? [entry] : [],
      );
      const empty = fetched.filter(({ response }) => (response as { rows: unknown[] }).rows.length === 0);
      const done = new Set([
        ...failed,
        ...[...model.imports.keys()].map((id) => id.split('/')[1]),
        ...empty.map(({ input }) => (input as { batch: string }).batch),
      ]);
      const lost = (listed.response as { batches: string[] }).batches.filter((batch) => !done.has(batch));
      if (lost.length > 0) return `${lost.join(', ')} was neither loaded nor reported (${loaded} rows in all)`;
    },
    'the report counts what was loaded': ({ model }) => {
      const report = model.reports.at(-1);
      const stored = [...model.imports].filter(([id]) => !report?.failed.includes(id.split('/')[1] ?? ''));
      const rowsStored = stored.reduce((sum, [, count]) => sum + count, 0);
      if (report && report.loaded !== rowsStored)
        return `reported ${report.loaded} rows, and ${rowsStored} are in the store`;
    },
  },
});
