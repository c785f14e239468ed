import { type Form, formsOf, type Node } from '../node.ts';
import { braces, fitted, joined } from '../text.ts';
import type { Writer } from '../writer.ts';
import { declared } from './results.ts';

const statement = formsOf('statement');

/**
 * State that several branches share, so that what comes out depends on the order in which outcomes come in: queues, locks,
 * counters, races whose winner goes on. A wrong order, and nothing else, shows here.
 */
export const order: readonly Form[] = [
  statement('workers', 'workers', 26, { n: [1, 3], bodies: 1, repeats: 'n' }, printWorkers),
  statement('workers', 'limited fan-out', 22, { n: [2, 4], promises: [1, 1], repeats: 'n' }, printLimited),
  statement('workers', 'batches', 12, { n: [2, 4], promises: [1, 1], repeats: 'n' }, printBatches),
  statement('locks', 'lock', 26, { promises: [2, 2], bodies: 1 }, printLock),
  statement('locks', 'gate', 16, { promises: [2, 2] }, printGate),
  statement('caches', 'cache', 24, { promises: [1, 1], n: [1, 2], repeats: 2 }, printCache),
  statement('cancelling', 'cancelled', 26, { promises: [2, 2], n: [1, 3], bodies: 1, repeats: 2 }, printCancelled),
  statement('cancelling', 'latest wins', 16, { promises: [2, 2] }, printLatest),
  statement('race', 'raced by name', 18, { promises: [2, 2], bodies: 2 }, printRacedByName),
  statement('race', 'drained race', 12, { promises: [2, 3] }, printDrained),
  statement(
    'order',
    'note',
    10,
    { values: ['any'] },
    ({ values }, writer) => `${writer.prelude('seen')}.push(${writer.text(values[0])});`,
  ),
  statement('order', 'noted', 12, { promises: [1, 1] }, ({ promises }, writer) => {
    const [text, seen] = [writer.text(promises[0]), writer.prelude('seen')];
    return `void ${text}.then((value) => ${seen}.push(value), () => ${seen}.push('failed'));`;
  }),
  statement('counters', 'count up', 12, { values: ['number'] }, ({ values }, writer) => {
    const counter = writer.prelude('counter');
    return `${counter} += ${writer.text(values[0])};`;
  }),
  statement('counters', 'lost update', 24, { n: [2, 3], promises: [1, 1], repeats: 'n' }, printLostUpdate),
];

const jobsOf = (n: number): string => `[${Array.from({ length: n }, (_, i) => i + 1).join(', ')}]`;

/** Two workers that take jobs from one queue: who gets which depends on the order of settling. */
function printWorkers({ n, bodies }: Node, writer: Writer): string {
  const [queue, worker, job] = [writer.fresh('queue'), writer.fresh('worker'), writer.fresh('job')];
  const work = writer.block(bodies[0], {
    names: [{ name: job, kind: 'number' }],
    before: `const ${job} = ${queue}.shift();`,
  });
  return joined(
    `const ${queue} = ${jobsOf(n)};`,
    `const ${worker} = async () => ${braces(`while (${queue}.length > 0) ${work}`)};`,
    `await Promise.all([${worker}(), ${worker}()]);`,
  );
}

/** No more than two at a time; results are kept as they come. */
function printLimited({ n, promises }: Node, writer: Writer): string {
  const [next, lane, job] = [writer.fresh('next'), writer.fresh('lane'), writer.fresh('job')];
  const text = writer.nested([{ name: job, kind: 'number' }], () => writer.text(promises[0]));
  const list = writer.declare('finished', 'list');
  const turn = braces(`const ${job} = ${next}++;`, `${list}.push([${job}, await ${text}]);`);
  return joined(
    `const ${list} = [];`,
    `let ${next} = 0;`,
    `const ${lane} = async () => ${braces(`while (${next} < ${n}) ${turn}`)};`,
    `await Promise.all([${lane}(), ${lane}()]);`,
  );
}

function printBatches({ n, promises }: Node, writer: Writer): string {
  const [jobs, job] = [writer.fresh('jobs'), writer.fresh('job')];
  const text = writer.nested([{ name: job, kind: 'number' }], () => writer.text(promises[0]));
  const list = writer.declare('finished', 'list');
  const batch = `${list}.push(...(await Promise.all(${jobs}.splice(0, 2).map((${job}) => ${text}))));`;
  return joined(`const ${list} = [];`, `const ${jobs} = ${jobsOf(n)};`, `while (${jobs}.length > 0) ${batch}`);
}

/** A lock made of a chain of promises: who comes second waits for the first, however that ends. */
function printLock({ promises, bodies }: Node, writer: Writer): string {
  const [chain, locked] = [writer.fresh('chain'), writer.fresh('locked')];
  const [first, second] = promises.map((promise) => writer.nested([], () => writer.text(promise)));
  const work = bodies[0]?.length ? writer.asyncArrow([], bodies[0], () => second ?? 'null') : `() => ${second}`;
  const both = fitted('await Promise.all([', [`${locked}(() => ${first})`, `${locked}(${work})`], '])');
  return joined(
    `let ${chain} = Promise.resolve();`,
    `const ${locked} = (job) => (${chain} = ${chain}.then(job, job));`,
    declared(writer, { hint: 'results', kind: 'list' }, both),
  );
}

/** One waits for a gate that the other opens. */
function printGate({ promises }: Node, writer: Writer): string {
  const [opened, open] = [writer.fresh('opened'), writer.fresh('open')];
  const [first, second] = writer.texts(promises);
  const both = fitted('await Promise.all([', [`${opened}.then(() => ${first})`, `${second}.finally(${open})`], '])');
  return joined(
    `let ${open};`,
    `const ${opened} = new Promise((resolve) => ${braces(`${open} = () => resolve(null);`)});`,
    declared(writer, { hint: 'results', kind: 'list' }, both),
  );
}

/** Who asks for the same again gets the promise of the first who asked. */
function printCache({ n, promises }: Node, writer: Writer): string {
  const [cache, load, key] = [writer.fresh('cache'), writer.fresh('load'), writer.fresh('key')];
  const text = writer.nested([{ name: key, kind: 'number' }], () => writer.text(promises[0]));
  const body = braces(`if (!${cache}.has(${key})) ${cache}.set(${key}, ${text});`, `return ${cache}.get(${key});`);
  return joined(
    `const ${cache} = new Map();`,
    `const ${load} = (${key}) => ${body};`,
    declared(writer, { hint: 'loaded', kind: 'list' }, `await Promise.all([${load}(1), ${load}(${n}), ${load}(1)])`),
  );
}

/** One goes on asking until the other is done. */
function printCancelled({ n, promises, bodies }: Node, writer: Writer): string {
  const [done, poll, round] = [writer.fresh('isOver'), writer.fresh('poll'), writer.fresh('round')];
  const [asked, other] = promises.map((promise) => writer.nested([], () => writer.text(promise)));
  const rest = writer.block(bodies[0], { names: [{ name: round, kind: 'number' }], before: `await ${asked};` });
  const loop = `for (let ${round} = 0; ${round} < ${n} && !${done}; ${round}++) ${rest}`;
  return joined(
    `let ${done} = false;`,
    `const ${poll} = async () => ${braces(loop, "return 'gave up';")};`,
    declared(
      writer,
      { hint: 'first', kind: 'any' },
      `await ${fitted('Promise.race([', [`${poll}()`, other ?? 'null'], '])')}`,
    ),
    `${done} = true;`,
  );
}

function printLatest({ promises }: Node, writer: Writer): string {
  const texts = writer.texts(promises);
  const [latest, keep] = [writer.fresh('latest'), writer.fresh('keep')];
  const parts = texts.map((text) => `${text}.then(${keep})`);
  writer.show(latest);
  return joined(
    `let ${latest} = null;`,
    `const ${keep} = (value) => ${braces(`${latest} = value;`)};`,
    `await ${fitted('Promise.all([', parts, '])')};`,
  );
}

/** The winner says who it is, and the script goes on accordingly. */
function printRacedByName({ promises, bodies }: Node, writer: Writer): string {
  const texts = writer.texts(promises);
  const names = ['fast', 'slow'];
  const parts = texts.map((text, i) => `${text}.then((value) => ['${names[i]}', value])`);
  const [winner, value] = [writer.declare('winner', 'text'), writer.declare('prize')];
  const race = `const [${winner}, ${value}] = await ${fitted('Promise.race([', parts, '])')};`;
  const [one, other] = bodies.map((body) => writer.block(body));
  return `${race}\nif (${winner} === 'fast') ${one}${other === '{}' ? '' : ` else ${other}`}`;
}

/** Races among those that are left until none is. */
function printDrained({ promises }: Node, writer: Writer): string {
  const texts = writer.texts(promises);
  const [left, i, value] = [writer.fresh('left'), writer.fresh('i'), writer.fresh('value')];
  const list = writer.declare('arrivals', 'list');
  const parts = texts.map((text, at) => `[${at}, ${text}]`);
  const race = `const [${i}, ${value}] = await Promise.race([...${left}].map(([i, task]) => task.then((value) => [i, value])));`;
  return joined(
    `const ${list} = [];`,
    `const ${left} = new Map(${fitted('[', parts, ']')});`,
    `while (${left}.size > 0) ${braces(race, `${list}.push([${i}, ${value}]);`, `${left}.delete(${i});`)}`,
  );
}

/** Each reads the counter before it waits and writes it afterwards: what others wrote in between is lost. */
function printLostUpdate({ n, promises }: Node, writer: Writer): string {
  const counter = writer.prelude('counter');
  const [id, before] = [writer.fresh('id'), writer.fresh('before')];
  const text = writer.nested(
    [
      { name: id, kind: 'number' },
      { name: before, kind: 'number' },
    ],
    () => writer.text(promises[0]),
  );
  const body = braces(`const ${before} = ${counter};`, `await ${text};`, `${counter} = ${before} + ${id};`);
  return `await Promise.all(${jobsOf(n)}.map(async (${id}) => ${body}));`;
}
