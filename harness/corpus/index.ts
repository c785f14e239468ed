export { type Corpus, type KeptEntry, keepEntry, readCorpus, removeEntry, rewriteEntry } from './directory.ts';
export { type CorpusEntry, parseEntry, printEntry } from './entry.ts';
