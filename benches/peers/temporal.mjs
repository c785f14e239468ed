import { createRequire } from 'node:module';
import { historyOf } from './temporal-history.mjs';

const require = createRequire(import.meta.url);
const workflows = { sequential: 'sequential', 'fan-out': 'fanOut' };

export const temporal = {
  name: 'Temporal',
  packages: ['@temporalio/worker', '@temporalio/workflow', '@temporalio/common'],
  how: 'Worker.runReplayHistories over histories that were made in code, by one warm worker; bundling, decoding of the history and start of the worker do not count',
  caveats: [
    'Its replay drives the core in Rust by protobuf activations and checks every command against the history; nothing of a server takes part.',
    'Its history ends with the request of the live call, against which the worker checks; it would be sent to a server.',
    'In service a worker keeps workflows in its cache and replays only those that it has lost.',
  ],
  async start() {
    const { bundleWorkflowCode, DefaultLogger, Runtime, Worker } = await import('@temporalio/worker');
    const { historyFromJSON } = await import('@temporalio/common/lib/proto-utils.js');
    const logger = new DefaultLogger('ERROR', () => {});
    Runtime.install({ logger });
    const workflowsPath = require.resolve('./temporal-workflows.cjs');
    const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger });
    const queue = new Queue();
    const results = Worker.runReplayHistories({ workflowBundle }, queue)[Symbol.asyncIterator]();
    const replay = async (history) => {
      queue.push({ history, workflowId: 'peers' });
      return (await results.next()).value.error;
    };
    await mustNotice(replay, historyFromJSON);
    return {
      async record(shape, calls) {
        const history = historyFromJSON(historyOf(shape, calls, workflows[shape]));
        return {
          async replay() {
            const error = await replay(history);
            if (error) throw error;
          },
        };
      },
      async stop() {
        queue.end();
        await results.next();
        await Runtime.instance().shutdown();
      },
    };
  },
};

/** A driver that replays nothing would be quick, and wrong. */
async function mustNotice(replay, historyFromJSON) {
  const error = await replay(historyFromJSON(historyOf('sequential', 5, 'changed')));
  if (error?.name !== 'DeterminismViolationError') throw new Error(`a changed workflow was not noticed: ${error}`);
}

/** Histories as they are asked for. */
class Queue {
  #waiting = [];
  #asking;
  #isOver = false;

  push(history) {
    this.#waiting.push(history);
    this.#asking?.();
  }

  end() {
    this.#isOver = true;
    this.#asking?.();
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift();
      if (this.#isOver) return;
      await new Promise((resolve) => {
        this.#asking = resolve;
      });
    }
  }
}
