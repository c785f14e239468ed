import type { ActionFailure, Json } from '../../runtime/index.ts';
import type { DeclaredFailure } from './declaration.ts';

/** Builds a failure that a call is recorded with. */
export function actionFailure(name: string, message: string, code?: string, data?: Json): ActionFailure {
  return { name, message, ...(code !== undefined && { code }), ...(data !== undefined && { data }) };
}

/** Thrown by `context.fail`: the simulated action fails on purpose. */
export class SimulatedFailure extends Error {
  constructor(readonly failure: ActionFailure) {
    super(failure.message);
  }
}

/** The failure that a declaration names. A bare code is its message too. */
export function failureOf(declared: DeclaredFailure): ActionFailure {
  if (typeof declared === 'string') return actionFailure('Error', declared, declared);
  return actionFailure(declared.name ?? 'Error', declared.message ?? declared.code, declared.code, declared.data);
}

/** What actions fail with that no declaration mentions; the first is the plainest. */
export const undeclaredFailures: readonly [ActionFailure, ...ActionFailure[]] = [
  actionFailure('Error', 'A failure that the workflow does not declare', 'UNDECLARED'),
  actionFailure('TypeError', 'fetch failed'),
  actionFailure('TimeoutError', 'The operation was aborted due to timeout', '23'),
  actionFailure('Error', '', 'ECONNRESET', { errno: -104 }),
  actionFailure('NonError', 'Something was thrown that is not an error', undefined, null),
];

/** Whether no action of the workflow says that it fails like this. */
export function isUndeclared(failure: ActionFailure): boolean {
  return undeclaredFailures.some(({ name, message }) => name === failure.name && message === failure.message);
}

/** Exceptions of the language are mistakes in `simulate`; all others are how the action fails. */
const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError];

export function isMistake(error: unknown): boolean {
  return !(error instanceof Error) || mistakes.some((kind) => error instanceof kind);
}

/** The failure that a `simulate` which threw `error` stands for. */
export function failureThrown(error: Error): ActionFailure {
  if (error instanceof SimulatedFailure) return error.failure;
  const { code, data } = error as Error & { code?: unknown; data?: Json };
  return actionFailure(error.name, error.message, typeof code === 'string' ? code : undefined, data);
}
