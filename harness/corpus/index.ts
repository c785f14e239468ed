export { type Corpus, type KeptEntry, keepEntry, readCorpus } from './directory.ts';
export { type CorpusEntry, parseEntry, printEntry } from './entry.ts';
