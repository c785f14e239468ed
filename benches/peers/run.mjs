import { bodies, follow, recorded, sumOf } from './program.mjs';

export const npmRun = {
  name: 'run',
  packages: ['run'],
  how: 'a runner with signed continuations, in its pool of threads: the run was interrupted after its recorded calls, and is continued from its token with the answer to that',
  caveats: [
    'Its token holds what was recorded, and the script runs again over it, as it does here; the clock and chance are fixed by it.',
    "One call more is recorded than elsewhere: the one that interrupted. The token is verified and decoded, which is the host's parsing of a log elsewhere.",
    'Its limits of calls, of time and of the size of a token are raised for this: the defaults are 256 calls in all and 32 at once.',
  ],
  async start() {
    const { createRunner, getHostFunctionContext } = await import('run');
    const ask = () => {
      const { interrupt, resume } = getHostFunctionContext();
      return resume === undefined ? interrupt({ question: 'Go on?' }) : resume.resolution;
    };
    return {
      async record(shape, calls) {
        const runner = createRunner({
          continuationSecret: 'a secret of thirty-two bytes or more',
          limits: limitsFor(calls),
        });
        const source = `const { step, last, ask } = actions; const n = ${calls}; ${pausing(bodies[shape])}`;
        const { continuation, interruptions } = await runner.run({
          source,
          hostFunctions: { actions: { ...actionsOn(follow(recorded(calls))), ask } },
        });
        const resolutions = interruptions.map(({ id }) => ({ interruptionId: id, value: true }));
        return {
          async replay() {
            const live = [];
            const actions = { step: unexpected, ask, last: ({ sum }) => live.push(sum) && sum };
            const { value } = await runner.run({ source, hostFunctions: { actions }, continuation, resolutions });
            if (value !== sumOf(calls) || live.length !== 1)
              throw new Error(`it ended with ${value}, ${live.length} calls`);
          },
        };
      },
    };
  },
};

/** It asks before it makes the live call. */
function pausing(body) {
  return body.replace('return await last', 'await ask({}); return await last');
}

function actionsOn(cursor) {
  return {
    step: (input) => JSON.parse(cursor.take('step', JSON.stringify(input))),
    last: unexpected,
  };
}

function unexpected(input) {
  throw new Error(`a call was made that is recorded, or is not to be made yet: ${JSON.stringify(input)}`);
}

function limitsFor(calls) {
  return {
    timeoutMs: 600_000,
    memoryLimitBytes: 512 * 2 ** 20,
    maxBridgeRequests: calls + 10,
    maxInFlightBridgeRequests: calls + 10,
    maxContinuationBytes: 512 * 2 ** 20,
  };
}
