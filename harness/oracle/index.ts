export { leftOut } from './comparison.ts';
export { type Breach, behaving, type Control, overridden } from './control.ts';
export { failedControls } from './controls.ts';
export { type BrokenPromise, type CaseReport, type JudgeOptions, runCase } from './judge.ts';
export type { Divergence, Effort, Oracle, OracleContext, Verdict } from './oracle.ts';
export { oracles } from './oracles.ts';
export type { Probe } from './probe.ts';
export { sampling } from './sampling.ts';
export { situations } from './situations.ts';
