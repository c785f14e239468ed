import { expect, test } from 'vitest';
import { compileBinary } from './binary.ts';
import { Guest } from './guest.ts';
import { defaultLimits } from './limits.ts';
import { readWasmFile } from './wasm-file.ts';

const binary = await compileBinary(await readWasmFile());
const first = Guest.boot(binary);

function run(code: string) {
  const guest = first.sibling();
  guest.reset();
  const calls: unknown[] = [];
  const printed: string[] = [];
  const error = guest.start(
    { code, actionsText: '[["a"],["ns","b"]]', inputText: '{"n":1}', dataText: '{}', limits: defaultLimits },
    {
      call: (action, slot, text, checked) => {
        if (!checked && text.includes('null')) return false;
        calls.push([action, slot, text]);
        return true;
      },
      now: () => 1234,
      random: () => 0.5,
      print: (level, text) => printed.push(`${level} ${text}`),
    },
  );
  return { guest, calls, printed, error };
}

test('a script runs to its first call, and on when that is answered', () => {
  const { guest, calls, printed } = run(
    '(async () => { console.log("hé", {a:[1,{b:2}]}, Date.now(), Math.random(), new Date(2020,0,1).toString()); const r = await actions.a({ x: 1, y: "ü€" }); data.seen = r; return [r, input.n, await actions.ns.b()]; })',
  );
  expect(calls).toEqual([[0, 0, '{"x":1,"y":"ü€"}']]);
  expect(printed).toEqual(['0 hé { a: [ 1, { b: 2 } ] } 1234 0.5 Wed Jan 01 2020 00:00:00 GMT+0000']);
  expect(guest.lookAtData()).toEqual({ text: '{}' });
  guest.deliver(0, '{"ok":true}');
  expect(calls[1]).toEqual([1, 0, 'null']);
  guest.deliverFailure(0, '{"name":"E","message":"no","code":"C"}', 'ns.b');
  expect(guest.ended).toBe(true);
  expect(guest.conclude()).toEqual({
    kind: 'error',
    resultText: '{"name":"E","message":"no","code":"C","stack":"    at actions.ns.b (action)\\n"}',
    dataText: '{"seen":{"ok":true}}',
  });
});
