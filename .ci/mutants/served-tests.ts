/**
 * All tests that mutants have to get past, in one thread, loaded once: starting a thread and an engine for each mutant
 * would take hundred times as long as the test that notices it. What is on the other side of the channel is `warm-runner.ts`.
 */
import { BroadcastChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, inject, type RunnerTask, type RunnerTestCase, TestRunner, test } from 'vitest';
import { type Answer, channelName, type Request, type TestOutcome } from './protocol.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutant that is active while the tests are loaded. */
    staticMutant: string;
  }
}

/** What the instrumented sources share with whoever runs them. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Extract<Answer, { type: 'ran' }>['coverage'];
}

const hangMs = 10_000;
const instrumented = (): Instrumented => {
  const holder = globalThis as { __stryker__?: Instrumented };
  holder.__stryker__ ??= {};
  return holder.__stryker__;
};

// What a mutant dies of must not be luck: properties try the same values in every run. Nobody reads the smallest failing ones.
fc.configureGlobal({ seed: 1, numRuns: 30, endOnFailure: true });

const files = import.meta.glob([
  '../../runtime/{log,session}/**/*.test.ts',
  './generated-cases.ts',
  '../../properties/a-{changed-call-is-always-noticed,log-without-orders-is-replayed-by-position,run-keeps-its-rules}.property.test.ts',
  '../../properties/{live-values-are-log-values,no-effect-before-a-divergence}.property.test.ts',
  '../../properties/{settle-order-decides-races,stacks-are-the-same-on-every-path}.property.test.ts',
]);

test('serves until it is told to stop', async ({ task }) => {
  await serve(testsIn(task.file.tasks));
});

instrumented().activeMutant = inject('staticMutant') || undefined;
for (const [path, load] of Object.entries(files)) {
  describe(path.replace(/^[./]*/, ''), async () => {
    await load();
  });
}

/** By a name that says where they stand. */
function testsIn(tasks: readonly RunnerTask[], path = ''): Map<string, RunnerTestCase> {
  const found = new Map<string, RunnerTestCase>();
  for (const task of tasks) {
    const id = path === '' ? task.name : `${path} > ${task.name}`;
    if (task.type === 'test' && path !== '') found.set(found.has(id) ? `${id} #${found.size}` : id, task);
    if (task.type !== 'suite') continue;
    requireNoHooks(task);
    for (const [name, each] of testsIn(task.tasks, id)) found.set(name, each);
  }
  return found;
}

function requireNoHooks(suite: Extract<RunnerTask, { type: 'suite' }>): void {
  const hooks = Object.values(TestRunner.getSuiteHooks(suite)).flat();
  if (hooks.length > 0) throw new Error(`${suite.name} has hooks, which are not run for mutants: leave it out`);
}

async function serve(tests: ReadonlyMap<string, RunnerTestCase>): Promise<void> {
  const channel = new BroadcastChannel(channelName);
  const answer = (message: Answer) => channel.postMessage(message);
  await new Promise<void>((stop) => {
    channel.onmessage = (event) => {
      const request = (event as { data: Request }).data;
      if (request.type === 'stop') stop();
      else void run(tests, request).then(answer);
    };
    answer({ type: 'ready' });
  });
  channel.close();
}

async function run(
  tests: ReadonlyMap<string, RunnerTestCase>,
  { mutant, hitMax, tests: wanted = [...tests.keys()] }: Extract<Request, { type: 'run' }>,
): Promise<Answer> {
  const state = instrumented();
  const outcomes: TestOutcome[] = [];
  let hung = false;
  Object.assign(state, { activeMutant: mutant, hitCount: 0, hitLimit: hitMax });
  for (const id of quickestFirst(wanted)) {
    const outcome = await runTest(id, tests.get(id));
    outcomes.push(outcome);
    hung = outcome.failure === hangs;
    if (outcome.failure !== undefined && mutant !== undefined) break;
  }
  const hits = state.hitCount ?? 0;
  Object.assign(state, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  const failed = outcomes.findLast(({ failure }) => failure !== undefined);
  const spoiled =
    !hung && failed !== undefined && (await runTest(failed.id, tests.get(failed.id))).failure !== undefined;
  return {
    type: 'ran',
    tests: outcomes,
    hits,
    hung,
    spoiled,
    coverage: mutant === undefined ? state.mutantCoverage : undefined,
  };
}

/** How long each test last took. */
const msOf = new Map<string, number>();

/** The first failure is the end of a mutant, so what is quick comes first. */
function quickestFirst(ids: readonly string[]): string[] {
  return [...ids].sort((a, b) => (msOf.get(a) ?? 0) - (msOf.get(b) ?? 0));
}

const hangs = 'neither passed nor failed';

async function runTest(id: string, task: RunnerTestCase | undefined): Promise<TestOutcome> {
  if (task === undefined) throw new Error(`there is no test ${id}`);
  const begun = performance.now();
  instrumented().currentTestId = id;
  const failure = await Promise.race([failureOf(task), afterAWhile()]);
  instrumented().currentTestId = undefined;
  const ms = performance.now() - begun;
  if (failure === undefined) msOf.set(id, ms);
  return { id, file: id.slice(0, id.indexOf(' > ')), ms, failure };
}

async function failureOf(task: RunnerTestCase): Promise<string | undefined> {
  try {
    await TestRunner.getTestFn(task)();
    return undefined;
  } catch (thrown) {
    return String((thrown as Error | undefined)?.message ?? thrown).slice(0, 500);
  }
}

let timer: NodeJS.Timeout | undefined;

function afterAWhile(): Promise<string> {
  clearTimeout(timer);
  return new Promise((resolve) => {
    timer = setTimeout(() => resolve(hangs), hangMs);
  });
}
