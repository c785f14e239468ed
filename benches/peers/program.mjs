// The work that all peers do, and what was recorded of it.

export const bodies = {
  sequential: 'let sum = 0; for (let i = 0; i < n; i++) sum += (await step({ i })).v; return await last({ sum });',
  'fan-out':
    'const all = await Promise.all(Array.from({ length: n }, (_, i) => step({ i }))); return await last({ sum: all.reduce((sum, { v }) => sum + v, 0) });',
};

/** Inputs and answers as JSON text, in order. */
export function recorded(calls) {
  return Array.from({ length: calls }, (_, i) => ({ input: JSON.stringify({ i }), answer: JSON.stringify({ v: i }) }));
}

export function sumOf(calls) {
  return (calls * (calls - 1)) / 2;
}

/** Follows a log: each call must be the recorded one, and the one after the last is live. */
export function follow(log) {
  let position = 0;
  const live = [];
  return {
    live,
    /** The recorded answer as text; nothing for the live call. */
    take(name, input) {
      const entry = log[position++];
      if (entry === undefined) return void live.push(`${name} ${input}`);
      if (name !== 'step' || input !== entry.input) throw new Error(`call ${position - 1} is ${name} ${input}`);
      return entry.answer;
    },
    check() {
      const expected = `last ${JSON.stringify({ sum: sumOf(log.length) })}`;
      if (position !== log.length + 1 || live.join() !== expected) {
        throw new Error(`after ${position} calls the live ones are ${live.join()}, and not ${expected}`);
      }
    },
  };
}

/** For engines without promises of the host's: a call's promise is made in the guest, and resolved at once from the log. */
export const guestPrelude = `const call = (name) => (input) => {
  const answer = __call(name, JSON.stringify(input));
  return answer === undefined ? new Promise(() => {}) : Promise.resolve(JSON.parse(answer));
};
const step = call('step'), last = call('last');`;

export function guestProgram(shape, calls) {
  return `${guestPrelude}\n(async (n) => { ${bodies[shape]} })(${calls});`;
}
