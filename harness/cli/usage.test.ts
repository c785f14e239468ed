import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockstep, makeProject } from './spawned.ts';

const project = makeProject({
  'script.js': 'return 1;',
  'bad.json': '{ "a": 1, }',
  'other.json': '{ "a": 1 }',
  'text.json': '"a string"',
});

describe('what cannot be understood ends with 2, says what was wrong and what the right form is', () => {
  test.each<[string, string[], string[]]>([
    ['an unknown command', ['gait'], ["unknown command 'gait'", 'lockstep --help']],
    ['no command', [], ['Usage: lockstep', 'gate']],
    ['an unknown option', ['gate', '--pdf', 'f'], ["unknown option '--pdf'", 'The right form: lockstep gate']],
    [
      'an option of a later day',
      ['run', 'script.js', '--html', 'f'],
      ["unknown option '--html'", 'lockstep run <script'],
    ],
    ['no cases', ['gate', '--cases', '0'], ['--cases', 'a whole number from 1']],
    ['less than no cases', ['gate', '--cases', '-3'], ['a whole number from 1']],
    ['cases that are no number', ['gate', '--cases', 'many'], ['a whole number from 1']],
    ['a budget without a unit', ['gate', '--budget', '60'], ['--budget 60s']],
    ['two bounds', ['gate', '--budget', '1s', '--cases', '5'], ['cannot be used with']],
    ['a shard that is none', ['gate', '--shard', '3/2'], ['--shard 1/4']],
    ['a seed that is none', ['gate', '--seed', 'x'], ['0 to 4294967295']],
    ['an option without its value', ['gate', '--json'], ['argument missing', 'The right form']],
    ['nothing to fuzz', ['fuzz'], ['No file was given that declares a workflow', 'no lockstep.config.ts was found']],
    ['a workflow that is not there', ['fuzz', 'none.fuzz.ts'], ['Cannot read none.fuzz.ts', 'no such file']],
    ['one argument too many', ['run', 'script.js', 'other.js'], ['too many arguments', 'The right form']],
    ['a script that is not there', ['run', 'none.js'], ['Cannot read none.js: there is no such file']],
    ['a folder as a script', ['run', '.'], ['it is a directory, not a file']],
    ['an input that is not JSON', ['run', 'script.js', '--input', '{a:1}'], ['not JSON', 'line 1, column 2']],
    [
      'a result that cannot be saved',
      ['run', 'script.js', '--out', 'no/where.json'],
      ['--out no/where.json', 'no such file'],
    ],
    ['a run that is not there', ['resume', 'none.json'], ['Cannot read none.json']],
    ['a run that is not JSON', ['resume', 'bad.json'], ['bad.json is not JSON', 'line 1, column 11']],
    ['a run that is none', ['resume', 'other.json'], ['other.json is not a saved run', 'not a saved run']],
    ['an answer and a refusal', ['resume', 'x.json', '--answer', '1', '--reject', 'no'], ['cannot be used with']],
    ['a position that is none', ['resume', 'x.json', '--answer', '1', '--at', 'first'], ['--at 3']],
    ['neither run nor case', ['replay', 'other.json'], ['neither a saved run', 'nor a case']],
    ['JSON that is no object', ['replay', 'text.json'], ['neither a saved run']],
  ])('%s', async (_, args, texts) => {
    const { exit, stderr, stdout } = await lockstep(project, args);

    expect(stderr).not.toMatch(/^ +at .*:\d+:\d+/m);
    for (const text of texts) expect(stderr).toContain(text);
    expect(stdout).toBe('');
    expect(exit).toBe(2);
  });
});

describe('asking for help', () => {
  test.each([['--help'], ['gate', '--help'], ['run', '--help'], ['--version']].map((args) => [args.join(' '), args]))(
    '%s ends with 0 on stdout',
    async (_, args) => {
      const { exit, stdout, stderr } = await lockstep(project, args as string[]);

      expect(exit).toBe(0);
      expect(stderr).toBe('');
      expect(stdout.length).toBeGreaterThan(4);
    },
  );

  test('the exit codes are told', async () => {
    const { stdout } = await lockstep(project, ['--help']);

    expect(stdout).toContain('10 the run waits for an answer');
  });
});

test.each(['status', 'runId', 'callLog', 'pending', 'header'])(
  'a run without its %s is refused by that name',
  async (field) => {
    const run: Record<string, unknown> = {
      status: 'aborted',
      reason: null,
      header: {},
      runId: 'r',
      startedAt: 0,
      source: '',
      input: null,
      initialData: {},
      callLog: [],
      delivered: 0,
      pending: [],
      console: [],
      data: {},
      warnings: [],
    };
    delete run[field];
    writeFileSync(join(project, `no-${field}.json`), JSON.stringify(run));

    const { exit, stderr } = await lockstep(project, ['resume', `no-${field}.json`]);

    expect(stderr).toContain(field);
    expect(exit).toBe(2);
  },
);
