import { describe, expect, test } from 'vitest';
import { githubAnnotations } from './annotations.ts';
import { broken, fail, failure, inconclusive, pass } from './testing/reports.ts';

/** As GitHub's runner reads a command (actions/runner, ActionCommand.cs). */
const unescaped = (text: string): string =>
  text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0A', '\n')
    .replaceAll('%0D', '\r')
    .replaceAll('%25', '%');

describe('GitHub annotations', () => {
  test('none for a pass', () => {
    expect(githubAnnotations(pass)).toEqual([]);
  });

  test('a failure points at its place, escaped as the runner reads it', () => {
    const [line] = githubAnnotations(fail);

    expect(line).toMatch(/^::error file=flows\/a%2Cb\.ts,line=3,col=7,title=lockstep%3A replay-equals-live::/);
    expect(line).toContain('$.winner%0Alive "a"');
  });

  test('nothing that a failure says can end its line, its properties or its command', () => {
    const hostile = '100 %, a: b\r\n::error::c%0A';
    const location = { file: hostile, line: 1, column: 2 };
    const lines = githubAnnotations({
      ...fail,
      failures: [{ ...failure, oracle: hostile, divergence: hostile, location }],
    });

    expect(lines).toHaveLength(1);
    const [, properties = '', message = ''] = /^::error ([^:\r\n]*)::([^\r\n]*)$/.exec(lines[0] ?? '') ?? [];
    const read = Object.fromEntries(properties.split(',').map((one) => one.split('=').map(unescaped)));
    expect(read).toEqual({ file: hostile, line: '1', col: '2', title: `lockstep: ${hostile}` });
    expect(unescaped(message)).toBe(`${failure.promise}\n${hostile}\nSee it again: ${failure.reproduce}`);
  });

  test('every failure has a line', () => {
    const { location: _, ...elsewhere } = failure;

    expect(githubAnnotations({ ...fail, failures: [failure, elsewhere] })).toEqual([
      expect.stringMatching(/^::error file=/),
      expect.stringMatching(/^::error title=lockstep%3A replay-equals-live::/),
    ]);
  });

  test('a verdict without failures is one line: too little is a warning, a broken harness an error', () => {
    expect(githubAnnotations(broken)).toEqual([
      '::error title=lockstep%3A BROKEN::The same seed gave another campaign.',
    ]);
    expect(githubAnnotations(inconclusive)).toEqual([
      '::warning title=lockstep%3A INCONCLUSIVE::Only 5 cases were examined.',
    ]);
  });
});
