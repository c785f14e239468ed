// biome-ignore lint/correctness/useImportExtensions: the extension is there, before the query.
import text from './prelude.js?raw';

/** The guest's side of the bridge, as source text: it runs in the engine, never in the host. */
export const preludeText: string = text;
