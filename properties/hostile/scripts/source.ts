import type { HostileScript } from '../hostile-script.ts';

const many = 100_000;

/** After the compiler and the linker: text that is refused, quickly, before anything runs. */
export const source: readonly HostileScript[] = [
  {
    name: 'source: parentheses',
    tries: "to end the parser's stack",
    script: `return ${'('.repeat(many)}1${')'.repeat(many)};`,
    right: { syntax: 'nested too deeply' },
  },
  {
    name: 'source: arrays',
    tries: "to end the parser's stack",
    script: `return ${'['.repeat(many)}${']'.repeat(many)};`,
    right: { syntax: 'nested too deeply' },
  },
  {
    name: 'source: types',
    tries: 'to end the stack of the compiler of types',
    script: `type T = ${'A<'.repeat(4000)}1${'>'.repeat(4000)};\nreturn 1;`,
    right: { syntax: '' },
  },
  {
    name: 'source: a chain of operators',
    tries: 'to make a tree that is deep to its left',
    script: `return ${'1+'.repeat(many)}1;`,
    right: { syntax: 'nested too deeply' },
  },
  {
    name: 'source: else without end',
    tries: 'to keep the compiler busy with one statement',
    script: `const x: number = 1;\n${'if (x) {}\nelse '.repeat(20_000)}{}`,
    right: { syntax: 'else' },
  },
  {
    name: 'source: wrong names',
    tries: 'to have the linker guess for ever',
    script: `return [${Array.from({ length: 3 }, (_, i) => `unknown${i}`).join(', ')}];`,
    right: { link: ['unknown0', 'unknown1', 'unknown2'] },
  },
  {
    name: 'source: a template that never ends',
    tries: 'to swallow what stands behind the script',
    script: 'return `',
    right: { syntax: 'nterminated' },
  },
  {
    name: 'source: words of another mode',
    tries: 'to leave strict mode',
    script: 'with ({}) { delete data; } return arguments.callee;',
    right: { syntax: 'with' },
  },
  {
    name: 'source: the arguments of the wrapper',
    tries: 'to see what the script is called with',
    script: "return [typeof arguments, eval('arguments.length'), typeof eval('this')];",
    right: { value: ['object', 0, 'undefined'] },
  },
];
