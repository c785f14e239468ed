import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const quiet = ['disable-background-networking', 'disable-component-update', 'disable-sync', 'no-first-run'];

const viewport = { width: 1440, height: 900 };

/** For tests: a real browser, and pages in it that are opened from files, as a user does. */
export class TestBrowser implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'lockstep-pages-'));
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<TestBrowser> {
    const args = ['headless', 'no-sandbox', 'disable-gpu', ...quiet].map((name) => `--${name}`);
    return new TestBrowser(
      await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args }),
    );
  }

  /** Opens a page that is this text, at once and without motion. `went`: whatever it asks for besides itself; `errors`: of its script, or for lack of a right. */
  async open(text: string, options: OpenOptions = {}): Promise<Opened> {
    const file = join(this.#folder, 'page.html');
    writeFileSync(file, text);
    const page = await this.#browser.newPage({ viewport, reducedMotion: 'reduce', ...options });
    const own = pathToFileURL(file).href;
    const [went, errors]: [string[], string[]] = [[], []];
    page.on('request', (request) => request.url() !== own && went.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(own);
    return { page, went, errors };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export type OpenOptions = NonNullable<Parameters<Browser['newPage']>[0]>;

export interface Opened {
  readonly page: Page;
  readonly went: readonly string[];
  readonly errors: readonly string[];
}
