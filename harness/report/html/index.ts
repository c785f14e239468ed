export { casePage, replayPage } from './replay-page.ts';
export { reportPage, storiesMax } from './report-page.ts';
