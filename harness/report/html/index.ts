export { type BenchPageFacts, benchPage } from './bench-page.ts';
export { casePage, replayPage } from './replay-page.ts';
export { reportPage, storiesMax } from './report-page.ts';
