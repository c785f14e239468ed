import { beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../../../runtime/index.ts';
import { playedBoth } from './testing/played.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load();
});

/** A tick of fuel is 10,000 polls: in so many rounds one poll more in each is noticed. */
const rounds = 30_000;

describe('counters cost no fuel, round for round', () => {
  test.each([
    'if (i % 2) n++;',
    'if (i % 2) { n++; }',
    'if (i % 2) { n++; } else { n--; }',
    'if (i % 2) n++; else n--;',
    'if (i % 2) continue;',
    'if (i % 2) { continue; } n++;',
    'if (i % 2) n++; else continue;',
    'if (i % 2) continue; else n++;',
    'if (i % 2) {} else n++;',
    'if (i % 2) n++; else {}',
    'if (i % 2) ; else ; n++;',
    'if (i % 2) { if (i % 3) continue; } n++;',
    'if (i % 2 && i % 3) n++;',
    'if (i % 2 || i % 3) n++; else n--;',
    'if (!(i % 2 && i % 3)) continue;',
    'if (!(i % 2 || !(i % 3) && i % 5)) continue; n++;',
    'if ((i % 2 && i % 3) || (i % 5 && i % 7)) { n++; }',
    'if ((i % 2) ?? n) n++;',
    'if (i % 2 ? i % 3 : i % 5) n++;',
    'if ((n++, i % 2)) n++;',
    'if (i === 5) n++; if (typeof i === "string") n++; if (i == null) n++; if (i === undefined) n++;',
    'if (true) n++; if (!0) n++; if (null) n++; if (0 || i % 2) n++; if (1 && i % 2) n++; if (undefined) n++;',
    'if (i % 2) n++; else if (i % 3) n--; else if (i % 5) n += 2;',
    'if (i % 2) n++; else if (i % 3) continue; else n++;',
    'n += i % 2 ? 1 : 2;',
    'n += i % 2 ? (i % 3 ? 1 : 2) : i % 5 ? 3 : 4;',
    'n += (i % 2 && 1) || (null ?? 2);',
    'n ||= 1; n &&= 2; n ??= 3;',
    'i % 2 && n++; i % 3 || n++; i % 2 ? n++ : n--;',
    'const [a = 1, { b = 2 } = {}] = i % 2 ? [] : [1, { b: 1 }]; n += a + b;',
    '((a = 1, b = a) => a + b)(i % 2 ? undefined : 1);',
    '(function (a) { if (a % 2) return; n++; })(i);',
    '((a) => { if (a % 2) { return 1; } else { return 2; } })(i);',
    '((a) => a % 2 ? 1 : a % 3 ? 2 : 3)(i);',
    '((a) => a % 2 && a % 3 || a)(i);',
    'switch (i % 4) { case 0: n++; case 1: n--; break; case 2: case 3: n += 2; break; default: n = 0; }',
    'switch (i % 4) { case 0: break; case 1: continue; case 2: { n++; break; } default: n--; }',
    'switch (i % 4) { case 0: n++; break; default: }',
    'switch (i % 4) { case 0: n++; case 1: for (const x of [1]) n += x; case 2: while (n % 3) n++; case 3: if (n) break; n++; }',
    'switch (i % 4) { default: n++; case 0: case 1: n--; }',
    'for (let j = 0; j < 2; j++) n++;',
    'for (let j = 0; j < 2; j++) { if (j) break; n++; }',
    'for (let j = 0; j < 2; j++) { for (const x of [1, 2]) n += x; }',
    'for (const x of [1, 2]) { for (const y of [1, 2]) { if (y === x) continue; n++; } }',
    'for (const x of [1, 2]) for (const k in { a: 1 }) n++;',
    'for (let j = 0; j < 2; j++) { while (n % 3) n++; n++; }',
    'for (let j = 0; j < 2; j++) while (n++ % 3) {}',
    'for (let j = 0; ; j++) { if (j > 2) break; }',
    'for (;;) { if (n++ % 3) break; }',
    'for (;;) { for (;;) { if (n++ % 3) break; } break; }',
    'while (true) { n++; break; }',
    'while (n++ % 3) if (n % 2) continue; else n++;',
    'do { n++; } while (n % 3); do if (n % 2) n++; while (n++ % 4);',
    'do { do { n++; } while (n % 3); } while (n % 5);',
    'outer: for (const a of [1, 2]) { for (const b of [1, 2]) { if (b === 2) continue outer; if (a === 2) break outer; n++; } }',
    'here: { if (i % 2) break here; n++; } n++;',
    'here: if (i % 2) { if (i % 3) break here; n++; } else break here;',
    'try { if (i % 2) throw 1; n++; } catch { n--; }',
    'try { if (i % 2) throw 1; } catch (e) { if (i % 3) continue; n++; } finally { n++; }',
    'try { throw 1; } catch {}',
    'try { n++; } catch { n--; } finally { if (i % 2) continue; }',
    'class A { #a = i % 2 ? 1 : 2; get a() { return this.#a || 1; } static { n += i % 2 ? 1 : 2; } } n += new A().a;',
    'const o = i % 2 ? { a: { b: 1 } } : null; n += o?.a?.b ?? 0;',
    'const g = function* () { if (i % 2) yield 1; else yield 2; }; for (const x of g()) n += x;',
    '[1, 2].map((x) => x % 2 ? x : -x).filter((x) => { if (x > 0) return true; return false; });',
  ])('%s', (body) => {
    const { plain, counting } = playedBoth(
      engine,
      `let n = 0; for (let i = 0; i < ${rounds}; i++) { ${body} } return n;`,
    );

    expect(plain.outcome).toHaveProperty('value');
    expect(counting).toEqual(plain);
  });

  test('where it waits', () => {
    const source = `let n = 0; const f = async (i) => {
      if (await i % 2) n++;
      const a = i % 3 ? await 1 : 2;
      await a;
      if (i % 2 && (await a)) return;
      for await (const x of [1]) { if (x) continue; }
      try { if (i % 2) throw 1; await 1; } catch { await 2; }
      n++;
    };
    for (let i = 0; i < ${rounds / 3}; i++) await f(i);
    return n;`;
    const { plain, counting } = playedBoth(engine, source);

    expect(counting).toEqual(plain);
  });
});
