/** Wrong: a timeout is tried again however often there was one, and a service may be down for the night. */
import type { ImportActions, ImportInput } from '../import.actions.d.ts';

declare const actions: ImportActions;

export default async function importDay({ day }: ImportInput) {
  const { batches } = await untilAnswered(() => actions.listBatches({ day }));
  const failed: string[] = [];
  let loaded = 0;
  for (const batch of new Set(batches)) {
    try {
      const { rows } = await untilAnswered(() => actions.fetchBatch({ batch }));
      if (rows.length === 0) continue;
      const done = await untilAnswered(() => actions.load({ importId: `${day}/${batch}`, rows }));
      loaded += done.loaded;
    } catch {
      failed.push(batch);
    }
  }
  await actions.report({ day, loaded, failed: failed.sort() });
  return { loaded, failed };
}

async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as { code?: string }).code !== 'TIMEOUT') throw error;
    }
  }
}
