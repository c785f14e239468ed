import type { HostileScript } from '../hostile-script.ts';

const t = 1_700_000_000_000;

/** After the host itself: its clock, zone, locale and randomness, its objects and its names. */
export const host: readonly HostileScript[] = [
  {
    name: 'a clock by every road',
    tries: 'to read a clock that the log does not know',
    script: `
      const Saved = Object.getPrototypeOf(new Date(0)).constructor;
      const read = [
        Date.now(), new Saved().getTime(), Reflect.construct(Date, [], class extends Date {}).getTime(),
        Date.parse(Date()), (0, eval)('Date.now()'), new Function('return +new Date()')(),
      ];
      globalThis.Date = class { static now() { return 1; } };
      return [...read, Saved.now()];`,
    right: { value: [t, t, t, t, t, t, t] },
    asks: ['now', 'now', 'now', 'now', 'now', 'now', 'now'],
  },
  {
    name: 'a stopwatch',
    tries: 'to measure how long something takes',
    script: 'const begin = Date.now(); for (let i = 0; i < 1e5; i++); return Date.now() - begin;',
    right: { value: 0 },
    asks: ['now', 'now'],
  },
  {
    name: 'clocks of other hosts',
    tries: 'to name what a browser or Node would have',
    script:
      'return [performance.now(), process.hrtime(), setInterval(() => {}), requestAnimationFrame, Intl, navigator.language, crypto, WebAssembly];',
    right: {
      link: [
        'performance',
        'process',
        'setInterval',
        'requestAnimationFrame',
        'Intl',
        'navigator',
        'crypto',
        'WebAssembly',
      ],
    },
  },
  {
    name: 'hidden names',
    tries: 'to reach at run time what linking would refuse',
    script: `
      const names = ['process', 'require', 'fetch', 'performance', 'Intl', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef',
        'FinalizationRegistry', 'navigator', 'crypto', 'queueMicrotask', 'std', 'os', 'bjson', 'scriptArgs', 'print', 'gc', 'Worker', 'module', 'exports', 'Bun', 'Deno'];
      const there = names.filter((name) => name in globalThis || (0, eval)('typeof ' + name) !== 'undefined');
      return [there, Function('return this')() === globalThis];`,
    right: { value: [[], true] },
  },
  {
    name: 'imports of the engine',
    tries: "to load the engine's own modules, behind the linker's back",
    script: `
      const load = async (text) => { try { await (0, eval)(text); return 'loaded'; } catch (error) { return error.name; } };
      return [await load("import('std')"), await load("import('os')"), await load("import('./script')"), await load("import('/etc/passwd')")];`,
    right: { value: ['TypeError', 'TypeError', 'TypeError', 'TypeError'] },
  },
  {
    name: 'an import in plain sight',
    tries: 'to import a module of the host',
    script: "const { readFileSync } = await import('node:fs'); return readFileSync('/etc/passwd', 'utf8');",
    right: { link: ['node:fs'] },
  },
  {
    name: 'the time zone',
    tries: 'to tell where the host is',
    script: `
      const summer = new Date(2024, 6, 1, 12);
      const winter = new Date(2024, 0, 1, 12);
      return [summer.getTimezoneOffset(), winter.getTimezoneOffset(), summer.toString().slice(24), new Date('2024-03-31T02:30').getTime(), Date.parse('1 July 2024 12:00')];`,
    right: { value: [0, 0, ' GMT+0000', 1_711_852_200_000, 1_719_835_200_000] },
  },
  {
    name: 'the locale',
    tries: 'to tell which language the host speaks',
    script: `
      return [(1234567.891).toLocaleString(), 'I'.toLocaleLowerCase(), 'i'.toLocaleUpperCase('tr'), ['ä', 'z', 'a'].sort((a, b) => a.localeCompare(b)).join(''),
        new Date(0).toLocaleDateString(), new Date(0).toLocaleTimeString('de')];`,
    right: { value: ['1234567.891', 'i', 'I', 'azä', '01/01/1970', '12:00:00 AM'] },
  },
  {
    name: 'dice by every road',
    tries: 'to get a random number that the log does not know',
    script: `
      const { random } = Math;
      const rolled = [random(), Reflect.apply(Math.random, null, []), Object.getOwnPropertyDescriptor(Math, 'random').value(), ...Array.from({ length: 2 }, Math.random)];
      delete Math.random;
      return [...rolled, typeof Math.random, typeof Object.getPrototypeOf(Math).random];`,
    right: { value: [0.25, 0.25, 0.25, 0.25, 0.25, 'undefined', 'undefined'] },
    asks: ['random', 'random', 'random', 'random', 'random'],
  },
  {
    name: 'stacks that tell',
    tries: "to find the host's files in the text of a stack",
    script: `
      const stacks = [new Error('mine').stack];
      try { await actions.fail(1); } catch (error) { stacks.push(error.stack); }
      try { await actions.echo(1n); } catch (error) { stacks.push(error.stack); }
      try { JSON.parse('{'); } catch (error) { stacks.push(error.stack); }
      return /node|file:|\\/home|\\/tmp|\\/work|\\.ts|\\.js|wasm|@/.test(stacks.join(' '));`,
    right: { value: false },
  },
  {
    name: 'up the stack',
    tries: "to get hold of the bridge's own functions",
    script: `
      const sloppy = Function('return typeof arguments.callee.caller + typeof Function.prototype.caller');
      const attempt = (f) => { try { return String(f()); } catch (error) { return error.name; } };
      Error.prepareStackTrace = (error, frames) => frames;
      Error.stackTraceLimit = 100;
      return [attempt(sloppy), attempt(() => actions.echo.caller), attempt(() => actions.echo.arguments), typeof new Error('x').stack];`,
    right: { value: ['TypeError', 'TypeError', 'TypeError', 'string'] },
  },
  {
    name: 'when memory is collected',
    tries: 'to watch the garbage collector through what it leaves',
    script: `
      const collected = [typeof globalThis.WeakRef, typeof globalThis.FinalizationRegistry, typeof globalThis.gc];
      const map = new WeakMap();
      for (let i = 0; i < 20000; i++) map.set({ i }, new Array(10).fill(i));
      return [...collected, 'size' in map, Object.keys(map).length];`,
    right: { value: ['undefined', 'undefined', 'undefined', false, 0] },
  },
  {
    name: 'host objects in the actions',
    tries: 'to climb from an action to the realm that made it',
    script: `
      const realm = actions.echo.constructor('return globalThis')();
      const answer = await actions.odd();
      return [realm === globalThis, Object.getPrototypeOf(actions) === null, Object.isFrozen(actions), Object.isFrozen(actions.echo),
        Object.getPrototypeOf(answer) === Object.prototype, actions.echo('x') instanceof Promise, typeof actions.echo.prototype];`,
    right: { value: [true, true, true, true, true, true, 'undefined'] },
  },
  {
    name: 'out of its function',
    tries: 'to close the function that the script is put into, and run outside of it',
    script: 'return 1;\n})\nglobalThis.outside = 1;\n(async function () {',
    right: { syntax: '(script.ts:2:2)' },
  },
  {
    name: 'comments that swallow the wrapper',
    tries: 'to end the text in a comment, a template or a string that hides what follows',
    script: 'return 1; // \u2028 return 2; /*',
    right: { syntax: '' },
  },
];
