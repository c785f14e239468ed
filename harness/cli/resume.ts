import { resolve } from 'node:path';
import type { Interrupt, Json, Run } from '../../runtime/index.ts';
import { questionLines } from '../report/run-text.ts';
import { sleepLines, sleepsOf } from '../report/sleep-text.ts';
import { plainStyle } from '../report/style.ts';
import { type ExitCode, usageError } from './exit.ts';
import { quietHooks } from './hooks.ts';
import { Interruption } from './interruption.ts';
import type { Reply, ResumeJob } from './job.ts';
import { isJournal, readRunOfJournal } from './journal.ts';
import { type Origin, readRun } from './run-file.ts';
import { checkDestination, deliverRun } from './run-outcome.ts';
import { readScript } from './subject.ts';
import { openTerminal } from './terminal.ts';
import { inThread } from './thread.ts';
import { wallClock } from './wall-clock.ts';

export interface ResumeOptions {
  answer?: Json;
  reject?: string;
  at?: number;
  out?: string;
  workflow?: string;
  script?: string;
}

/** `lockstep resume`: a saved run, or one in a journal, continued with one answer or refusal, or with none where no question is open or a sleep is over. */
export async function runResumeCommand(path: string, options: ResumeOptions): Promise<ExitCode> {
  const journal = isJournal(path) ? path : undefined;
  const saved = journal === undefined ? readRun(path) : await readRunOfJournal(journal);
  const run = options.script === undefined ? saved.run : { ...saved.run, source: await readScript(options.script) };
  const origin: Origin | undefined =
    options.workflow === undefined ? saved.origin : { workflow: resolve(options.workflow) };
  // Of a run whose process was killed nobody knows whether it waits for an answer before it has gone on.
  const mayGoOn = journal !== undefined && isSilent(options);
  const answers = mayGoOn ? {} : answersFor(run, options, wallClock());
  checkDestination(options.out, journal);
  using interruption = new Interruption();
  const terminal = openTerminal({ dataOnStdout: true });
  const job: ResumeJob = {
    type: 'resume',
    run,
    answers,
    sourceGiven: options.script !== undefined,
    ...(origin && { origin }),
    ...(journal !== undefined && { journal }),
  };
  const next = await inThread(job, quietHooks(terminal, interruption));
  return deliverRun(next, { out: options.out, journal, origin }, terminal);
}

/** Which question the answer is for. Throws a usage error that lists the open ones. */
export function answersFor(run: Run, options: ResumeOptions, now: number): Record<number, Reply> {
  if (run.status === 'completed' || run.status === 'failed') {
    throw usageError(
      `This run has ${run.status}: there is nothing to resume. To see it again: lockstep replay <run.json>`,
    );
  }
  const open = run.status === 'interrupted' ? run.interrupts : [];
  const reply = replyOf(options);
  if (reply === undefined) return noReply(run, open, options, now);
  return { [position(open, options.at)]: reply };
}

function isSilent({ answer, reject, at }: ResumeOptions): boolean {
  return answer === undefined && reject === undefined && at === undefined;
}

function replyOf({ answer, reject }: ResumeOptions): Reply | undefined {
  if (answer !== undefined) return { answer };
  return reject === undefined ? undefined : { reject };
}

/** Nobody has to be asked where no question is open, or where the run was to sleep until now. */
function noReply(run: Run, open: readonly Interrupt[], { at }: ResumeOptions, now: number): Record<number, Reply> {
  const [sleep] = sleepsOf(run);
  const isDue = sleep !== undefined && sleep.until <= now;
  if (open.length > 0 && !isDue) {
    const lines = [list(open), ...(sleep === undefined ? [] : ['Or wait for:', ...sleepLines(run, now, plainStyle)])];
    throw usageError(`The run waits for an answer: give --answer JSON or --reject TEXT.\n${lines.join('\n')}`);
  }
  if (at !== undefined) throw usageError('--at says which question --answer or --reject is for: give one of them too.');
  return {};
}

function position(open: readonly Interrupt[], at: number | undefined): number {
  if (open.length === 0)
    throw usageError('No question of this run is open: leave out --answer, --reject and --at to continue it.');
  if (at === undefined) {
    const [only, ...others] = open;
    if (only !== undefined && others.length === 0) return only.position;
    throw usageError(`Several questions are open: say which one with --at POSITION.\n${list(open)}`);
  }
  if (!open.some((interrupt) => interrupt.position === at)) {
    throw usageError(`No question is open at position ${at}.\n${list(open)}`);
  }
  return at;
}

function list(open: readonly Interrupt[]): string {
  return ['Open:', ...questionLines(open, plainStyle)].join('\n');
}
