import { ActionInterrupt, defineAction, Sandbox } from '../../../runtime/index.ts';
import { type SelfCheck, unless } from './self-check.ts';

/** What an action may come up with that JSON would make something else of, and the place that must be named. */
const given: readonly (readonly [make: () => unknown, place: string])[] = [
  [() => Number('x'), '$ is NaN'],
  [() => ({ items: [{ price: 1 / 0 }] }), '$.items[0].price is Infinity'],
  [() => [null, undefined], '$[1] is undefined'],
  [() => ({ id: 7n }), '$.id is a BigInt'],
  [() => ({ rates: new Map([[1, 2]]) }), '$.rates is a Map'],
];

const script = `
const told = [];
for (let i = 0; i < input; i++) told.push(await actions.give(i).catch(({ code, message }) => code + ' ' + message));
for (let i = 0; i < input; i++) told.push(await actions.ask(i).catch(({ message }) => message));
return told;`;

/** Generated actions answer in JSON, as cases are JSON. What others answer is seen here. */
export const nothingIsLostSilently: SelfCheck = {
  name: 'nothing-is-lost-silently',
  shows: 'What JSON would lose of a response or of a question is a failure of the call that names the place.',
  async problems() {
    await using sandbox = new Sandbox({ actions: [give, ask], isolation: 'inline' });
    const run = await sandbox.eval(script, { input: given.length, runId: 'r' });
    const told = run.status === 'completed' ? (run.value as string[]) : [];
    return [...given, ...given].flatMap(([, place], index) => {
      const what = index < given.length ? 'response' : 'question';
      const said = told[index] ?? `nothing: the run is ${run.status}`;
      return unless(said.includes(place), `Of a ${what} of which ${place} the script is told ${JSON.stringify(said)}.`);
    });
  },
};

const give = defineAction({ name: 'give', execute: (index) => given[Number(index)]?.[0]() });

const ask = defineAction({
  name: 'ask',
  execute(index) {
    throw new ActionInterrupt(given[Number(index)]?.[0]());
  },
});
