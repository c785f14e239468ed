import type { Timeline } from '../../timeline/index.ts';
import { coverageLines } from '../coverage-text.ts';
import { count, counted, duration, figure } from '../number-text.ts';
import type { Coverage, Failure, LatencyReport, Part, PromiseTally, Report, Verdict } from '../report.ts';
import { plainStyle } from '../style.ts';
import { html, type Markup } from './markup.ts';
import { pageText, type Story } from './page.ts';

/** So many failures are shown; the others are in the text and the JSON. */
export const storiesMax = 20;

/**
 * What `lockstep gate` or `lockstep fuzz` found, as one page. `timelines`: of the failures, by their index; one that could
 * not be made is left out.
 */
export function reportPage(report: Report, timelines: readonly (Timeline | undefined)[]): string {
  const { command, verdict, reasons, seed, reproduce, parts, promises, failures, timing } = report;
  const left = failures.length - storiesMax;
  return pageText({
    title: `lockstep ${command}`,
    verdict: { word: verdict, tone: tones[verdict] },
    reasons: left > 0 ? [...reasons, `${counted(left, 'failure')} more are not on this page.`] : reasons,
    facts: [
      ['seed', String(seed)],
      ['time', duration(timing.seconds)],
      ['the same again', reproduce],
    ],
    tables: [partsTable(parts), latencyTable(timing.latency), promisesTable(promises)],
    stories: failures.slice(0, storiesMax).map((failure, i) => storyOf(failure, timelines[i])),
  });
}

const tones: Record<Verdict, 'good' | 'bad' | 'unsure'> = {
  PASS: 'good',
  FAIL: 'bad',
  BROKEN: 'bad',
  INCONCLUSIVE: 'unsure',
};

function storyOf(failure: Failure, timeline: Timeline | undefined): Story {
  const { oracle, part, occurrences, promise, divergence, reproduce } = failure;
  return {
    heading: oracle,
    note: `in ${part}${occurrences > 1 ? `; ${count(occurrences)} cases like it, of which this is the smallest` : ''}`,
    // An invariant's name is its promise.
    ...(!promise.startsWith('Invariant:') && { promise: `What is promised: ${promise}` }),
    message: divergence,
    reproduce,
    ...(timeline && { timeline }),
  };
}

function partsTable(parts: readonly Part[]): Markup {
  const rows = parts.map(
    ({ name, cases, failed, about, notes, coverage }) =>
      html`<tr><th scope="row">${name}</th><td class="figure">${count(cases)}</td><td class="figure${failed > 0 && ' bad'}">${count(failed)}</td><td>${about}${notes.map((note) => html`<br>${note}`)}${coverageCell(coverage)}</td></tr>`,
  );
  return html`<div class="scroll" role="region" aria-label="What was examined" tabindex="0"><table><caption>What was examined</caption><thead><tr><th scope="col">part</th><th scope="col" class="figure">cases</th><th scope="col" class="figure">failed</th><th scope="col">what it is</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Figures of replay latency, by the attempt that counts. */
function latencyTable(latency: LatencyReport | undefined): Markup {
  if (latency === undefined || latency.figures.length === 0) return html``;
  const rows = latency.figures.map(({ name, what, atMost, verdict, attempts }) => {
    const { value = Number.NaN, interval } = attempts.at(-1) ?? {};
    const range = interval === undefined ? 'too few rounds' : `${figure(interval.low)} to ${figure(interval.high)}`;
    return html`<tr><th scope="row">${name}</th><td class="figure">${figure(value)}</td><td class="figure">${range}</td><td class="figure">${figure(atMost)}</td><td class="${verdict === 'FAIL' && 'bad'}">${verdict}</td><td>${what}</td></tr>`;
  });
  return html`<div class="scroll" role="region" aria-label="Replay latency" tabindex="0"><table><caption>Replay latency, in ${duration(latency.seconds)}</caption><thead><tr><th scope="col">figure</th><th scope="col" class="figure">median</th><th scope="col" class="figure">lies between</th><th scope="col" class="figure">at most</th><th scope="col">verdict</th><th scope="col">what it is</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** What of a script was reached, and the lines of what was not. */
function coverageCell(coverage: Coverage | undefined): Markup | undefined {
  const [figures, ...listing] = coverageLines(coverage, plainStyle);
  if (figures === undefined) return undefined;
  if (listing.length === 0) return html`<br>${figures.trim()}`;
  return html`<details><summary>${figures.trim()}</summary><div class="scroll" role="region" aria-label="Never reached" tabindex="0"><pre>${listing.join('\n')}</pre></div></details>`;
}

function promisesTable(promises: readonly PromiseTally[]): Markup {
  const rows = promises.map(
    ({ of, promise, judged, failed }) =>
      html`<tr><td>${of}</td><td>${promise}</td><td class="figure">${count(judged)}</td><td class="figure${failed > 0 && ' bad'}">${count(failed)}</td></tr>`,
  );
  return html`<details><summary>${counted(promises.length, 'promise')}, and how often each was checked</summary><div class="scroll" role="region" aria-label="Promises" tabindex="0"><table><thead><tr><th scope="col">whose</th><th scope="col">promise</th><th scope="col" class="figure">checked</th><th scope="col" class="figure">broken</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}
