import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Action, defineAction, type Run, Sandbox } from 'lockstep';
import { defineWorkflow, type Workflow } from 'lockstep/harness';
import { fuzz } from 'lockstep/vitest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ToldScript, toldScripts } from './told.ts';
import { tools } from './tools.ts';

const folder = join(import.meta.dirname, 'runs');

const names = Object.keys(tools) as (keyof typeof tools)[];

/** Every tool, with what this script's tools say. One that it has nothing to say for must not be called. */
function sandboxFor({ tools: told, answer }: ToldScript): Sandbox {
  const actions = names.map((name) => {
    const { input, output } = tools[name] as { input: z.ZodType; output?: z.ZodType };
    return defineAction({
      name,
      input,
      ...(output !== undefined && { output }),
      execute(given, context) {
        if (name === 'approve') return context.answer ?? context.interrupt(given);
        const tool = told[name] ?? (() => expect.unreachable(`${name} was called`));
        return tool(given as never);
      },
    }) as Action;
  });
  return new Sandbox({ actions, isolation: 'inline', ...(answer === undefined && { endSettleMs: 0 }) });
}

async function runOf(told: ToldScript, sandbox: Sandbox): Promise<Run> {
  const source = readFileSync(join(folder, told.file), 'utf8');
  const run = await sandbox.eval(source, { file: told.file, ...(told.input !== undefined && { input: told.input }) });
  return run.status === 'interrupted' && told.answer !== undefined ? await sandbox.resume(run, told.answer) : run;
}

describe.each(toldScripts)('$file', (told) => {
  test(`does what its author meant: ${told.shows}`, async () => {
    await using sandbox = sandboxFor(told);

    const run = await runOf(told, sandbox);

    expect(run).toMatchObject({ status: 'completed' });
    expect((run as { value?: unknown }).value).toEqual(told.value);
    if (told.console) expect(run.console.map(lineOf)).toEqual(told.console);
    expect(await sandbox.replay(run)).toEqual(run);
  });

  fuzz('holds against whatever its tools do', workflowOf(told), { cases: 300 });
});

function lineOf({ level, text }: Run['console'][number]): string {
  return level === 'log' ? text : `${level}: ${text}`;
}

function workflowOf({ file, tools: told, answer }: ToldScript): Workflow {
  const used = [...Object.keys(told), ...(answer === undefined ? [] : ['approve'])];
  return defineWorkflow({
    name: file,
    script: join(folder, file),
    ...(inputs[file] ?? {}),
    actions: Object.fromEntries(used.map((name) => [name, tools[name as keyof typeof tools]])),
  }) as Workflow;
}

/** What the scripts that read their input are given. */
const inputs: Readonly<Record<string, { input: z.ZodType }>> = {
  'weekly-digest.js': { input: z.object({ repo: z.string().optional(), to: z.string().optional() }).nullable() },
  'triage-issues.ts': { input: z.object({ repo: z.string() }) },
  'meeting-slots.ts': {
    input: z.object({
      attendees: z.array(z.string()).max(3).optional(),
      after: z.iso.datetime().refine((time) => time < '2100'),
    }),
  },
  'mcp-content.js': { input: z.object({ customerId: z.string() }) },
  'batch-update.js': {
    input: z.object({ ids: z.array(z.string()).max(12), tag: z.string(), batchSize: z.int() }).partial(),
  },
  'daily-briefing.js': {
    input: z.object({
      people: z
        .array(z.object({ name: z.string(), email: z.string(), city: z.string().optional() }))
        .max(3)
        .optional(),
    }),
  },
};

/** What the author of each is told; all of them can be put right by that alone. */
const refused = {
  'axios-search.js': ['axios (axios-search.js:1:1): a script has no network; declare an action that makes the request'],
  'fetch-orders.js': [
    'fetch (fetch-orders.js:2:24): a script has no network; declare an action that makes the request',
    'process (fetch-orders.js:3:39): a script has no environment or process; pass what it needs as `input`, and throw an error to fail',
  ],
  'functions-never-called.js': [
    'the script declares functions and calls none: end it with `return await main();`, or write `export default` before the one that is to be called',
  ],
  'local-times.js': [
    'Intl (local-times.js:2:18): formats depend on the host: use toISOString(), toFixed() and padStart(), or declare an action that formats',
  ],
  'mcp-server-object.js': ['github (mcp-server-object.js:2:22): write actions.github'],
  'misspelt-action.ts': [
    'actions.tickets.search (misspelt-action.ts:6:26): declare the action; the sandbox has ',
    'actions.ticket (misspelt-action.ts:8:42): declare the action; the sandbox has ',
  ],
  'report-to-disk.js': [
    'require (report-to-disk.js:1:12): a script has no file system; declare an action that reads or writes',
  ],
} as const;

test('every script that cannot run here is tried', () => {
  expect(readdirSync(join(import.meta.dirname, 'refused')).sort()).toEqual(Object.keys(refused));
});

test.each(Object.entries(refused))(
  '%s is refused before anything runs, and its author told what to write',
  async (file, hints) => {
    await using sandbox = new Sandbox({
      actions: names.map((name) => defineAction({ name, execute: () => expect.unreachable(`${name} was called`) })),
    });
    const source = readFileSync(join(import.meta.dirname, 'refused', file), 'utf8');

    const error: unknown = await sandbox.eval(source, { file }).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ name: file === 'functions-never-called.js' ? 'ScriptSyntaxError' : 'LinkError' });
    for (const hint of hints) expect((error as Error).message).toContain(hint);
  },
);
