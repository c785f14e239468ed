import type { Timeline } from '../../timeline/index.ts';
import type { CaseVerdict, Judgement, ReplayReport } from '../replay-text.ts';
import { html, type Markup } from './markup.ts';
import { pageText } from './page.ts';

/** What `lockstep replay` of a saved run shows, as one page. */
export function replayPage(report: ReplayReport, timeline: Timeline, path: string): string {
  const { identical, status, entries, delivered, mismatch, differences } = report;
  const message =
    mismatch?.message ??
    differences
      .map(
        ({ path: at, recorded, observed }) => `${at}\n  saved:    ${shown(recorded)}\n  replayed: ${shown(observed)}`,
      )
      .join('\n');
  return pageText({
    title: `replay of ${path}`,
    verdict: identical
      ? { word: 'Identical', tone: 'good' }
      : { word: mismatch ? 'Mismatch' : 'Different', tone: 'bad' },
    reasons: [],
    facts: [
      ['status', status],
      ['entries in the log', String(entries)],
      ['delivered', String(delivered)],
    ],
    tables: [],
    stories: [
      { heading: 'What happens', ...(message !== '' && { message }), reproduce: `lockstep replay ${path}`, timeline },
    ],
  });
}

/** What `lockstep replay` of a case shows, as one page. */
export function casePage({ verdict, judgements }: CaseVerdict, timeline: Timeline, path: string): string {
  const broken = judgements.flatMap(({ divergence }) => divergence ?? []);
  return pageText({
    title: `replay of ${path}`,
    verdict: { word: verdict, tone: verdict === 'PASS' ? 'good' : 'bad' },
    reasons: [],
    facts: [],
    tables: [judgementsTable(judgements)],
    stories: [
      {
        heading: 'What happens',
        ...(broken.length > 0 && { message: broken.join('\n') }),
        reproduce: `lockstep replay ${path}`,
        timeline,
      },
    ],
  });
}

function judgementsTable(judgements: readonly Judgement[]): Markup {
  const rows = judgements.map(
    ({ promise, result }) =>
      html`<tr><td class="${result === 'broken' ? 'bad' : ''}">${words[result]}</td><td>${promise}</td></tr>`,
  );
  return html`<details><summary>The promises</summary><div class="scroll" role="region" aria-label="Promises" tabindex="0"><table><thead><tr><th scope="col">result</th><th scope="col">promise</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

const words = { holds: 'holds', broken: 'broken', 'not-judged': 'not judged' } as const;

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
