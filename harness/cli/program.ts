import { Command, CommanderError, Option } from 'commander';
import { addCorpus } from './corpus-command.ts';
import { type ExitCode, exitCode } from './exit.ts';
import * as values from './values.ts';
import { packageVersion } from './version.ts';

/** Runs the command that `args` (without node and the program's path) ask for. Throws `CommandError` where it cannot. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let exit: ExitCode = exitCode.pass;
  const program = makeProgram((code) => {
    exit = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exit;
  } catch (error) {
    // Commander has said what was wrong, and `showHelpAfterError` what the right form is.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.pass : exitCode.usage;
    throw error;
  }
}

/** Each command loads its own part of the harness only, when it is asked for. */
function makeProgram(done: (code: ExitCode) => void): Command {
  const program = new Command('lockstep')
    .description('Runs scripts that can be paused, moved and continued anywhere, and tests that they can be.')
    .version(packageVersion(), '-V, --version')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', `\n${exitCodes}`)
    .showHelpAfterError(
      'The commands are gate, fuzz, run, resume, replay, bench, check-change, corpus, types and init; see: lockstep --help',
    )
    .exitOverride();
  const add = (name: string, summary: string, form: string): Command =>
    program
      .command(name)
      .summary(summary)
      .description(summary)
      .usage(form)
      .showHelpAfterError(`The right form: lockstep ${name} ${form}\nMore: lockstep ${name} --help`);
  addGate(add, done);
  addFuzz(add, done);
  addRun(add, done);
  addResume(add, done);
  addReplay(add, done);
  addBench(add, done);
  addCheckChange(add, done);
  addTypes(add, done);
  addInit(add, done);
  addCorpus(program, done);
  return program;
}

type Add = (name: string, summary: string, form: string) => Command;
type Done = (code: ExitCode) => void;

const campaignForm = '[--budget 60s | --cases N] [--seed N] [--threads N]';

function addGate(add: Add, done: Done): void {
  const command = add(
    'gate',
    'Checks every promise on the corpus, the golden logs, generated cases and the workflows. PASS, or a small counterexample.',
    `${campaignForm} [--latency] [--shard i/n | --merge F…] [--json F] [--junit F] [--html F]`,
  );
  campaignOptions(command, '60s')
    .option(
      '--latency',
      'hold replay latency against its budgets with --cases, too; otherwise only a budget of time does',
    )
    .option('--shard <i/n>', 'run only the i-th of n parts of the campaign, as on one of n machines', values.shard)
    .addOption(
      new Option(
        '--merge <json...>',
        'run nothing: add up what the shards of one campaign wrote with --json, and judge the whole',
      ).conflicts(['shard', 'cases', 'budget', 'seed', 'threads', 'latency']),
    )
    .action(async ({ merge, ...options }) =>
      done(
        merge === undefined
          ? await (await import('./gate.ts')).runGateCommand(options)
          : await (await import('./merge.ts')).runMergeCommand(merge, options),
      ),
    );
}

function addFuzz(add: Add, done: Done): void {
  const command = add(
    'fuzz',
    'Runs workflows with made-up inputs, answers, failures, pauses and crashes, and checks their invariants and ours.',
    `[workflow file…] ${campaignForm} [--blind] [--json F] [--junit F] [--html F] [--coverage D]`,
  );
  command.argument(
    '[workflow file...]',
    'files that declare a workflow (default: the workflows of lockstep.config.ts)',
  );
  campaignOptions(command, '30s')
    .option('--blind', 'invent every case for itself, instead of changing those that reached something new')
    .option(
      '--coverage <folder>',
      "also write what of the scripts was reached, in V8's format, as c8 reads it",
      values.name,
    )
    .action(async (files, options) => done(await (await import('./fuzz.ts')).runFuzzCommand(files, options)));
}

function campaignOptions(command: Command, budget: string): Command {
  return command
    .addOption(
      new Option('--budget <time>', `how long to generate cases, as 30s or 5m (default: ${budget})`)
        .argParser(values.budget)
        .conflicts('cases'),
    )
    .option('--cases <n>', 'how many cases to generate, instead of a budget; this is repeatable', values.cases)
    .option('--seed <n>', 'what to make them from (default: in CI the commit, elsewhere random)', values.seed)
    .option('--threads <n>', 'threads to use (default: one per core)', values.threads)
    .option('--json <file>', 'also write the result as JSON; - is stdout', values.name)
    .option('--junit <file>', 'also write the result as JUnit XML', values.name)
    .option('--html <file>', 'also write the result as a page with the timeline of each failure', values.name);
}

function addRun(add: Add, done: Done): void {
  add(
    'run',
    'Runs a script, or a workflow with its real actions, and prints its value.',
    `<script|workflow> ${runForm}`,
  )
    .argument('<script|workflow>', 'a script, or the file that declares a workflow (as refund.fuzz.ts)')
    .option('--input <json>', "the script's input", values.json)
    .option('--data <json>', "the script's data at its start", values.json)
    .option('--out <file>', 'save the run, to resume or replay it', values.name)
    .option('--journal <file>', 'write the run down while it happens, to resume it after a crash', values.name)
    .addHelpText(
      'after',
      '\nExits with 10 when the run waits for an answer. Without --out and --journal such a run is printed instead.',
    )
    .action(async (path, options) => done(await (await import('./run.ts')).runRunCommand(path, options)));
}

const runForm = '[--input JSON] [--data JSON] [--out run.json] [--journal F]';

function addResume(add: Add, done: Done): void {
  add(
    'resume',
    'Continues a saved run, with an answer to the question that it waits for.',
    '<run.json|journal> [--answer JSON | --reject TEXT] [--at POSITION] [--out F] [--workflow F] [--script F]',
  )
    .argument('<run.json|journal>', 'what `lockstep run` saved with --out, or wrote with --journal')
    .option('--answer <json>', 'the answer', values.json)
    .addOption(new Option('--reject <text>', 'refuse instead, with a reason').conflicts('answer'))
    .option('--at <position>', 'which question, where several are open', values.position)
    .option('--out <file>', 'save the run as it is then', values.name)
    .option('--workflow <file>', 'the declaration with the actions (default: the one it was run from)', values.name)
    .option('--script <file>', 'continue with this text of the script instead of the one in the run', values.name)
    .action(async (path, options) => done(await (await import('./resume.ts')).runResumeCommand(path, options)));
}

function addReplay(add: Add, done: Done): void {
  add('replay', 'Replays a saved run without executing anything, or runs a case and shows what happens.', replayForm)
    .argument('<run.json|case.json>', 'a saved run, or a case that the gate or the fuzzer saved')
    .option('--json <file>', 'also write the result as JSON; - is stdout', values.name)
    .option('--html <file>', 'also write what happens as a page: attempts, calls, source', values.name)
    .option('--timeline', 'also say what happens in a saved run, line by line')
    .action(async (path, options) => done(await (await import('./replay.ts')).runReplayCommand(path, options)));
}

const replayForm = '<run.json | case.json> [--json F] [--html F] [--timeline]';

function addBench(add: Add, done: Done): void {
  add(
    'bench',
    'Measures what a call, a replay and a start cost, as ratios to yardsticks of the same machine.',
    '[run.json…] [--json F] [--html F]',
  )
    .argument(
      '[run.json...]',
      'runs of your own to replay, as `lockstep run --out` saves them (default: what the product costs)',
    )
    .option('--json <file>', 'also write the rows as JSON; - is stdout', values.name)
    .option('--html <file>', 'also write them as a page, with plots of cost against the length of logs', values.name)
    .action(async (files, options) => done(await (await import('./bench.ts')).runBenchCommand(files, options)));
}

function addCheckChange(add: Add, done: Done): void {
  add(
    'check-change',
    'Says which runs in flight break when a script takes the place of another, and where. Executes nothing.',
    '<old> <new> [--logs F…] [--cases N] [--seed N] [--any-turn] [--json F]',
  )
    .argument(
      '<old>',
      'the script that runs were begun with: a declaration (refund.fuzz.ts), a script, or HEAD:a/script.ts',
    )
    .argument('<new>', 'the script that is to take its place')
    .option(
      '--logs <path...>',
      'recorded runs to try: files that run --out or --journal wrote, or folders (default: corpora/logs)',
    )
    .option('--cases <n>', 'how many cases of the old script to make up (default: 200)', values.casesOrNone)
    .option('--seed <n>', 'what to make them from (default: in CI the commit, elsewhere random)', values.seed)
    .option('--any-turn', 'also fail for runs that are cut off after their last pause, instead of being let end')
    .option('--json <file>', 'also write the result as JSON; - is stdout', values.name)
    .action(async (old, next, options) =>
      done(await (await import('./check-change.ts')).runCheckChangeCommand(old, next, options)),
    );
}

function addTypes(add: Add, done: Done): void {
  add(
    'types',
    'Declares for TypeScript what scripts are given, from the schemas of their workflows.',
    '[workflow file…] [--out actions.d.ts] [--check]',
  )
    .argument('[workflow file...]', 'files that declare a workflow (default: those that lockstep.config.ts lists)')
    .option(
      '--out <file>',
      'one file with global declarations, instead of one beside each script; - is stdout',
      values.name,
    )
    .option('--check', 'write nothing, and end with 1 where a file is missing or stale')
    .action(async (files, options) => done(await (await import('./types.ts')).runTypesCommand(files, options)));
}

function addInit(add: Add, done: Done): void {
  add(
    'init',
    'Writes a small workflow with its config, a test and a GitHub job, all of which pass, into a project.',
    '[dir]',
  )
    .argument('[dir]', 'the project, new or existing', '.')
    .addHelpText(
      'after',
      '\nWhat is there stays as it is, but for lines that are added to package.json and .gitignore.',
    )
    .action(async (directory) => done((await import('./init.ts')).runInitCommand(directory)));
}

const exitCodes = `Exit codes: 0 pass · 1 fail · 2 usage · 3 the harness is broken · 4 inconclusive · 10 the run waits for an answer`;
