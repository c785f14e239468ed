import { type GoldenPlan, respond } from '../plan.ts';

const asked = [[0, respond({ total: 7 })]] as const;

/** Scripts that are written as for other hosts. */
export const forms: readonly GoldenPlan[] = [
  {
    script: `async () => {
  const order = await actions.getOrder({ id: 'o_7' });
  return order.total;
}`,
    actions: ['getOrder'],
    chapters: [{ name: 'script-is-a-function', shows: 'a script that is one function', settles: asked }],
  },
  {
    script: `async function main() {
  const order = await actions.getOrder({ id: 'o_7' });
  return order.total;
}
main();`,
    actions: ['getOrder'],
    chapters: [{ name: 'main-started-last', shows: 'a script that ends by starting its function', settles: asked }],
  },
  {
    script: '```js\nconst order = await actions.getOrder({ id: "o_7" });\nreturn order.total;\n```\n',
    actions: ['getOrder'],
    chapters: [{ name: 'script-in-a-fence', shows: 'a script in a Markdown fence', settles: asked }],
  },
];
