import type { Peers, WasiHandle, WasiMachine } from './packages.ts';

/**
 * A script in quickjs-wasi whose calls stay open until somebody settles them, also after a restore: the functions that do it are
 * kept by the script's side, where a snapshot finds them. Values cross as JSON text.
 */
const bridge = `const open = [];
const call = (name) => (input) => {
  __call(name, JSON.stringify(input));
  return new Promise((resolve) => open.push(resolve));
};
globalThis.settle = (index, text) => open[index](JSON.parse(text));
globalThis.result = undefined;`;

export class WasiRun {
  readonly machine: WasiMachine;
  /** Names of the calls that were made here. */
  readonly calls: string[];

  private constructor(machine: WasiMachine, calls: string[]) {
    this.machine = machine;
    this.calls = calls;
  }

  static async start(peers: Peers, script: string, actions: readonly string[], input: unknown): Promise<WasiRun> {
    const machine = await peers.QuickJS.create({ wasm: peers.wasm });
    const calls: string[] = [];
    const host = machine.newFunction('__call', recorder(machine, calls));
    machine.setProp(machine.global, '__call', host);
    host.dispose();
    const made = actions.map((name) => `${name}: call('${name}')`).join(', ');
    const globals = `const actions = { ${made} }, input = ${JSON.stringify(input)}, data = {}, console = { log() {} };`;
    const main = `(async () => {\n${script}\n})().then((value) => { result = JSON.stringify(value); });`;
    machine.evalCode(`(() => { 'use strict'; ${bridge} ${globals} ${main} })()`).dispose();
    machine.executePendingJobs();
    return new WasiRun(machine, calls);
  }

  static async restore(peers: Peers, bytes: Uint8Array): Promise<WasiRun> {
    const machine = await peers.QuickJS.restore(peers.QuickJS.deserializeSnapshot(bytes), { wasm: peers.wasm });
    const calls: string[] = [];
    machine.registerHostCallback('__call', recorder(machine, calls));
    return new WasiRun(machine, calls);
  }

  settle(index: number, value: unknown): void {
    const { machine } = this;
    const handles = [
      machine.global.getProp('settle'),
      machine.newNumber(index),
      machine.newString(JSON.stringify(value)),
    ];
    const [settle, ...args] = handles as [WasiHandle, WasiHandle, WasiHandle];
    machine.callFunction(settle, machine.undefined, ...args).dispose();
    for (const handle of handles) handle.dispose();
    machine.executePendingJobs();
  }

  /** JSON text of what the script returned. */
  get result(): unknown {
    return this.machine.dump(this.machine.global.getProp('result'));
  }
}

function recorder(machine: WasiMachine, calls: string[]): (...args: WasiHandle[]) => WasiHandle {
  return (name) => {
    calls.push(name?.toString() ?? '');
    return machine.undefined;
  };
}
