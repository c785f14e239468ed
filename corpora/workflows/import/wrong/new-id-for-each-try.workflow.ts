/** Wrong: the id under which the store recognises a load is made anew for each try. */
import type { ImportActions } from '../import.actions.d.ts';

declare const actions: ImportActions;

export default async function importDay({ day }: { day: string }) {
  const { batches } = await actions.listBatches({ day });
  const results = await Promise.all([...new Set(batches)].map((batch) => importBatch(day, batch)));
  const failed = results.flatMap(({ batch, rows }) => (rows === undefined ? [batch] : []));
  const loaded = results.reduce((sum, { rows }) => sum + (rows ?? 0), 0);
  await actions.report({ day, loaded, failed: failed.sort() });
  return { loaded, failed };
}

async function importBatch(
  day: string,
  batch: string,
  tries = 1,
): Promise<{ batch: string; rows: number | undefined }> {
  try {
    const { rows } = await actions.fetchBatch({ batch });
    if (rows.length === 0) return { batch, rows: 0 };
    const { loaded } = await actions.load({ importId: `${day}/${batch}/${tries}`, rows });
    return { batch, rows: loaded };
  } catch {
    return tries < 3 ? importBatch(day, batch, tries + 1) : { batch, rows: undefined };
  }
}
