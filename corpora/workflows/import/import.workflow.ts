/**
 * The nightly import: the day's batches are fetched and loaded, two at a time, each step with retries. A batch that
 * cannot be had is left for tomorrow and named in the report; the others are not held up by it.
 */
import type { ImportActions } from './import.actions.d.ts';

declare const actions: ImportActions;

const workersMax = 2;
const triesMax = 3;

export default async function importDay(input: { day: string }) {
  const { batches } = await withRetries(() => actions.listBatches({ day: input.day }));
  const queue = [...new Set(batches)];
  const failed: string[] = [];
  let loaded = 0;
  const worker = async () => {
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
      const rows = await importBatch(input.day, batch);
      if (rows === undefined) failed.push(batch);
      else loaded += rows;
    }
  };
  await Promise.all(Array.from({ length: workersMax }, worker));
  await actions.report({ day: input.day, loaded, failed: failed.sort() });
  console.log(`${input.day}: ${loaded} rows, ${failed.length} batches failed`);
  return { loaded, failed };
}

/** How many rows were loaded; `undefined` where it could not be done. */
async function importBatch(day: string, batch: string): Promise<number | undefined> {
  try {
    const { rows } = await withRetries(() => actions.fetchBatch({ batch }));
    if (rows.length === 0) return 0;
    // The same id for every try: a load whose answer was lost is not made twice.
    const importId = `${day}/${batch}`;
    const { loaded } = await withRetries(() => actions.load({ importId, rows }));
    return loaded;
  } catch {
    return undefined;
  }
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as { code?: string }).code !== 'TIMEOUT' || tries === triesMax) throw error;
    }
  }
}
