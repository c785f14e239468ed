import { expect, test } from 'vitest';
import { dependencyIn, extendPackageJson } from './package-json.ts';

const wanted = { scripts: { test: 'vitest run', fuzz: 'lockstep fuzz' }, devDependencies: { vitest: '^4', zod: '^4' } };

test.each<[string, string, string]>([
  [
    'lines of two spaces',
    '{\n  "name": "a",\n  "scripts": {\n    "build": "tsc"\n  },\n  "keywords": ["x",   "y"]\n}\n',
    '{\n  "name": "a",\n  "scripts": {\n    "build": "tsc",\n    "test": "vitest run",\n    "fuzz": "lockstep fuzz"\n  },\n  "keywords": ["x",   "y"],\n  "devDependencies": {\n    "vitest": "^4",\n    "zod": "^4"\n  }\n}\n',
  ],
  [
    'tabs, CRLF and no last line break',
    '{\r\n\t"name": "a",\r\n\t"devDependencies": {\r\n\t\t"zod": "^4.2.0"\r\n\t}\r\n}',
    '{\r\n\t"name": "a",\r\n\t"devDependencies": {\r\n\t\t"zod": "^4.2.0",\r\n\t\t"vitest": "^4"\r\n\t},\r\n\t"scripts": {\r\n\t\t"test": "vitest run",\r\n\t\t"fuzz": "lockstep fuzz"\r\n\t}\r\n}',
  ],
  [
    'one line',
    '{ "scripts": { "lint": "x" }, "dependencies": { "vitest": "*", "zod": "*" } }\n',
    '{ "scripts": { "lint": "x", "test": "vitest run", "fuzz": "lockstep fuzz" }, "dependencies": { "vitest": "*", "zod": "*" } }\n',
  ],
  [
    'empty objects, and a byte order mark',
    '\uFEFF{\n    "scripts": {},\n    "peerDependencies": { "vitest": "*", "zod": "*" }\n}\n',
    '\uFEFF{\n    "scripts": {\n        "test": "vitest run",\n        "fuzz": "lockstep fuzz"\n    },\n    "peerDependencies": { "vitest": "*", "zod": "*" }\n}\n',
  ],
  [
    'nothing',
    '{}',
    '{\n  "scripts": {\n    "test": "vitest run",\n    "fuzz": "lockstep fuzz"\n  },\n  "devDependencies": {\n    "vitest": "^4",\n    "zod": "^4"\n  }\n}',
  ],
  [
    'the placeholder of npm init',
    '{\n  "scripts": {\n    "test": "echo \\"Error: no test specified\\" && exit 1"\n  },\n  "dependencies": { "vitest": "4", "zod": "4" }\n}\n',
    '{\n  "scripts": {\n    "test": "vitest run",\n    "fuzz": "lockstep fuzz"\n  },\n  "dependencies": { "vitest": "4", "zod": "4" }\n}\n',
  ],
])('what is missing is added to %s, and nothing else changes', (_, before, after) => {
  const { text } = extendPackageJson(before, wanted);

  expect(text).toBe(after);
  expect(extendPackageJson(text, wanted)).toEqual({ text, added: [], left: [] });
});

test('what is there stays, and is named', () => {
  const text = '{ "scripts": { "test": "jest" }, "devDependencies": { "zod": "3" } }';

  expect(extendPackageJson(text, wanted)).toEqual({
    text: '{ "scripts": { "test": "jest", "fuzz": "lockstep fuzz" }, "devDependencies": { "zod": "3", "vitest": "^4" } }',
    added: ['scripts.fuzz', 'devDependencies.vitest'],
    left: [{ name: 'scripts.test', value: 'jest' }],
  });
});

test('a version is found in whatever list it stands', () => {
  expect(dependencyIn('{ "dependencies": {}, "devDependencies": { "zod": "^3.22" } }', 'zod')).toBe('^3.22');
  expect(dependencyIn('{}', 'zod')).toBeUndefined();
});

test.each(['[]', '"x"', '{ "scripts": [] }', '{ "devDependencies": "none" }'])('%s is no package.json', (text) => {
  expect(() => extendPackageJson(text, wanted)).toThrow(/is no object/);
});
