/** What the import script may call. */
export interface ImportActions {
  listBatches(input: { day: string }): Promise<{ batches: string[] }>;
  fetchBatch(input: { batch: string }): Promise<{ rows: { key: string; amount: number }[] }>;
  /** Loads rows once for each `importId`: asked again with the same one, the store says what it did then. */
  load(input: { importId: string; rows: { key: string; amount: number }[] }): Promise<{ loaded: number }>;
  report(input: { day: string; loaded: number; failed: string[] }): Promise<null>;
}
