import type { HostileScript } from '../hostile-script.ts';

/** After the pause: nothing of a script runs because it is paused. */
export const pauses: readonly HostileScript[] = [
  {
    name: 'a pause in finally',
    tries: 'to go on in `catch` or `finally` when a call pauses the run',
    script: `
      try { return await actions.ask('first'); } catch { await actions.echo('caught'); } finally { await actions.echo('finally'); data.ran = true; }`,
    right: { pause: ['ask'] },
    asks: ['ask'],
  },
  {
    name: 'a pause that is raced',
    tries: 'to go on past a pause with something that was settled all along',
    script: `
      const first = await Promise.race([actions.ask(), Promise.resolve('mine')]);
      return first;`,
    right: { value: 'mine' },
    asks: ['ask'],
  },
  {
    name: 'a pause asked again',
    tries: 'to ask for ever when the question is not answered',
    script: `for (;;) { try { return await actions.ask(); } catch { continue; } finally { if (data.never) break; continue; } }`,
    right: { pause: ['ask'] },
    asks: ['ask'],
  },
  {
    name: 'a pause in a generator',
    tries: 'to close a generator that waits in a pause, and run its cleanup',
    script: `
      async function* asking() { try { yield await actions.ask(); } finally { await actions.echo('cleanup'); } }
      const iterator = asking();
      const next = iterator.next();
      iterator.return('over').then(() => actions.echo('returned'));
      return await next;`,
    right: { pause: ['ask'] },
    asks: ['ask'],
  },
  {
    name: 'a pause seen by its promise',
    tries: 'to notice a pause through the state of the promise',
    script: `
      const seen = [];
      const call = actions.ask();
      call.then(() => seen.push('fulfilled'), () => seen.push('rejected')).finally(() => seen.push('settled'));
      await Promise.race([call, actions.echo('other')]);
      for (let i = 0; i < 100; i++) await null;
      data.seen = seen;
      return [seen, await Promise.race([call, Promise.resolve('pending')])];`,
    right: { pause: ['ask'] },
    asks: ['ask', 'echo'],
  },
  {
    name: 'a look that acts',
    tries: 'to call, read the clock or print while the host looks at `data` in a pause',
    script: `
      Object.defineProperty(data, 'x', { enumerable: true, get() { actions.echo('from a getter'); Date.now(); console.log('looked'); globalThis.looked = true; return 1; } });
      await actions.ask(globalThis.looked ?? false);`,
    right: { pause: ['ask'] },
    asks: ['ask'],
    prints: [],
  },
  {
    name: 'a look without end',
    tries: 'to hold the host up when it looks at `data` in a pause',
    script: `Object.defineProperty(data, 'x', { enumerable: true, get() { for (;;); } }); await actions.ask();`,
    right: { pause: ['ask'] },
    asks: ['ask'],
    limits: { fuel: 20 },
  },
  {
    name: 'a look that throws what cannot be read',
    tries: 'to have the host run a `toString` of its own choice when `data` cannot be read',
    script: `Object.defineProperty(data, 'x', { enumerable: true, get() { throw { toString() { for (;;); }, get message() { for (;;); } }; } }); await actions.ask();`,
    right: { pause: ['ask'] },
    asks: ['ask'],
    limits: { fuel: 20 },
  },
  {
    name: 'data out of reach',
    tries: 'to take `data` away from the host, or put something endless in its place',
    script: `delete globalThis.data; Object.defineProperty(Object.prototype, 'data', { get() { throw new Error('no data'); } }); await actions.ask();`,
    right: { pause: ['ask'] },
    asks: ['ask'],
  },
];
