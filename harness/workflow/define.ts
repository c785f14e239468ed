import { dirname, resolve } from 'node:path';
import { defaultLimits, MisuseError } from '../../runtime/index.ts';
import { durationForm, durationMs } from '../duration.ts';
import { callerFile } from './caller.ts';
import type { Declaration, Workflow, WorkflowAction } from './declaration.ts';
import { areFeatures, type Feature, features } from './features.ts';
import { isSchema, type Schema } from './schema/json-schema.ts';

/** By symbol registry, so that a workflow declared through another copy of this package is one all the same. */
const brand = Symbol.for('lockstep.workflow');

const fields =
  'name script input model actions invariants turnInvariants throws onInterrupt limits budget clock random without lies'.split(
    ' ',
  );
const actionFields = 'description input output inputs fails interrupts effect lies simulate execute'.split(' ');

/**
 * Declares a workflow: a script, the actions that it calls, and what must hold whatever they do. `script` is relative to
 * the file that calls this. Throws `MisuseError` `WORKFLOW_DECLARATION` that says which part is wrong.
 */
export function defineWorkflow<Inputs, Outputs, Answers, Model = undefined, Input extends Schema = Schema>(
  declaration: Declaration<Inputs, Outputs, Answers, Model, Input>,
): Workflow {
  return makeWorkflow(declaration, callerFile(defineWorkflow));
}

export function isWorkflow(value: unknown): value is Workflow {
  return typeof value === 'object' && value !== null && brand in value;
}

function makeWorkflow(declaration: unknown, file: string | undefined): Workflow {
  const given = record(declaration, 'A workflow');
  const name = text(given.name, 'A workflow’s name');
  const what = `Workflow ${name}`;
  noOthers(given, fields, what);
  const script = text(given.script, `${what}: script`);
  if (file === undefined)
    throw wrong(`${what}: the file that declares it cannot be told. Give script as an absolute path`);
  const workflow = {
    ...given,
    file,
    script: resolve(dirname(file), script),
    actions: actionsOf(given.actions, what),
    invariants: functions(given.invariants, `${what}: invariants`),
    turnInvariants: functions(given.turnInvariants, `${what}: turnInvariants`),
    without: withoutOf(given.without, what),
    [brand]: 1,
  };
  checkOptions(given, what);
  return Object.freeze(workflow) as unknown as Workflow;
}

function checkOptions(given: Record<string, unknown>, what: string): void {
  optionalSchema(given.input, `${what}: input`);
  optionalFunction(given.model, `${what}: model`);
  optionalBoolean(given.lies, `${what}: lies`);
  oneOf(given.onInterrupt, ['stop', 'settle'], `${what}: onInterrupt`);
  oneOf(given.clock, ['recorded', 'event'], `${what}: clock`);
  oneOf(given.random, ['recorded', 'seeded'], `${what}: random`);
  if (given.limits !== undefined) checkLimits(given.limits, `${what}: limits`);
  if (given.budget !== undefined && !(typeof given.budget === 'string' && durationMs(given.budget) !== undefined)) {
    throw wrong(`${what}: budget is ${shown(given.budget)}; it is ${durationForm}`);
  }
  if (given.throws !== undefined && !Array.isArray(given.throws)) {
    throw wrong(`${what}: throws is ${shown(given.throws)}; it is an array of names, codes or patterns`);
  }
}

function checkLimits(given: unknown, what: string): void {
  const limits = record(given, what);
  noOthers(limits, Object.keys(defaultLimits), what);
  for (const [name, limit] of Object.entries(limits)) {
    if (limit !== undefined && !(Number.isSafeInteger(limit) && Number(limit) >= 0)) {
      throw wrong(`${what}.${name} is ${shown(limit)}; it is a whole number`);
    }
  }
}

function oneOf(given: unknown, [first, second]: readonly [string, string], what: string): void {
  if (given === undefined || given === first || given === second) return;
  throw wrong(`${what} is ${shown(given)}; it is '${first}' or '${second}'`);
}

function actionsOf(given: unknown, what: string): Record<string, WorkflowAction> {
  const actions = record(given, `${what}: actions`);
  for (const [name, action] of Object.entries(actions)) checkAction(name, action, `${what}: action ${name}`);
  return actions as Record<string, WorkflowAction>;
}

function checkAction(name: string, given: unknown, what: string): void {
  if (!/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(name)) {
    throw wrong(`${what}: an action’s name is an identifier, or several with dots between them, as github.createIssue`);
  }
  const action = record(given, what);
  noOthers(action, actionFields, what);
  optionalSchema(action.input, `${what}: input`);
  optionalSchema(action.output, `${what}: output`);
  optionalFunction(action.simulate, `${what}: simulate`);
  optionalBoolean(action.lies, `${what}: lies`);
  optionalFunction(action.execute, `${what}: execute`);
  oneOf(action.effect, ['once', 'any'], `${what}: effect`);
  oneOf(action.inputs, ['compare', 'ignore'], `${what}: inputs`);
  if (action.interrupts !== undefined) checkInterrupts(action.interrupts, `${what}: interrupts`);
  if (action.fails !== undefined) checkFails(action.fails, `${what}: fails`);
}

function checkInterrupts(given: unknown, what: string): void {
  const interrupts = record(given, what);
  noOthers(interrupts, ['answer', 'payload'], what);
  if (!isSchema(interrupts.answer))
    throw wrong(`${what}.answer is ${shown(interrupts.answer)}; it is the schema of what people answer`);
  optionalSchema(interrupts.payload, `${what}.payload`);
}

function checkFails(given: unknown, what: string): void {
  const isFailure = (failure: unknown) =>
    typeof failure === 'string' || typeof (failure as { code?: unknown } | null)?.code === 'string';
  if (Array.isArray(given) && given.every(isFailure)) return;
  throw wrong(`${what} is ${shown(given)}; it is an array of error codes, as ['NOT_FOUND']`);
}

function withoutOf(given: unknown, what: string): readonly Feature[] {
  if (given === undefined) return [];
  if (areFeatures(given)) return given;
  throw wrong(`${what}: without is ${shown(given)}; it is an array of ${features.join(', ')}`);
}

function functions(given: unknown, what: string): Record<string, unknown> {
  const held = given === undefined ? {} : record(given, what);
  for (const [name, value] of Object.entries(held)) {
    if (typeof value !== 'function')
      throw wrong(`${what}: ${JSON.stringify(name)} is ${shown(value)}; it is a function`);
  }
  return held;
}

function record(given: unknown, what: string): Record<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  throw wrong(`${what} is ${shown(given)}; it is an object`);
}

function text(given: unknown, what: string): string {
  if (typeof given === 'string' && given !== '') return given;
  throw wrong(`${what} is ${shown(given)}; it is a text`);
}

function noOthers(given: Record<string, unknown>, known: readonly string[], what: string): void {
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other !== undefined) throw wrong(`${what}: ${other} is not known here. Known are ${known.join(', ')}`);
}

function optionalSchema(given: unknown, what: string): void {
  if (given !== undefined && !isSchema(given)) {
    throw wrong(`${what} is ${shown(given)}; it is a schema (zod or another Standard Schema, or a JSON Schema)`);
  }
}

function optionalFunction(given: unknown, what: string): void {
  if (given !== undefined && typeof given !== 'function') throw wrong(`${what} is ${shown(given)}; it is a function`);
}

function optionalBoolean(given: unknown, what: string): void {
  if (given !== undefined && typeof given !== 'boolean') throw wrong(`${what} is ${shown(given)}; it is true or false`);
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'function') return 'a function';
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object' && value !== null
      ? 'an object'
      : JSON.stringify(value);
}

function wrong(message: string): MisuseError {
  return new MisuseError('WORKFLOW_DECLARATION', `${message}.`);
}
