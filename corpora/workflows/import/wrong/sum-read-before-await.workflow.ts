/** Wrong: the sum is read before the load is waited for and written after it, so concurrent batches lose rows. */
import type { ImportActions } from '../import.actions.d.ts';

declare const actions: ImportActions;

export default async function importDay({ day }: { day: string }) {
  const { batches } = await actions.listBatches({ day });
  const failed: string[] = [];
  let loaded = 0;
  await Promise.all(
    [...new Set(batches)].map(async (batch) => {
      try {
        const { rows } = await actions.fetchBatch({ batch });
        if (rows.length > 0) loaded = loaded + (await actions.load({ importId: `${day}/${batch}`, rows })).loaded;
      } catch {
        failed.push(batch);
      }
    }),
  );
  await actions.report({ day, loaded, failed: failed.sort() });
  return { loaded, failed };
}
