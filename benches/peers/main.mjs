// Measures Lockstep beside the packages that are installed here, and writes ../PEERS.md. Started by `npm run peers`.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import process from 'node:process';
import { QuickJS } from 'quickjs-wasi';
import { run } from 'run';
import { comparePeers, peersText } from '../../dist/benches/peers/index.js';

const require = createRequire(import.meta.url);
const wasm = await WebAssembly.compile(await readFile(require.resolve('quickjs-wasi/quickjs.wasm')));
const { dependencies: versions } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8'));

const rows = await comparePeers({ run, QuickJS, wasm }, { rounds: 15, turnMs: 20 });

const day = new Date().toISOString().slice(0, 10);
const measured = `On ${day}, Node ${process.versions.node}, ${process.arch}, ${cpus().length} cores.`;
const text = peersText({ rows, versions, measured });
await writeFile(new URL('../PEERS.md', import.meta.url), text);
process.stdout.write(text);
// Their threads would keep the process alive.
process.exit(rows.every(({ ratios }) => ratios.every(({ reached }) => reached !== false)) ? 0 : 1);
