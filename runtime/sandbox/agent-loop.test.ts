/**
 * An agent as its host writes it: a loop of messages around a model, with a sandbox as its only tool. The model is a list
 * of what it says next, and looks at what the tool has said before it goes on. Everything that the host keeps is JSON text,
 * and each question is answered by a host that has only that.
 */
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineAction } from './action.ts';
import type { Answers, InterruptedRun } from './run.ts';
import { Sandbox } from './sandbox.ts';
import { asTool, type SandboxTool } from './tool.ts';
import type { FailedResult, Question, ToolResult } from './tool-result.ts';

type Message = { role: 'user' | 'model'; text: string } | { role: 'tool'; result: unknown };
type Said = { text: string } | { script: string };
/** What a model says next, given what it has heard. */
type Model = (heard: readonly Message[]) => Said;

interface Kept {
  messages: Message[];
  /** A call of the tool that waits for a person. */
  open?: { run: InterruptedRun; questions: Question[] };
}

const sandboxes: Sandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

/** Goes on with a conversation until the model has said its last word, or a person has to answer. */
async function converse(keptText: string, model: Model, tool: SandboxTool, answers?: Answers): Promise<string> {
  const kept = JSON.parse(keptText) as Kept;
  let result = kept.open && (await tool.answer(kept.open.run, answers ?? {}));
  for (;;) {
    if (result?.status === 'paused') return JSON.stringify({ messages: kept.messages, open: result } satisfies Kept);
    if (result !== undefined) kept.messages.push({ role: 'tool', result });
    const said = model(kept.messages);
    kept.messages.push({ role: 'model', text: 'text' in said ? said.text : said.script });
    if ('text' in said) return JSON.stringify({ messages: kept.messages } satisfies Kept);
    result = await tool.execute({ script: said.script }, { runId: `call-${kept.messages.length}` });
  }
}

test('a model makes a mistake, mends it, a person answers one question and refuses another', async () => {
  const shop = makeShop();
  const start: Kept = { messages: [{ role: 'user', text: 'Pay back what arrived broken.' }] };

  const first = await converse(JSON.stringify(start), model, asTool(shop.sandbox()));
  const { open } = JSON.parse(first) as Required<Kept>;
  const answers = Object.fromEntries(
    open.questions.map(({ at, payload }) => [
      at,
      isLarge(payload) ? { reject: 'too much for one person' } : { answer: true },
    ]),
  );
  const last = await converse(first, model, asTool(shop.sandbox()), answers);

  const { messages } = JSON.parse(last) as Kept;
  expect(open.questions).toMatchObject([
    { action: 'refund', input: { id: 'a' }, payload: { question: 'Refund 120?' } },
    { action: 'refund', input: { id: 'c' }, payload: { question: 'Refund 900?' } },
  ]);
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'model',
    'tool',
    'model',
    'tool',
    'model',
    'tool',
    'model',
  ]);
  expect(messages.at(-1)).toEqual({ role: 'model', text: 'Paid back: a. Refused: c (too much for one person).' });
  expect(shop.refunded).toEqual(['a']);
});

/** What a model would write: the first script uses what is not there, the second asks too little of an order. */
const model: Model = (heard) => {
  const results = heard.flatMap((message) => (message.role === 'tool' ? [message.result as ToolResult] : []));
  if (results.length === 0) return { script: "const orders = await (await fetch('/orders')).json();\nreturn orders;" };
  const last = results.at(-1);
  if (last?.status === 'failed') return mended(last);
  if (last?.status !== 'completed') throw new Error('A model is told when a call has ended, not before.');
  const { paid, refused } = last.value as { paid: string[]; refused: string[] };
  return { text: `Paid back: ${paid.join(', ')}. Refused: ${refused.join(', ')}.` };
};

/** Goes by what the tool says, as a model does. */
function mended({ error }: FailedResult): Said {
  if (error.kind === 'link' && error.message.includes('fetch')) {
    return { script: 'const orders = await actions.listOrders();\nreturn orders.broken.map((order) => order.id);' };
  }
  if (error.name === 'TypeError' && error.line === 2) return { script: rightScript };
  throw new Error(`The tool says nothing that helps: ${JSON.stringify(error)}`);
}

const rightScript = `const orders = await actions.listOrders();
const broken = orders.filter((order) => order.state === 'broken');
const results = await Promise.allSettled(broken.map(({ id }) => actions.refund({ id })));
return {
  paid: broken.filter((_, i) => results[i].status === 'fulfilled').map(({ id }) => id),
  refused: broken.flatMap(({ id }, i) => (results[i].status === 'rejected' ? [\`\${id} (\${results[i].reason.data})\`] : [])),
};`;

const orders = [
  { id: 'a', state: 'broken', total: 120 },
  { id: 'b', state: 'fine', total: 10 },
  { id: 'c', state: 'broken', total: 900 },
];

/** The same shop behind any number of sandboxes, as hosts that come and go. */
function makeShop() {
  const refunded: string[] = [];
  const listOrders = defineAction({
    name: 'listOrders',
    output: z.array(z.object({ id: z.string(), state: z.string(), total: z.number() })),
    execute: () => orders,
  });
  const refund = defineAction({
    name: 'refund',
    input: z.object({ id: z.string() }),
    execute({ id }, context) {
      const { total } = orders.find((order) => order.id === id) ?? { total: 0 };
      if (context.answer === undefined) context.interrupt({ question: `Refund ${total}?` });
      refunded.push(id);
      return { id };
    },
  });
  return {
    refunded,
    sandbox() {
      const sandbox = new Sandbox({ actions: [listOrders, refund], isolation: 'inline', onInterrupt: 'settle' });
      sandboxes.push(sandbox);
      return sandbox;
    },
  };
}

function isLarge(payload: unknown): boolean {
  return JSON.stringify(payload).includes('900');
}
