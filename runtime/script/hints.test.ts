import { describe, expect, test } from 'vitest';
import { LinkError } from '../errors.ts';
import { compileScript } from './compile.ts';

const actions = ['getWeather', 'github.createIssue', 'gdrive.get', 'mail.get'];
const compile = (source: string) => compileScript(source, { actions, file: 'day.ts' });

function hintOf(source: string): string {
  try {
    compile(source);
  } catch (error) {
    if (error instanceof LinkError) return `${error.missing[0]?.name}: ${error.missing[0]?.hint}`;
    throw error;
  }
  throw new Error('nothing is missing');
}

describe('the hint for a name of another host', () => {
  test.each([
    ['return await codemode.getWeather({})', 'codemode: write actions.getWeather'],
    ['return await mcp.tools.github.createIssue({})', 'mcp: write actions.github.createIssue'],
    ['return await github.createIssue({})', 'github: write actions.github'],
    ['return await createIssue({})', 'createIssue: write actions.github.createIssue'],
    [
      'return await tools.call("getWeather")',
      'tools: what other hosts call tools is `actions` here; the sandbox has g',
    ],
    ['return await store.get(1)', 'store: declare it, pass it in `input`'],
    [
      'import { getWeather } from "./servers/weather";\nexport default getWeather;',
      './servers/weather: actions are there',
    ],
    ['import axios from "axios";\nexport default axios;', 'axios: a script has no network'],
    ['const { readFile } = await import("node:fs/promises");', 'node:fs/promises: a script has no file system'],
    ['const fs = require("fs");', 'require: a script has no file system'],
    ['const x = require(input);', 'require: a script cannot load modules'],
    ['const id = crypto.randomUUID();', 'crypto: for an id use Math.random()'],
    ['const key = process.env.KEY;', 'process: a script has no environment or process; pass what it needs as `input`'],
    ['return new Intl.NumberFormat("en");', 'Intl: formats depend on the host: use toISOString()'],
    ['const signal = AbortSignal.timeout(5);', 'AbortSignal: race the call with a sleep'],
    ['console.table([1]);', 'console.table: print it with `console.log(value)`'],
    ['console.group("x");', 'console.group: the console has log, info, warn, error, debug'],
  ])('of %s', (source, hint) => {
    expect(hintOf(source)).toContain(hint);
  });

  test.each([
    'console.table?.([1]);',
    'if (console.table) console.table([1]);',
    'console.log(typeof console.table);',
    'const console = { table() {} }; console.table();',
    'console["log"](1); console.toString();',
  ])('is none where the script knows what it does: %s', (source) => {
    expect(() => compile(source)).not.toThrow();
  });

  test('is not there for a run of before: what its console lacks, it finds out when it calls it', () => {
    expect(() => compileScript('console.table(1);', { actions, literal: true })).not.toThrow();
  });
});

describe('a warning of a text that comes out otherwise than elsewhere', () => {
  const warned = (source: string) => compile(source).warnings.map(({ location }) => location?.column);

  test.each([
    ["return new Date(0).toLocaleDateString('en-GB', { timeZone: 'Europe/Paris' });", [20]],
    ['return `${(1234.5).toLocaleString()} ${new Date().toLocaleTimeString()}`;', [20, 51]],
    ["return ['b', 'a'].sort((a, b) => a.localeCompare(b, 'de'));", [36]],
    ["return ['b', 'a'].sort((a, b) => a.localeCompare(b));", []],
    ['return new Date(0).toISOString();', []],
  ])('%s', (source, columns) => {
    expect(warned(source)).toEqual(columns);
  });

  test('says what it is, and what to do', () => {
    expect(compile('return (1).toLocaleString();').warnings[0]).toMatchObject({
      code: 'locale-ignored',
      message: expect.stringMatching(/`1234\.5`.*toFixed\(2\)/),
    });
  });
});

describe('a promise that the script drops', () => {
  const dropped = (source: string) =>
    compile(source).warnings.map(({ location }) => `${location?.line}:${location?.column}`);

  test.each([
    ['async function save() {}\nasync function all() {\n  save();\n}\nreturn await all();', ['3:3']],
    ['const save = async () => {};\nsave();\nreturn 1;', ['2:1']],
    ['(async () => {})();\nreturn 1;', ['1:1']],
    ['input.forEach(async (x) => { await actions.getWeather(x) });\nreturn 1;', ['1:1']],
    ['async function save() {}\nvoid save();\nsave().catch(() => {});\nawait save();\nreturn 1;', []],
    ['async function save() {}\nsave();', []],
    ['function save() {}\nsave();\ninput.forEach((x) => save(x));', []],
    ['const all = input.forEach(async () => {});\nreturn all;', []],
    ['let save = async () => {};\nsave = () => {};\nsave();\nreturn 1;', []],
  ])('is warned of: %s', (source, wanted) => {
    expect(dropped(source)).toEqual(wanted);
  });
});
