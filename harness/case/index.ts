export type { Behaviour, Case, Fault, Pace, Reaction } from './case.ts';
export { CaseFormatError, digestCase, parseCase, parseCaseText, printCase } from './codec.ts';
export { plainCase } from './plain-case.ts';
