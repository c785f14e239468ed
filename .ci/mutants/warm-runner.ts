/**
 * A test runner for Stryker that keeps the tests loaded. Stryker mutates, decides which tests a mutant meets, watches the
 * clock and reports; this runs the tests. Mutants that show while a module is loaded get a thread of their own.
 */
import { BroadcastChannel } from 'node:worker_threads';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { createVitest, type Vitest } from 'vitest/node';
import { type Answer, channelName, type Request, type TestOutcome } from './protocol.ts';

type Ran = Extract<Answer, { type: 'ran' }>;

class WarmRunner implements TestRunner {
  #vitest: Promise<Vitest> | undefined;
  #tests: ServedTests | undefined;
  #anyTest = '';

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const tests = await this.#fresh();
    const ran = await tests.run({ type: 'run', mutant: undefined, hitMax: undefined, tests: undefined });
    const { coverage } = ran;
    this.#anyTest = ran.tests[0]?.id ?? '';
    return {
      status: DryRunStatus.Complete,
      tests: ran.tests.map(testResult),
      ...(coverage && { mutantCoverage: coverage }),
    };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    return options.mutantActivation === 'static' ? this.#runStatic(options) : this.#runWarm(options);
  }

  async dispose(): Promise<void> {
    await this.#close();
    await (await this.#vitest)?.close();
  }

  /** A mutant that shows while modules are loaded. Where they cannot be loaded any more, that has been noticed. */
  async #runStatic(options: MutantRunOptions): Promise<MutantRunResult> {
    try {
      await this.#fresh(options.activeMutant.id);
      return mutantResult(await this.#run(options), options);
    } catch (thrown) {
      return {
        status: MutantRunStatus.Killed,
        killedBy: [this.#anyTest],
        failureMessage: String(thrown),
        nrOfTests: 0,
      };
    } finally {
      await this.#close();
    }
  }

  async #runWarm(options: MutantRunOptions): Promise<MutantRunResult> {
    const isFresh = this.#tests === undefined;
    let ran = await this.#run(options);
    if (ran.spoiled && !isFresh) {
      // It may have been an earlier mutant that left something behind: only a fresh thread can tell.
      await this.#fresh();
      ran = await this.#run(options);
    }
    if (ran.spoiled || ran.hung) await this.#close();
    return mutantResult(ran, options);
  }

  async #run({ activeMutant, testFilter, ...options }: MutantRunOptions): Promise<Ran> {
    const tests = this.#tests ?? (await this.#fresh());
    return tests.run({ type: 'run', mutant: activeMutant.id, hitMax: hitMaxOf(options), tests: testFilter });
  }

  async #fresh(staticMutant = ''): Promise<ServedTests> {
    await this.#close();
    this.#vitest ??= createVitest('test', { config: 'vitest.mutants.config.ts', watch: false });
    this.#tests = await ServedTests.load(await this.#vitest, staticMutant);
    return this.#tests;
  }

  async #close(): Promise<void> {
    await this.#tests?.close();
    this.#tests = undefined;
  }
}

/** The thread that holds the tests. There is one at a time; what Vitest has transformed for one serves the next. */
class ServedTests {
  readonly #channel = new BroadcastChannel(channelName);
  readonly #end: Promise<unknown>;
  #waiting: ((answer: Answer) => void) | undefined;

  private constructor(vitest: Vitest) {
    this.#channel.onmessage = (event) => this.#waiting?.((event as { data: Answer }).data);
    this.#end = vitest.start();
  }

  static async load(vitest: Vitest, staticMutant: string): Promise<ServedTests> {
    vitest.provide('staticMutant', staticMutant);
    const tests = new ServedTests(vitest);
    const isReady = await Promise.race([tests.#answer().then(() => true), tests.#end.then(() => false)]);
    if (isReady) return tests;
    tests.#channel.close();
    throw new Error('the tests could not be loaded');
  }

  async run(request: Request): Promise<Ran> {
    const answer = this.#answer();
    this.#channel.postMessage(request);
    return (await answer) as Ran;
  }

  async close(): Promise<void> {
    this.#channel.postMessage({ type: 'stop' } satisfies Request);
    await this.#end;
    this.#channel.close();
  }

  #answer(): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}

function testResult({ id, file, ms, failure }: TestOutcome): TestResult {
  const base = { id, name: id, fileName: file, timeSpentMs: ms };
  if (failure === undefined) return { ...base, status: TestStatus.Success };
  return { ...base, status: TestStatus.Failed, failureMessage: failure };
}

/**
 * Stryker allows a hundred times what the tests reach without a mutant. They do the same in every run, so of what they reach often
 * a tenth of that is far from what a mutant that ends needs, and a loop without end takes a tenth of the time.
 */
function hitMaxOf({ hitLimit }: Pick<MutantRunOptions, 'hitLimit'>): number | undefined {
  return hitLimit === undefined ? undefined : Math.min(hitLimit, Math.max(hitLimit / 10, 10_000));
}

function mutantResult({ tests, hits, hung }: Ran, options: MutantRunOptions): MutantRunResult {
  const hitMax = hitMaxOf(options);
  if (hung) return { status: MutantRunStatus.Timeout, reason: 'a test neither passed nor failed' };
  if (hitMax !== undefined && hits > hitMax)
    return { status: MutantRunStatus.Timeout, reason: `reached ${hits} times` };
  const killer = tests.findLast(({ failure }) => failure !== undefined);
  if (killer === undefined) return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
  return {
    status: MutantRunStatus.Killed,
    killedBy: [killer.id],
    failureMessage: killer.failure ?? '',
    nrOfTests: tests.length,
  };
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'warm', WarmRunner)];
