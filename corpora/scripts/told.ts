import type { Json } from 'lockstep';
import { expect } from 'vitest';

type Tool = (input: never) => unknown;

/** A script as it was written, what it is given, what its tools say, and what it must come to. */
export interface ToldScript {
  readonly file: string;
  readonly shows: string;
  readonly input?: Json;
  /** By name. A tool that is not here says what its schema's simplest value is. */
  readonly tools: Readonly<Record<string, Tool>>;
  /** What people say who are asked. */
  readonly answer?: Json;
  readonly value: unknown;
  readonly console?: readonly string[];
}

const once = <Value>(first: Value, then: Value) => {
  let calls = 0;
  return () => (calls++ === 0 ? first : then);
};

const fail = (code: string, message: string): never => {
  throw Object.assign(new Error(message), { code });
};

export const toldScripts: readonly ToldScript[] = [
  {
    file: 'weekly-digest.js',
    shows: 'Promise.all, a Markdown table, padStart, date arithmetic, optional chaining, console progress',
    input: { repo: 'acme/web' },
    tools: {
      'github.listIssues': () => [
        { number: 1, title: 'a', labels: ['bug'] },
        { number: 2, title: 'b', labels: ['bug', 'ui'] },
        { number: 3, title: 'c', labels: [] },
      ],
      'calendar.listEvents': () => [
        { id: 'e1', title: 'Retro', start: '2026-03-02T14:05:00Z', end: '2026-03-02T15:00:00Z' },
      ],
      sendEmail: () => ({ messageId: 'm1' }),
    },
    value: {
      messageId: 'm1',
      issues: 3,
      meetings: 1,
      body: [
        '# Digest of acme/web',
        '',
        '| Label        | Count |',
        '| ------------ | ----: |',
        '| bug          |     2 |',
        '| ui           |     1 |',
        '| unlabelled   |     1 |',
        '',
        '## Meetings',
        '- 2026-03-02 14:05: Retro',
      ].join('\n'),
    },
    console: ['Building the digest for acme/web...', 'Found 3 issues and 1 events'],
  },
  {
    file: 'triage-issues.ts',
    shows: 'an enum, interfaces, `as any`, Promise.allSettled with a summary, regular expressions',
    input: { repo: 'acme/web' },
    tools: {
      'github.listIssues': () => [
        { number: 1, title: 'Crash on start', labels: [] },
        { number: 2, title: 'Button broken', labels: ['ui'] },
        { number: 3, title: 'Nicer colours', labels: ['priority: low'] },
      ],
      'github.addLabels': ({ number, labels }: { number: number; labels: string[] }) =>
        number === 2 ? fail('RATE_LIMITED', 'slow down') : { labels },
    },
    value: {
      total: 3,
      labelled: 1,
      failed: [{ number: 2, reason: 'slow down' }],
      byPriority: { 'priority: low': 0, 'priority: medium': 1, 'priority: high': 1 },
    },
  },
  {
    file: 'overdue-tickets-main.js',
    shows: '`async function main() { … } main();`, neither awaited nor returned; cursors, try/catch around every call',
    tools: {
      'tickets.list': once<unknown>(
        { items: [{ id: 't1', subject: 'x', updatedAt: '2020-01-01T00:00:00Z' }], nextCursor: 'c' },
        { items: [{ id: 't2', subject: 'y', updatedAt: '2020-01-01T00:00:00Z' }] },
      ),
      'tickets.update': ({ id }: { id: string }) =>
        id === 't2' ? fail('LOCKED', 'somebody is at it') : { id, status: 'escalated' },
    },
    value: { checked: 2, escalated: ['t1'], errors: [{ id: 't2', error: 'somebody is at it' }] },
    console: ['Checking 2 tickets', 'error: Could not escalate t2: somebody is at it'],
  },
  {
    file: 'umbrella-codemode.js',
    shows: 'an arrow function as the whole script, Promise.all over a map, try/catch inside it',
    tools: {
      getWeather: ({ city }: { city: string }) =>
        city === 'Oslo'
          ? fail('UNAVAILABLE', 'no data')
          : { tempC: 11, condition: city === 'London' ? 'Light rain' : 'Sun' },
      sendEmail: () => ({ messageId: 'm1' }),
    },
    value: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), umbrella: ['London'], failed: ['Oslo'] },
  },
  {
    file: 'backup-contacts-iife.js',
    shows:
      '`(async () => { … })()`, retries with exponential backoff by setTimeout and Math.random, CSV by regular expression',
    tools: {
      'crm.searchContacts': (() => {
        let calls = 0;
        return () => {
          calls += 1;
          if (calls === 1) fail('RATE_LIMITED', 'slow down');
          return { contacts: [{ id: `c${calls}`, name: 'Ada, "A"', email: null }], nextCursor: calls < 3 ? 'x' : null };
        };
      })(),
    },
    value: {
      pages: 2,
      contacts: 2,
      bytes: 47,
      head: ['id,name,email', 'c2,"Ada, ""A""",', 'c3,"Ada, ""A""",'],
    },
  },
  {
    file: 'research-fenced.js',
    shows: 'a fence around the script, Promise.race with a timeout, Map, continue, template literals',
    tools: {
      search: ({ query }: { query: string }) =>
        query.startsWith('Which')
          ? fail('UNAVAILABLE', 'no index')
          : { results: [{ title: ' Answers ', url: `https://e.org/${query.length}` }, { url: '' }] },
      fetchPage: ({ url }: { url: string }) => (url.endsWith('26') ? { text: 'one two' } : fail('UNAVAILABLE', 'gone')),
    },
    value: {
      report: [
        '## 1. Answers',
        '> What is durable execution?',
        'one two',
        '<https://e.org/26>',
        '## 2. Answers',
        '> How does QuickJS meter fuel?',
        '',
        '<https://e.org/28>',
      ].join('\n\n'),
      sources: 2,
      read: 2,
    },
  },
  {
    file: 'meeting-slots.ts',
    shows: 'types, a generator, date arithmetic in UTC, a question to a person',
    input: { attendees: ['ada@e.org'], after: '2026-03-02T08:00:00.000Z' },
    tools: {
      'calendar.listEvents': () => [
        { id: 'e1', title: 'x', start: '2026-03-02T08:30:00Z', end: '2026-03-02T09:45:00Z' },
      ],
      'calendar.createEvent': () => ({ id: 'e2' }),
    },
    answer: true,
    value: { booked: true, id: 'e2', slot: '2026-03-02 10:00 UTC' },
  },
  {
    file: 'mcp-content.js',
    shows: 'JSON.parse of tool results in content blocks, loosely shaped data, structuredClone, JSON.stringify',
    input: { customerId: 'c1' },
    tools: {
      'mcp.callTool': ({ name }: { name: string }) =>
        name === 'get_profile'
          ? { content: [{ type: 'text', text: 'not found' }], isError: true }
          : { content: [{ type: 'text', text: '{"orders":[{"id":"ord-7","amount":"12.5"},{"id":1}]}' }] },
    },
    value: 'Customer has 2 orders (7) worth 12.50. OK',
    console: ['No profile: not found'],
  },
  {
    file: 'batch-update.js',
    shows: 'a default export with defaults, batches by Array.from({ length }), sleep, a progress bar, `data`',
    input: { ids: ['a', 'b', 'a', 'c'], batchSize: 2 },
    tools: {
      'crm.updateContact': ({ id }: { id: string }) => (id === 'c' ? fail('LOCKED', 'locked') : { ok: true }),
    },
    value: { ok: 2, failed: 1, failures: ['c: LOCKED'], batches: 2 },
    console: ['info: [#####.....] 50%', 'info: [##########] 100%'],
  },
  {
    file: 'duplicate-contacts.js',
    shows: '`const main = async () => …; main().then(…).catch(…)`, an async generator, for await, localeCompare',
    tools: {
      'crm.searchContacts': once<unknown>(
        { contacts: [{ id: '1', name: 'A', email: 'A+x@e.org' }], nextCursor: 'c' },
        {
          contacts: [
            { id: '2', name: 'A', email: ' a@e.org', lastContacted: '2026-01-01T00:00:00Z' },
            { id: '3', name: 'B' },
          ],
          nextCursor: null,
        },
      ),
      'crm.updateContact': () => ({ ok: true }),
    },
    value: { success: true, groups: 1, merged: 1 },
    console: ['1 groups, 1 merged', '{\n  "a@e.org": 2\n}'],
  },
  {
    file: 'daily-briefing.js',
    shows: 'no value at all: effects in a loop, catch on promises, setDate, toDateString, errors in the console',
    input: { people: [{ name: 'Ada', email: 'ada@e.org' }] },
    tools: {
      getWeather: () => fail('UNAVAILABLE', 'no data'),
      'calendar.listEvents': () => [
        { id: 'e', title: 'Retro', start: '2026-03-02T14:05:00Z', end: '2026-03-02T15:00:00Z' },
      ],
      'tickets.list': () => ({ items: [{ id: 't', subject: 's', updatedAt: '2026-03-02T14:05:00Z' }] }),
      sendEmail: () => fail('BOUNCED', 'no such mailbox'),
    },
    value: null,
    console: [
      'Preparing briefing for Ada',
      'warn: Weather unavailable Error: no data',
      'error: Failed to send BOUNCED no such mailbox',
    ],
  },
  {
    file: 'invoice-reminders.ts',
    shows:
      '`await run();` as the last statement, Object.groupBy, Date.parse, a thousands separator by regular expression',
    tools: {
      listInvoices: () => ({
        invoices: [
          { id: 'i1', customer: { name: 'Ada', email: 'ada@e.org' }, amountCents: 98_765_432, dueDate: '2020-01-31' },
          { id: 'i2', customer: { name: 'Bob' }, amountCents: 1, dueDate: '2020-02-01' },
          { id: 'i3', customer: { name: 'Cy', email: 'cy@e.org' }, amountCents: 1, dueDate: '2999-02-01' },
        ],
      }),
      sendEmail: ({ body }: { body: string }) =>
        /€987,654\.32/.test(body) ? { messageId: 'm' } : fail('BOUNCED', body),
    },
    value: { sent: ['i1'], skipped: ['i2'] },
  },
];
