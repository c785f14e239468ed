import { describe, expect, test } from 'vitest';
import { LongTexts } from './long-texts.ts';
import { escaped, html, Markup } from './markup.ts';
import { pageText } from './page.ts';
import { reportPage } from './report-page.ts';
import { reportOf } from './testing/reports.ts';

describe('markup', () => {
  test('escapes what is put into it, in content and in attributes, and leaves markup alone', () => {
    const name = `"><script>'&`;

    expect(html`<a title="${name}">${name} ${html`<b>${1}</b>`}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp; <b>1</b></a>',
    );
  });

  test('joins lists, and leaves out what there is none of', () => {
    expect(html`${['a', html`<i>b</i>`, ['c']]}${undefined}${false}`.text).toBe('a<i>b</i>c');
  });

  test.each([
    ['an override of direction', 'a\u202Eb', 'a\\u202eb'],
    ['an isolate', 'a\u2066b', 'a\\u2066b'],
    ['a zero-width space', 'a\u200Bb', 'a\\u200bb'],
    ['a control character', 'a\u0000\u001Bb', 'a\\u0000\\u001bb'],
    ['half a character', 'a\uD83Db', 'a\\ud83db'],
    ['the other half', 'a\uDE00b', 'a\\ude00b'],
  ])('shows %s by its code', (_, text, shown) => {
    expect(escaped(text)).toBe(shown);
  });

  test('leaves letters of any language, line feeds and tabs as they are', () => {
    expect(escaped('שלום\t😀\né')).toBe('שלום\t😀\né');
  });
});

describe('long texts', () => {
  test('are cut where they stand, and stand whole at the end, each once', () => {
    const texts = new LongTexts();
    const long = JSON.stringify({ long: 'x'.repeat(500) });

    const shown = [texts.code(long, 'a').text, texts.code(long, 'b').text, texts.code('"short"', 'c').text];

    expect(shown[0]).toContain('…</code> ');
    expect(shown[0]?.length).toBeLessThan(400);
    expect(shown[1]).toContain('href="#value-1">all 511 characters');
    expect(shown[2]).toBe('<code>&quot;short&quot;</code>');
    expect(texts.section().text.match(/x{500}/g)).toHaveLength(1);
    expect(texts.section().text).toContain('href="#a"');
  });

  test('that are huge are cut there too, and that is said', () => {
    const texts = new LongTexts();
    texts.code('y'.repeat(100_000), 'a');

    expect(texts.section().text).toContain('The last 60,000 characters are left out of this page.');
  });

  test('have all together no more room than a page may take', () => {
    const texts = new LongTexts();
    for (let i = 0; i < 50; i++) texts.code(String(i).padEnd(20_000, 'z'), 'a');

    expect(texts.section().text.length).toBeLessThan(230_000);
  });
});

describe('a page', () => {
  const page = (title: string) =>
    pageText({ title, verdict: { word: 'PASS', tone: 'good' }, reasons: [], facts: [], tables: [], stories: [] });

  test('tells the browser to run nothing but its own script', () => {
    expect(page('t')).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]+=*'/);
  });

  test('is the same text for the same report', () => {
    expect(reportPage(reportOf(2), [])).toBe(reportPage(reportOf(2), []));
  });

  test('of several failures lists them with links; of one it does not', () => {
    expect(reportPage(reportOf(2), [])).toContain('<a href="#story-2">');
    expect(reportPage(reportOf(1), [])).not.toContain('<nav');
  });

  test('says how many failures it leaves out', () => {
    const text = reportPage(reportOf(23), []);

    expect(text).toContain('3 failures more are not on this page.');
    expect(text.match(/class="story-of"/g)).toHaveLength(20);
  });

  test('cannot be closed by what it shows', () => {
    expect(page('</script></title><b>').match(/<\/script>/g)).toHaveLength(1);
    expect(new Markup('x').text).toBe('x');
  });
});

test('the page of a gate has each figure of replay latency, by the attempt that counts', () => {
  const figure = { name: 'replay / floor', what: 'a call', atMost: 2, verdict: 'FAIL' as const };
  const attempts = [
    { value: 2.5, rounds: 8, interval: { low: 2.4, high: 2.6 } },
    { value: 2.3, rounds: 1 },
  ];
  const report = reportOf(0);
  const latency = { seconds: 9, figures: [{ ...figure, attempts }] };

  const text = reportPage({ ...report, timing: { ...report.timing, latency } }, []);

  expect(text).toContain('Replay latency, in 9 s');
  expect(text).toContain(
    '<th scope="row">replay / floor</th><td class="figure">2.3</td><td class="figure">too few rounds</td><td class="figure">2</td><td class="bad">FAIL</td>',
  );
  expect(reportPage(report, [])).not.toContain('Replay latency');
});
