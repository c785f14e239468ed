// Measures Lockstep beside the packages that are installed here, and writes ../PEERS.md. Started by `npm run peers`.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { comparePeers, compareReplays, lockstepPeer, missedBounds, peersText } from '../../dist/benches/peers/index.js';
import { isolatedVm } from './isolated-vm.mjs';
import { nodeVm } from './node-vm.mjs';
import { bodies } from './program.mjs';
import { quickjsEmscripten } from './quickjs-emscripten.mjs';
import { quickjsWasi } from './quickjs-wasi.mjs';
import { restate, restateInside } from './restate.mjs';
import { npmRun } from './run.mjs';
import { temporal } from './temporal.mjs';
import { vercel, vercelNext, vercelQuickJs } from './vercel.mjs';

const require = createRequire(import.meta.url);
const { values: given } = parseArgs({
  options: { json: { type: 'string' }, only: { type: 'string', multiple: true }, quick: { type: 'boolean' } },
});

const all = [
  // Restate's handlers take minutes to record ten thousand calls where the logs of the others are in memory already.
  ...[lockstepPeer(bodies), restate, restateInside, npmRun, temporal, vercel, vercelNext, vercelQuickJs],
  ...[quickjsEmscripten, quickjsWasi, nodeVm, isolatedVm],
];
const wanted = given.only === undefined ? all : all.filter(({ name }) => isWanted(name));

/** How many times as long as Lockstep each is to take, for ten thousand calls. */
const bounds = {
  [npmRun.name]: 10,
  [temporal.name]: 10,
  [vercel.name]: 5,
  [vercelNext.name]: 5,
  [vercelQuickJs.name]: 5,
  [restateInside.name]: 1,
};

// First, and with nothing else in memory: these are short, and what the others hold is collected at everybody's expense.
const missed = [];
const rows = given.only === undefined ? await compareTheRest() : [];
const { contenders, missing } = await startAll(wanted);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
try {
  const cells = await compareReplays(contenders, {
    shapes: ['sequential', 'fan-out'],
    sizes: given.quick ? [0, 10, 100] : [0, 10, 100, 1000, 10_000],
    rounds: given.quick ? 3 : 9,
    budgetMs: 5000,
    onceMs: 15_000,
    neverMs: 200_000,
    onCell: ({ name, shape, calls, missing: why, samples }) =>
      process.stderr.write(`${name}, ${shape}, ${calls} calls: ${why ?? `${samples.length} rounds`}\n`),
  });
  const peers = wanted.map((peer) => describe(peer, missing.get(peer.name)));
  const text = peersText({ cells, bounds, rows, peers, measured: whereAndWhen() });
  // What was left out must not take the place of the whole.
  if (given.only === undefined && !given.quick) await writeFile(new URL('../PEERS.md', import.meta.url), text);
  if (given.json !== undefined)
    await writeFile(given.json, `${JSON.stringify({ cells, rows, peers }, undefined, 2)}\n`);
  process.stdout.write(text);
  if (!given.quick) missed.push(...missedBounds(cells, bounds), ...missedRows(rows));
  for (const line of missed) process.stderr.write(`not reached: ${line}\n`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  for (const { peer } of contenders) await peer.stop?.();
}
// Their threads would keep the process alive.
process.exit();

async function startAll(peers) {
  const started = [];
  const failed = new Map();
  for (const peer of peers) {
    try {
      started.push({ name: peer.name, peer: await peer.start() });
    } catch (error) {
      failed.set(peer.name, String(error?.message ?? error).split('\n')[0]);
      process.stderr.write(`${peer.name} cannot be measured: ${failed.get(peer.name)}\n`);
    }
  }
  return { contenders: started, missing: failed };
}

function isWanted(name) {
  return name === 'Lockstep' || given.only.some((part) => name.toLowerCase().includes(part.toLowerCase()));
}

/** Without one of the two packages there is no such table, and the rest goes on. */
async function compareTheRest() {
  try {
    const [{ run }, { QuickJS }] = [await import('run'), await import('quickjs-wasi')];
    const wasm = await WebAssembly.compile(await readFile(require.resolve('quickjs-wasi/quickjs.wasm')));
    return await comparePeers({ run, QuickJS, wasm }, { rounds: given.quick ? 3 : 15, turnMs: 20 });
  } catch (error) {
    missed.push(`the paused script and the warm thread cannot be measured: ${error.message}`);
    return [];
  }
}

function missedRows(rows) {
  return rows.flatMap(({ name, ratios }) => (ratios.some(({ reached }) => reached === false) ? [name] : []));
}

function describe({ name, packages, how, caveats }, why) {
  return { name, packages: packages.map(versioned), how, caveats, ...(why && { missing: why }) };
}

/** The installed version, by the package's own file. */
function versioned(name) {
  try {
    const { version, name: real } = require(`./node_modules/${name}/package.json`);
    return `\`${real}\` ${version}`;
  } catch {
    return `\`${name}\`, not installed`;
  }
}

function whereAndWhen() {
  const day = new Date().toISOString().slice(0, 10);
  return `On ${day}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores (${cpus()[0]?.model.trim()}).`;
}
