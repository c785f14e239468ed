import type { Json } from '../runtime/index.ts';

/** Scripts and values that our runtime and the yardsticks are measured with: the same work for all. */
export const actions = ['step'];

/** What the one action answers, every time. */
export const response: Json = { id: 'order-17', amount: 5, ok: true };

/** About as much as the live memory of a small run. */
export const liveBytes = 220 * 1024;

/** The shapes of a script that makes `input.calls` calls. Each returns the sum of what it was answered. */
export const shapes = {
  sequential: `let sum = 0;
for (let i = 0; i < input.calls; i++) sum += (await actions.step({ i, name: 'item' })).amount;
return sum;`,
  'fan-out': `const steps = Array.from({ length: input.calls }, (_, i) => actions.step({ i, name: 'item' }));
return (await Promise.all(steps)).reduce((sum, answer) => sum + answer.amount, 0);`,
} as const;

export type Shape = keyof typeof shapes;

/** What a guest cannot do without: parse each answer and await it. Everything above this is the price of the bridge. */
export const floorScript = `let sum = 0;
for (let i = 0; i < input.calls; i++) sum += (await Promise.resolve(JSON.parse(input.text))).amount;
return sum;`;

/** Thirty lines as somebody writes them, up to the first call. */
export const thirtyLines = `const limits = { auto: 100, manual: 5000 };
const currencies = new Map([['EUR', 1], ['USD', 0.92], ['GBP', 1.17]]);

class Budget {
  #left;
  constructor(total) {
    this.#left = total;
  }
  take(amount) {
    if (amount > this.#left) throw new RangeError('the budget is used up');
    this.#left -= amount;
    return this.#left;
  }
}

function inEuro({ amount, currency }) {
  const rate = currencies.get(currency) ?? 1;
  return Math.round(amount * rate * 100) / 100;
}

const budget = new Budget(limits.manual);
const order = await actions.step({ id: input.id, fields: ['total', 'currency'] });
const total = inEuro({ amount: order.amount, currency: 'EUR' });
if (total > limits.auto) {
  const approved = await actions.step({ question: \`Refund \${total} EUR?\` });
  if (!approved.ok) return { refunded: false };
}
budget.take(total);
await actions.step({ id: input.id, amount: total });
return { refunded: true, total };`;

/** The same with types, so that they have to be taken out. */
export const thirtyTypedLines = thirtyLines
  .replace('#left;', '#left: number;')
  .replace('constructor(total)', 'constructor(total: number)')
  .replace('take(amount)', 'take(amount: number): number')
  .replace('({ amount, currency })', '({ amount, currency }: { amount: number; currency: string }): number');
