import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../../runtime/index.ts';
import type { Timeline } from '../../timeline/index.ts';
import { pageText } from './page.ts';
import { reportPage } from './report-page.ts';
import { type Opened, type OpenOptions, TestBrowser } from './testing/browser.ts';
import { reportOf } from './testing/reports.ts';
import { type StoryName, timelines } from './testing/stories.ts';

const engine = await Engine.load();
const stories = timelines(engine);
const names = Object.keys(stories) as StoryName[];
const phone: OpenOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

let browser: TestBrowser;
beforeAll(async () => {
  browser = await TestBrowser.launch();
});
afterAll(() => browser[Symbol.asyncDispose]());

const textOf = (timeline: Timeline): string =>
  pageText({
    title: 'replay of a case',
    verdict: { word: 'FAIL', tone: 'bad' },
    reasons: [],
    facts: [],
    tables: [],
    stories: [{ heading: 'What happens', timeline }],
  });
const open = (name: StoryName, options?: OpenOptions): Promise<Opened> => browser.open(textOf(stories[name]), options);
const severalFailures = () => reportPage(reportOf(3), [stories.crashed, stories.diverged, stories.sound]);

describe.each(names)('the page of %s', (name) => {
  test('asks nobody for anything, runs nothing but its own script, and is small', async () => {
    const { page, went, errors } = await open(name);

    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect({ went, errors }).toEqual({ went: [], errors: [] });
    expect(textOf(stories[name]).length).toBeLessThan(300_000);
    await page.close();
  });

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', phone],
  ] satisfies [string, OpenOptions][])('is accessible, %s', async (_, options) => {
    const { page } = await open(name, options);

    expect(await complaints(page)).toEqual([]);
    await page.close();
  });

  test('fits a phone: nothing has to be pushed aside', async () => {
    const { page } = await open(name, phone);

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await page.locator('.graph').first().isVisible()).toBe(false);
    await page.close();
  });
});

test('the page of several failures is accessible, and its links lead to each of them', async () => {
  const { page, went } = await browser.open(severalFailures());

  expect(await complaints(page)).toEqual([]);
  await page.getByRole('navigation').getByRole('link').nth(1).click();
  expect(await page.evaluate('location.hash')).toBe('#story-2');
  expect(await page.locator('#story-2').evaluate((story) => story.getBoundingClientRect().top)).toBeLessThan(900);
  expect(went).toEqual([]);
  await page.close();
});

test('every link inside of the pages leads somewhere', async () => {
  for (const text of [...names.map((name) => textOf(stories[name])), severalFailures()]) {
    const { page } = await browser.open(text);
    const dead = await page
      .locator('a[href]')
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? '').filter((href) => !document.getElementById(href.slice(1))),
      );

    expect(dead).toEqual([]);
    await page.close();
  }
});

describe('a call and the line that makes it', () => {
  test('show each other to the mouse and to the keyboard', async () => {
    const { page } = await open('sound');
    const call = page.locator('.asked', { hasText: '→ refund' });
    const line = page.locator('.lines li', { hasText: 'actions.refund' });

    await call.hover();
    expect(await line.getAttribute('class')).toContain('lit');
    await line.hover();
    expect(await call.getAttribute('class')).toContain('lit');
    await page.locator('h1').hover();
    expect(await page.locator('.lit').count()).toBe(0);
    await call.focus();
    expect(await line.getAttribute('class')).toContain('lit');
    await page.keyboard.press('Escape');
    expect(await page.locator('.lit').count()).toBe(0);
    await page.close();
  });

  test('lead to each other by Enter', async () => {
    const { page } = await open('sound');
    await page.locator('.asked', { hasText: '→ refund' }).focus();

    await page.keyboard.press('Enter');
    expect(await focused(page)).toContain('await actions.refund');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toContain('→ refund');
    await page.close();
  });

  test('lead to each other by links without any script', async () => {
    const { page } = await open('sound', { javaScriptEnabled: false });

    await page.locator('.asked', { hasText: '→ refund' }).getByRole('link').click();

    expect(page.url()).toMatch(/#t1-s1-l15$/);
    await page.close();
  });

  test('stay together when they are clicked', async () => {
    const { page } = await open('sound');

    await page.locator('.lines li', { hasText: 'actions.notify' }).locator('code').click();
    await page.locator('h1').hover();

    expect(await page.locator('.event.lit').count()).toBe(2);
    await page.close();
  });
});

describe('keys', () => {
  test('lead down and up, to the ends, and across to the same turn of another attempt', async () => {
    const { page } = await open('crashed');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused(page);
    };

    expect(await press('j')).toContain('the script starts');
    expect(await press('j', 'ArrowDown')).toContain('1 →');
    expect(await press('k')).toContain('0 →');
    expect(await press('End')).toContain('paused, waiting');
    expect(await press('Home')).toContain('the script starts');
    expect(await press('ArrowDown', 'ArrowRight')).toContain('0 →');
    expect(await page.evaluate(attemptOfFocus)).toBe('t1-a2');
    expect(await press('ArrowLeft', 'ArrowLeft')).toContain('0 →');
    expect(await page.evaluate(attemptOfFocus)).toBe('t1-a1');
    await page.close();
  });

  test('lead to the first divergence, and so does the link', async () => {
    const { page } = await open('diverged');

    await page.keyboard.press('d');
    expect(await focused(page)).toContain('they differ at $.amount: recorded 40, observed 44');
    await page.locator('h1').click();
    await page.getByRole('link', { name: 'Jump to the first divergence' }).click();
    await expect.poll(() => focused(page)).toContain('they differ at');
    await page.close();
  });

  test('lead from failure to failure', async () => {
    const { page } = await browser.open(severalFailures());

    await page.keyboard.press('n');
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.id')).toBe('story-2');
    await page.keyboard.press('p');
    expect(await page.evaluate('document.activeElement.id')).toBe('story-1');
    await page.close();
  });

  test('are explained by ?, and Escape leads back', async () => {
    const { page } = await open('sound');

    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    expect(await complaints(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await page.close();
  });

  test('of the Tab key come to each timeline once, and then to its links', async () => {
    const { page } = await open('sound');
    const order: string[] = [];
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }

    expect(order.map((text) => text.replace(/\s+/g, ' ').slice(0, 24))).toEqual([
      expect.stringContaining('Skip to'),
      expect.stringContaining('Keys'),
      expect.stringContaining('Attempt 1'),
      expect.stringContaining('the script starts'),
      expect.stringContaining('line 5'),
      expect.stringContaining('line 6'),
      expect.stringContaining('line 8'),
      expect.stringContaining('line 15'),
    ]);
    await page.close();
  });
});

test('the same turn stands at the same height in every attempt, and the source beside', async () => {
  const { page } = await open('crashed');
  const tops = await page
    .locator('.delivered .what', { hasText: '0 getOrder answers' })
    .evaluateAll((found) => found.map((what) => Math.round(what.getBoundingClientRect().top)));
  const [story, source] = await Promise.all([
    page.locator('.story').boundingBox(),
    page.locator('.sources').boundingBox(),
  ]);

  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
  expect(source?.x).toBeGreaterThan((story?.x ?? 0) + (story?.width ?? 0) - 1);
  await page.close();
});

test('nothing moves for those who do not want it, and paper shows all', async () => {
  const { page } = await open('sound', { reducedMotion: 'no-preference' });

  expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate('getComputedStyle(document.documentElement).scrollBehavior')).toBe('auto');
  expect(
    await page
      .locator('.event')
      .first()
      .evaluate((event) => getComputedStyle(event).transitionDuration),
  ).toBe('0s');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.keys').isVisible()).toBe(false);
  expect(await page.locator('.sources').evaluate((sources) => getComputedStyle(sources).position)).toBe('static');
  await page.close();
});

test('what was cut is there whole, and a link leads back', async () => {
  const { page } = await open('hostile');

  await page.getByRole('link', { name: 'all 5,086 characters' }).first().click();
  const whole = page.locator('.whole-texts article:target');
  expect(await whole.locator('pre').textContent()).toHaveLength(5_086 + 10);
  await whole.getByRole('link', { name: 'Back' }).click();
  expect(await page.locator('.event:target').textContent()).toContain('getOrder answers');
  await page.close();
});

const attemptOfFocus = "document.activeElement.closest('.attempt').getAttribute('aria-labelledby')";

function focused(page: Opened['page']): Promise<string> {
  return page.evaluate(
    "document.activeElement.matches('.attempts') ? document.activeElement.textContent.trim() : document.activeElement.textContent",
  ) as Promise<string>;
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** What axe finds wrong, each as `rule (impact): element`. The page lets no foreign script in, so it is put there from outside. */
async function complaints(page: Opened['page']): Promise<string[]> {
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(axe, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as AxeResult;
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html.slice(0, 160)} ${failureSummary}`),
  );
}
