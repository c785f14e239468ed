import type { Bucket, GateResult, GoldenResult, Tally } from '../campaign/index.ts';
import { rareStates, together } from '../campaign/index.ts';
import { oracles } from '../oracle/index.ts';
import { count } from '../report/number-text.ts';
import type { Failure, Part, PromiseTally, Report, Shard } from '../report/report.ts';
import { timeline } from '../report/timeline.ts';
import { pctProbability } from '../schedule/index.ts';
import { type CheckedLatency, latencyFailures, latencyTally } from './gate-latency.ts';
import type { FuzzedWorkflow } from './job.ts';
import { plantTimes, proof, proofParts } from './proof-report.ts';
import { packageVersion } from './version.ts';
import { workflowsReport } from './workflow-report.ts';

export interface GateFacts {
  threads: number;
  /** Files of the project's workflows. */
  workflows: readonly string[];
  shard: Shard | undefined;
  /** Somebody pressed Ctrl-C. */
  stopped: boolean;
  /** Absent where there are no budgets to hold it against. */
  latency: CheckedLatency | undefined;
}

/** What a gate found, in the words of a report. */
export function gateReport(result: GateResult<FuzzedWorkflow[]>, facts: GateFacts): Report {
  const { corpus, generated, seed } = result;
  const reproduce = reproduction(result, facts.shard);
  const workflows = workflowsReport(result.workflows ?? []);
  const failures = [...(corpus?.buckets ?? []).map(keptFailure), ...(generated?.buckets ?? []).map(madeUpFailure)];
  return {
    format: 'lockstep-report',
    version: 1,
    lockstep: packageVersion(),
    command: 'gate',
    ...verdict(result, facts),
    seed,
    ...(facts.shard && { shard: facts.shard }),
    reproduce,
    parts: [
      ...proofParts(result),
      ...corpusPart(result),
      ...goldenPart(result),
      ...generatedPart(result),
      ...workflows.parts,
      ...noWorkflows(facts),
    ],
    ...proof(result),
    promises: [
      ...tallies([corpus?.tally, generated?.tally]),
      ...goldenTally(result),
      ...latencyPromise(facts),
      ...workflows.promises,
    ],
    failures: [
      ...failures.sort(bySize).map((failure) => ({ ...failure, reproduce })),
      ...goldenFailures(result),
      ...(facts.latency ? latencyFailures(facts.latency) : []),
      ...workflows.failures.map((failure) => ({ ...failure, reproduce: fuzzAgain(result, facts.workflows) })),
    ],
    ...statesPart(result),
    ...boundsPart(result),
    timing: {
      ...plantTimes(result),
      seconds: result.ms / 1000 + (facts.latency?.report.seconds ?? 0),
      threads: facts.threads,
      casesPerSecondAndCore: generated?.timing.casesPerSecondAndCore ?? 0,
      ...forksTiming(result),
      ...(facts.latency && { latency: facts.latency.report }),
    },
  };
}

/** The easiest to understand first. */
function bySize(a: Failure, b: Failure): number {
  return sizeOf(a) - sizeOf(b);
}

function sizeOf({ case: found, timeline }: Failure): number {
  return (found?.script.length ?? 0) + timeline.length;
}

function latencyPromise({ latency }: GateFacts): PromiseTally[] {
  return latency === undefined ? [] : [latencyTally(latency)];
}

function verdict(result: GateResult<unknown>, { stopped, latency }: GateFacts): Pick<Report, 'verdict' | 'reasons'> {
  const { verdict, reasons } = together([result, ...(latency ? [latency.judgement] : [])]);
  if (!stopped) return { verdict, reasons: [...reasons] };
  const early = 'It was stopped before its end.';
  return { verdict: verdict === 'PASS' ? 'INCONCLUSIVE' : verdict, reasons: [...reasons, early] };
}

function reproduction({ seed, generated }: GateResult<unknown>, shard: Shard | undefined): string {
  const part = shard ? ` --shard ${shard.index}/${shard.count}` : '';
  return `lockstep gate --seed ${seed} --cases ${Math.max(1, generated?.tally.cases ?? 1)}${part}`;
}

function fuzzAgain({ seed, workflows = [] }: GateResult<FuzzedWorkflow[]>, files: readonly string[]): string {
  const cases = Math.max(1, ...workflows.map(({ result }) => result.cases));
  return `lockstep fuzz ${files.join(' ')} --seed ${seed} --cases ${cases}`;
}

function corpusPart({ corpus, workflows = [] }: GateResult<FuzzedWorkflow[]>): Part[] {
  if (corpus === undefined) return [];
  const { tally, failed, unreadable, leftToWorkflows } = corpus;
  const about = 'small cases that are kept because they once failed, or show what must keep working';
  const known = new Set(workflows.map(({ result }) => result.workflow));
  const notes = [
    ...unreadable.map(({ file, reason }) => `${file} cannot be read: ${reason}`),
    ...leftToWorkflows
      .filter(({ workflow }) => !known.has(workflow))
      .map(({ name, workflow }) => `“${name}” was left alone: lockstep.config.ts names no workflow ${workflow}`),
  ];
  return [{ kind: 'corpus', name: 'corpus', about, cases: tally.cases, failed, notes }];
}

const goldenPromise = {
  oracle: 'golden-logs',
  promise: 'What an earlier release recorded replays to the same run.',
} as const;

function goldenPart({ golden }: GateResult<unknown>): Part[] {
  if (golden === undefined) return [];
  const { releases, failed, unreadable } = golden;
  const counts = Object.entries(releases).map(([release, runs]) => `${release || 'no release'} (${count(runs)})`);
  const about = `runs that were recorded by ${counts.join(', ') || 'nobody'}`;
  const notes = unreadable.map(({ file, reason }) => `${file} cannot be read: ${reason}`);
  return [{ kind: 'golden', name: 'golden logs', about, cases: runCount(golden), failed: failed.length, notes }];
}

function runCount({ releases }: GoldenResult): number {
  return Object.values(releases).reduce((sum, runs) => sum + runs, 0);
}

function goldenTally({ golden }: GateResult<unknown>): PromiseTally[] {
  if (golden === undefined) return [];
  return [{ of: 'runtime', ...goldenPromise, judged: runCount(golden), failed: golden.failed.length }];
}

function goldenFailures({ golden }: GateResult<unknown>): Failure[] {
  return (golden?.failed ?? []).map(({ file, reason }) => ({
    part: 'golden logs',
    ...goldenPromise,
    kind: 'replay',
    divergence: `${file}\n${reason}`,
    occurrences: 1,
    timeline: [],
    file,
    reproduce: `lockstep replay ${file}`,
  }));
}

function generatedPart({ generated }: GateResult<unknown>): Part[] {
  if (generated === undefined) return [];
  const { tally, failed, mistakes, forks } = generated;
  const reached = rareStates.filter(({ name }) => (tally.states[name] ?? 0) > 0).length;
  const about =
    `scripts that were made up, each with its own world: ${count(tally.executions)} executions, ` +
    `${reached} of ${rareStates.length} rare situations reached, ${count(forks.futures)} futures of ${count(forks.forks)} of them`;
  return [
    { kind: 'generated', name: 'generated', about, cases: tally.cases, failed, notes: [...mistakes.slice(0, 5)] },
  ];
}

function statesPart({ generated }: GateResult<unknown>): Pick<Report, 'states' | 'fingerprint'> {
  if (generated === undefined) return {};
  return {
    states: rareStates.map(({ name }) => ({ name, cases: generated.tally.states[name] ?? 0 })),
    fingerprint: generated.fingerprint.toString(16).padStart(8, '0'),
  };
}

function forksTiming({ generated }: GateResult<unknown>): Pick<Report['timing'], 'forks'> {
  if (generated === undefined || generated.timing.forks.fromTheTop.turns === 0) return {};
  const { forked, fromTheTop } = generated.timing.forks;
  const perSecond = ({ ms, turns }: typeof forked): number => (1000 * turns) / Math.max(ms, 0.001);
  const [statesPerSecond, statesPerSecondFromTheTop] = [perSecond(forked), perSecond(fromTheTop)];
  return { forks: { statesPerSecond, statesPerSecondFromTheTop, ratio: statesPerSecond / statesPerSecondFromTheTop } };
}

function boundsPart({ generated }: GateResult<unknown>): Pick<Report, 'bounds'> {
  if (generated === undefined) return {};
  return { bounds: generated.tally.pct.map((coverage) => ({ ...coverage, probability: pctProbability(coverage) })) };
}

function noWorkflows({ workflows }: GateFacts): Part[] {
  if (workflows.length > 0) return [];
  const about = 'none: name your own in lockstep.config.ts to have them fuzzed here';
  return [{ kind: 'workflow', name: 'workflows', about, cases: 0, failed: 0, notes: [] }];
}

function tallies(parts: readonly (Tally | undefined)[]): PromiseTally[] {
  return oracles.map(({ name, promise }) => {
    const counts = parts.flatMap((tally) => tally?.oracles[name] ?? []);
    const sum = (field: 'judged' | 'failed'): number => counts.reduce((total, each) => total + each[field], 0);
    return { of: 'runtime', oracle: name, promise, judged: sum('judged'), failed: sum('failed') };
  });
}

function keptFailure(bucket: Bucket): Failure {
  return bucketFailure(bucket, 'name' in bucket.first ? `corpus (${bucket.first.name})` : 'corpus');
}

function madeUpFailure(bucket: Bucket): Failure {
  return bucketFailure(bucket, 'generated');
}

function bucketFailure(
  { oracle, promise, failure, occurrences, trace, isLate, case: smallest }: Bucket,
  part: string,
): Failure {
  return {
    part,
    oracle,
    promise,
    kind: failure.kind,
    divergence: failure.message,
    occurrences,
    case: smallest,
    ...(isLate && { isLate }),
    timeline: trace === undefined ? [] : timeline(smallest, trace),
    reproduce: '',
  };
}
