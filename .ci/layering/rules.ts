/**
 * The rules of this code base as data: who may import whom, and where the outside world may appear. The checks are in
 * `check.ts`. A change here is a change of architecture: change the picture in the README with it.
 */

const runtimeCore = ['runtime/errors.ts', 'runtime/log', 'runtime/guest', 'runtime/script', 'runtime/session'];
const runtimeDoor = 'runtime/index.ts';

/** From the plain data upward; a part may import the runtime's door and whatever stands in a row below its own. */
const harnessRows = [
  ['harness/case', 'harness/duration.ts'],
  ['harness/schedule'],
  ['harness/world', 'harness/generate'],
  ['harness/oracle', 'harness/timeline'],
  ['harness/workflow', 'harness/minimise', 'harness/corpus', 'harness/golden'],
  ['harness/change'],
  ['harness/campaign', 'harness/report', 'harness/init'],
  ['harness/plants'],
  ['harness/cli', 'harness/vitest'],
];

/** Each part, and the parts that it may import besides itself. A part is a folder, or a file that stands alone. */
export const parts: Readonly<Record<string, readonly string[]>> = {
  'runtime/errors.ts': ['runtime/log'],
  'runtime/log': ['runtime/errors.ts'],
  'runtime/guest': ['runtime/errors.ts'],
  'runtime/script': ['runtime/errors.ts'],
  'runtime/session': ['runtime/errors.ts', 'runtime/log', 'runtime/guest', 'runtime/script'],
  'runtime/sandbox': runtimeCore,
  'runtime/store': ['runtime/errors.ts', 'runtime/sandbox'],
  'runtime/index.ts': [...runtimeCore, 'runtime/sandbox', 'runtime/store'],
  ...Object.fromEntries(harnessRows.flatMap(rowImports)),
  'harness/cli': [runtimeDoor, ...harnessRows.slice(0, -1).flat(), 'benches'],
  'harness/index.ts': harnessRows.flat(),
  properties: [runtimeDoor, 'harness/index.ts', ...harnessRows.flat()],
  benches: [runtimeDoor, 'harness/index.ts'],
  corpora: [],
};

function rowImports(row: readonly string[], index: number): [string, readonly string[]][] {
  const below = harnessRows.slice(0, index).flat();
  return row.map((part) => [part, [runtimeDoor, ...below]]);
}

/** Files in which something ambient may appear, each with what and why. Tests may use anything. */
export const ambientFiles: readonly AmbientFile[] = [
  {
    path: 'runtime/guest/wasm-file.ts',
    uses: ['node:fs/promises', 'node:module'],
    reason: 'finds and reads the Wasm binary',
  },
  { path: 'runtime/guest/binary.ts', uses: ['crypto'], reason: 'hashes the Wasm binary, the same everywhere' },
  {
    path: 'runtime/script/typescript.ts',
    uses: ['node:module'],
    reason: 'loads the TypeScript stripper when a script needs it',
  },
  {
    path: 'runtime/session/engine.ts',
    uses: ['Date.now', 'Math.random'],
    reason: 'answers fresh reads of the clock and of chance, which are then recorded',
  },
  {
    path: 'runtime/sandbox/ambient.ts',
    uses: ['Date.now', 'crypto', 'setInterval', 'setTimeout'],
    reason: 'what the sandbox takes from its host',
  },
  {
    path: 'runtime/sandbox/thread/hosted-attempt.ts',
    uses: ['Date.now', 'Math.random'],
    reason: 'answers fresh reads of clock and chance in its thread, and reports them',
  },
  {
    path: 'runtime/sandbox/thread/shared-pool.ts',
    uses: ['node:os'],
    reason: 'asks how many threads the machine can run at once',
  },
  { path: 'runtime/sandbox/thread/thread.ts', uses: ['node:worker_threads'], reason: 'runs scripts in threads' },
  { path: 'runtime/sandbox/thread/worker.ts', uses: ['node:worker_threads'], reason: 'the other end of such a thread' },
  { path: 'runtime/sandbox/thread/worker-file.ts', uses: ['node:fs'], reason: 'looks for what threads run' },
  {
    path: 'runtime/store/journal-file.ts',
    uses: ['node:fs', 'node:fs/promises'],
    reason: 'writes and reads journals',
  },
  { path: 'runtime/store/journal-text.ts', uses: ['node:zlib'], reason: "computes a record's checksum" },
  {
    path: 'runtime/store/lock-file.ts',
    uses: ['node:crypto', 'node:fs/promises'],
    reason: 'locks a file against other processes',
  },
  {
    path: 'runtime/store/process-identity.ts',
    uses: ['process', 'node:fs', 'node:os'],
    reason: 'tells whether the process that holds a lock is over',
  },
  { path: 'harness/world/another-host.ts', uses: ['process'], reason: 'changes the time zone of the process' },
  {
    path: 'harness/oracle/v8/realm.ts',
    uses: ['node:v8', 'node:vm'],
    reason: 'runs scripts in V8 itself, to be compared with the guest',
  },
  { path: 'harness/case/codec.ts', uses: ['node:crypto'], reason: 'names a case by the hash of its text' },
  { path: 'harness/corpus/directory.ts', uses: ['node:fs'], reason: 'reads and writes the kept cases' },
  {
    path: 'harness/golden/folder.ts',
    uses: ['node:fs'],
    reason: 'reads the recorded runs, and writes those of a release',
  },
  {
    path: 'harness/generate/distribution-main.ts',
    uses: ['node:fs'],
    reason: 'writes the table of what occurs how often',
  },
  {
    path: 'harness/golden/record-main.ts',
    uses: ['process', 'node:module'],
    reason: 'reads the version from package.json and writes to the terminal',
  },
  {
    path: 'harness/report/html/page.ts',
    uses: ['node:crypto'],
    reason: "tells browsers the hash of a page's own script, so that they run no other",
  },
  {
    path: 'harness/report/html/testing/browser.ts',
    uses: ['process', 'node:fs', 'node:os'],
    reason: 'opens pages in a real browser, for tests',
  },
  {
    path: 'harness/vitest/failure-file.ts',
    uses: ['node:fs'],
    reason: 'saves the case that failed a test, so that it can be played again',
  },
  {
    path: 'harness/vitest/plugin.ts',
    uses: ['node:fs'],
    reason: 'reads which script a declaration names, and what that imports',
  },
  {
    path: 'harness/workflow/project-files.ts',
    uses: ['node:fs'],
    reason: "reads a user's scripts, declarations and config",
  },
  {
    path: 'harness/workflow/latency-budgets.ts',
    uses: ['node:fs'],
    reason: "reads the file of budgets that a user's config names",
  },
  {
    path: 'harness/workflow/bundle/testing/project.ts',
    uses: ['node:fs', 'node:os'],
    reason: 'makes the folders of tests, as a user has them',
  },
  {
    path: 'harness/workflow/bundle/import-gate.ts',
    uses: ['node:module'],
    reason: 'knows which names Node has modules for',
  },
  {
    path: 'harness/workflow/schema/peer.ts',
    uses: ['node:module'],
    reason: "loads the converter that belongs to a user's schema library",
  },
  {
    path: 'harness/workflow/budget.ts',
    uses: ['node:perf_hooks', 'node:timers/promises', 'performance', 'setImmediate'],
    reason: 'ends fuzzing when its time is up',
  },
  {
    path: 'harness/campaign/stopwatch.ts',
    uses: ['performance', 'process'],
    reason: 'ends a campaign when its time is up, and says how fast it was',
  },
  {
    path: 'harness/campaign/thread.ts',
    uses: ['node:worker_threads', 'setInterval'],
    reason: 'runs cases in threads and watches over them',
  },
  {
    path: 'harness/campaign/another-process.ts',
    uses: ['process', 'node:child_process', 'node:os', 'node:stream/consumers'],
    reason: 'examines a sample once more in a process of its own, with other surroundings',
  },
  {
    path: 'harness/campaign/repeat-main.ts',
    uses: ['process', 'node:stream/consumers'],
    reason: 'the program of that process',
  },
  { path: 'harness/campaign/worker.ts', uses: ['node:worker_threads'], reason: 'the other end of such a thread' },
  {
    path: 'harness/plants/loader.ts',
    uses: ['node:fs', 'node:module'],
    reason: 'reads the source that plants patch, and loads modules with the patches',
  },
  { path: 'harness/plants/hooks.ts', uses: ['node:module'], reason: 'is called by the module loader' },
  { path: 'harness/plants/module-graph.ts', uses: ['node:fs'], reason: 'reads which built modules import which' },
  {
    path: 'harness/plants/try-plants.ts',
    uses: ['process', 'node:worker_threads'],
    reason: 'says which thread shares the environment of the process, for the time zone',
  },
  { path: 'harness/plants/worker.ts', uses: ['node:worker_threads'], reason: 'the thread that plants are tried in' },
  {
    path: 'harness/cli/check-change.ts',
    uses: ['node:crypto'],
    reason: 'names a saved run by the hash of its text',
  },
  {
    path: 'harness/cli/git-revision.ts',
    uses: ['node:child_process'],
    reason: "asks git for a script's earlier text",
  },
  { path: 'harness/cli/recorded-runs.ts', uses: ['node:fs'], reason: 'looks for recorded runs in folders' },
  { path: 'harness/cli/campaign-output.ts', uses: ['process'], reason: 'knows whether this is GitHub' },
  { path: 'harness/cli/corpus-folders.ts', uses: ['node:fs'], reason: 'sees which folders a project keeps cases in' },
  {
    path: 'harness/cli/minimise-state.ts',
    uses: ['node:fs'],
    reason: 'keeps what a minimisation that was stopped has tried',
  },
  { path: 'harness/cli/explain.ts', uses: ['process'], reason: 'writes errors to the terminal' },
  {
    path: 'harness/cli/files.ts',
    uses: ['node:crypto', 'node:fs'],
    reason: 'reads and writes the files that a command names',
  },
  { path: 'harness/cli/journal.ts', uses: ['node:fs'], reason: 'tells a journal from a saved run' },
  { path: 'harness/cli/merge.ts', uses: ['node:fs'], reason: 'reads the reports of shards' },
  { path: 'harness/cli/main.ts', uses: ['process'], reason: 'takes the arguments and sets the exit code' },
  { path: 'harness/cli/version.ts', uses: ['node:module'], reason: 'reads the version from package.json' },
  {
    path: 'harness/cli/seed.ts',
    uses: ['process', 'node:child_process', 'node:crypto'],
    reason: 'makes the seed of a campaign where none is given',
  },
  {
    path: 'harness/cli/terminal.ts',
    uses: ['process', 'performance'],
    reason: 'writes to the terminal, and not too often',
  },
  {
    path: 'harness/cli/interruption.ts',
    uses: ['process', 'setTimeout'],
    reason: 'hears Ctrl-C, and waits for a polite end no longer than promised',
  },
  { path: 'harness/cli/wall-clock.ts', uses: ['Date.now'], reason: 'says how long a run still sleeps' },
  { path: 'harness/cli/project.ts', uses: ['node:module'], reason: 'finds the cases that this package ships' },
  {
    path: 'harness/cli/thread.ts',
    uses: ['process', 'node:os', 'node:worker_threads'],
    reason: 'runs guests in threads, one per core',
  },
  {
    path: 'harness/cli/bench-json.ts',
    uses: ['process', 'node:os'],
    reason: 'says on what machine was measured',
  },
  { path: 'harness/cli/gate-latency.ts', uses: ['performance'], reason: 'divides wall time between two attempts' },
  {
    path: 'harness/cli/in-process.ts',
    uses: ['process', 'node:child_process'],
    reason: 'measures replay latency in a process that does nothing else',
  },
  { path: 'harness/cli/latency-process.ts', uses: ['process'], reason: 'the other end of such a process' },
  {
    path: 'harness/cli/latency-proof-main.ts',
    uses: ['process'],
    reason: 'takes its argument and writes to the terminal',
  },
  { path: 'harness/cli/worker.ts', uses: ['node:worker_threads'], reason: 'the other end of such a thread' },
  { path: 'harness/cli/schema-problems.ts', uses: ['node:fs'], reason: 'reads a published schema, for tests' },
  {
    path: 'harness/cli/spawned.ts',
    uses: ['process', 'node:child_process', 'node:fs', 'node:os'],
    reason: 'runs the built binary for the tests of the commands',
  },
  { path: 'harness/vitest/failure-file.ts', uses: ['node:fs'], reason: 'keeps the case that a test failed with' },
  {
    path: 'benches/memory.ts',
    uses: ['process', 'node:v8', 'node:vm'],
    reason: 'how much memory the process has, once garbage is collected',
  },
  {
    path: 'benches/latency/measure-figures.ts',
    uses: ['performance'],
    reason: 'ends an attempt after so much wall time, whatever the machine is busy with',
  },
  { path: 'benches/guidance-main.ts', uses: ['process'], reason: 'takes its argument and writes to the terminal' },
  { path: 'benches/soak-main.ts', uses: ['process'], reason: 'takes its argument and writes to the terminal' },
  {
    path: 'benches/cpu-clock.ts',
    uses: ['process'],
    reason: 'the clock of the benches: CPU time, since wall time measures the neighbours',
  },
  {
    path: 'properties/hostile/thread.ts',
    uses: ['node:worker_threads'],
    reason: 'runs hostile scripts in a thread, with the stack that the product gives them',
  },
  { path: 'properties/hostile/worker.ts', uses: ['node:worker_threads'], reason: 'the other end of such a thread' },
  { path: 'benches/peers/paused-script.ts', uses: ['node:zlib'], reason: 'packs what a peer leaves unpacked' },
  {
    path: 'benches/side-by-side/replays.ts',
    uses: ['performance'],
    reason: 'takes wall time: peers wait for servers and threads',
  },
  {
    path: 'benches/side-by-side/tree-cpu.ts',
    uses: ['process', 'node:fs'],
    reason: 'CPU time of this process and of servers',
  },
];

export interface AmbientFile {
  path: string;
  uses: readonly string[];
  reason: string;
}

/** Script files, which the sandbox evaluates, and files that a tool wants to have a default export. */
export const mayExportDefault = /(\.config\.ts|\.workflow\.ts|\.fuzz\.ts|^raw\.d\.ts)$/;

/** Names that say nothing: whatever is in there belongs to a subject. */
export const vagueNames = /^(utils?|helpers?|common|shared|misc|lib)$/;

/** Lines of a source file, and of a test. Beyond that it holds more than one idea. */
export const linesMax = { source: 300, test: 450 };

/** Files that may be longer, because taking them apart would hide what they are: one machine whose parts share all state. */
export const longFiles: Readonly<Record<string, number>> = {
  'runtime/guest/guest.ts': 550,
  'runtime/session/run-session.ts': 600,
};

/** Parts that also run in a browser: no `node:` module at all. */
export const coreParts: readonly string[] = ['runtime/log', 'runtime/guest', 'runtime/script', 'runtime/session'];

/** Modules that only compute. Outside of the core parts anybody may use them. */
export const pureModules: readonly string[] = ['node:assert', 'node:path', 'node:url', 'node:util'];
