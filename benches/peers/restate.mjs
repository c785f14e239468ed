import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sumOf } from './program.mjs';

const require = createRequire(import.meta.url);
const caveats = [
  'The server is one node with its defaults on loopback, and keeps its log on disk; an invocation is suspended 50 ms after it began to wait, and resumed by resolving an awakeable.',
  'Its SDK wants Node 22; Promise.withResolvers, which Node 20 lacks, is given to it.',
];

export const restate = {
  name: 'Restate, resumed over HTTP',
  packages: ['@restatedev/restate-sdk', '@restatedev/restate-server'],
  how: 'a suspended invocation is resolved by HTTP: until its handler has run again over its journal and has made the live call',
  caveats: [...caveats, 'That includes the way through the server and back.'],
  start: () => startRestate((_inside) => undefined),
};

export const restateInside = {
  name: 'Restate, in the handler',
  packages: ['@restatedev/restate-sdk', '@restatedev/restate-server'],
  how: "the same; only the time in the handler counts, from its entry to the live call's request",
  caveats: [...caveats, 'The journal arrives meanwhile; what the server does before is left out.'],
  start: () => startRestate((inside) => inside),
};

/** `counted` says what of the milliseconds inside of the handler counts; nothing: the whole. */
async function startRestate(counted) {
  Promise.withResolvers ??= withResolvers;
  const sdk = await import('@restatedev/restate-sdk');
  const heard = new Heard();
  const [ours, ingress, admin, node] = await freePorts(4);
  await sdk.serve({ services: [serviceOf(sdk, heard)], port: ours, logger: () => {} });
  const server = new Server({ ingress, admin, node });
  try {
    await server.register(ours);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    processes: [server.pid],
    record: (shape, calls) => record(server, heard, counted, shape, calls),
    stop: () => server.stop(),
  };
}

async function record(server, heard, counted, shape, calls) {
  let waiting = heard.next();
  await server.send(shape === 'sequential' ? 'sequential' : 'fanOut', calls);
  let seen = await soon(waiting);
  return {
    // Until the server has suspended it.
    before: () => sleep(calls >= 10_000 ? 1500 : 400),
    async replay() {
      waiting = heard.next();
      const before = heard.attempts;
      await server.resolve(seen.awakeable, 'again');
      seen = await soon(waiting);
      if (heard.attempts === before) throw new Error('it went on without a replay: it had not been suspended');
      if (seen.sum !== sumOf(calls)) throw new Error(`the live call is given ${seen.sum}`);
      return counted(seen.insideMs);
    },
    async close() {
      await server.resolve(seen.awakeable, 'end');
    },
  };
}

/** An invocation that failed tells nothing, and nothing may hang. */
async function soon(waiting) {
  const never = new AbortController();
  const late = sleep(280_000, undefined, { signal: never.signal }).then(() => {
    throw new Error('the handler did not come to its live call within 280 s');
  });
  try {
    return await Promise.race([waiting, late]);
  } finally {
    never.abort();
    late.catch(() => {});
  }
}

/** What the handler tells this process, outside of what is recorded. */
class Heard {
  attempts = 0;
  #told = new Set();
  #tell;

  next() {
    return new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  /** The live call was made: once for each awakeable, however often the handler comes by. */
  live(awakeable, sum, insideMs) {
    if (this.#told.has(awakeable)) return;
    this.#told.add(awakeable);
    this.#tell?.({ awakeable, sum, insideMs });
  }
}

function serviceOf(sdk, heard) {
  const handler = (body) => async (ctx, n) => {
    const from = performance.now();
    heard.attempts++;
    const step = (input) => ctx.run('step', () => ({ v: input.i }));
    const sum = await body(step, n);
    const insideMs = performance.now() - from;
    for (;;) {
      const { id, promise } = ctx.awakeable();
      heard.live(id, sum, insideMs);
      if ((await promise) === 'end') return sum;
    }
  };
  return sdk.service({
    name: 'peers',
    options: { inactivityTimeout: 50, abortTimeout: 600_000 },
    handlers: {
      sequential: handler(async (step, n) => {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += (await step({ i })).v;
        return sum;
      }),
      fanOut: handler(async (step, n) => {
        const all = await sdk.RestatePromise.all(Array.from({ length: n }, (_, i) => step({ i })));
        return all.reduce((sum, { v }) => sum + v, 0);
      }),
    },
  });
}

class Server {
  #child;
  #folder = mkdtempSync(join(tmpdir(), 'lockstep-peers-restate-'));
  #urls;

  constructor({ ingress, admin, node }) {
    this.#urls = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}` };
    this.#child = spawn(binary(), ['--base-dir', this.#folder, '--no-logo'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DO_NOT_TRACK: '1',
        RUST_LOG: 'error',
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
        RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
        RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}`,
      },
    });
    process.once('exit', this.#end);
  }

  #end = () => {
    this.#child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  };

  get pid() {
    return this.#child.pid;
  }

  async register(port) {
    for (let tries = 0; !(await isHealthy(this.#urls.admin)); tries++) {
      if (tries > 300 || this.#child.exitCode !== null) throw new Error('the server did not start');
      await sleep(100);
    }
    await post(`${this.#urls.admin}/deployments`, { uri: `http://127.0.0.1:${port}` });
  }

  send(handler, calls) {
    // Its end is not waited for: that comes when everybody has had all turns.
    return post(`${this.#urls.ingress}/peers/${handler}/send`, calls);
  }

  async resolve(awakeable, value) {
    await post(`${this.#urls.ingress}/restate/awakeables/${awakeable}/resolve`, value);
  }

  async stop() {
    process.off('exit', this.#end);
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await gone;
  }
}

function binary() {
  const folder = dirname(
    require.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/package.json`),
  );
  return join(folder, 'bin/restate-server');
}

async function isHealthy(url) {
  return await fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(280_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

/** Ports that nobody listens at now. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port))),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
