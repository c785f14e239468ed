import { dirname, resolve } from 'node:path';
import { type Json, parseCallLog, type Run } from '../../runtime/index.ts';
import { usageError } from './exit.ts';
import { portable, readJson } from './files.ts';

/**
 * A saved run is the run's own JSON with one field more, `origin`: the file it was run from, relative to the folder that
 * the run is saved in, so that the two can move together.
 */
export type Origin = { workflow: string } | { script: string };

export interface SavedRun {
  run: Run;
  /** With a path that can be opened from the working directory. */
  origin: Origin | undefined;
}

export function printRun(run: Run, origin: Origin | undefined, folder: string): string {
  return `${JSON.stringify({ ...run, ...(origin && { origin: mapPath(origin, (path) => portable(path, folder)) }) }, undefined, 2)}\n`;
}

/** Throws a usage error that names the field at fault. */
export function readRun(path: string): SavedRun {
  return parseRun(readJson(path), path);
}

export function parseRun(content: unknown, path: string): SavedRun {
  const record = content as Record<string, unknown>;
  const fault = faultOf(content);
  if (fault !== undefined) throw usageError(`${path} is not a saved run: ${fault}`);
  const { origin, ...run } = record;
  run.callLog = parseCallLog(run.callLog);
  const opened = (origin as Origin | undefined) && mapPath(origin as Origin, (file) => resolve(dirname(path), file));
  return { run: run as unknown as Run, origin: opened };
}

function mapPath(origin: Origin, change: (path: string) => string): Origin {
  return 'workflow' in origin ? { workflow: change(origin.workflow) } : { script: change(origin.script) };
}

type Check = readonly [field: string, form: string, fits: (value: unknown) => boolean];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isJson = (value: unknown): value is Json => value !== undefined;
const isText = (value: unknown): value is string => typeof value === 'string';

const statuses = ['completed', 'interrupted', 'failed', 'aborted'];

const everyRun: readonly Check[] = [
  ['status', `one of ${statuses.join(', ')}`, (value) => statuses.includes(value as string)],
  ['header', 'an object', isRecord],
  ['runId', 'a string', isText],
  ['startedAt', 'milliseconds since 1970', (value) => Number.isFinite(value)],
  ['source', "the script's text", isText],
  ['input', 'JSON', isJson],
  ['initialData', 'JSON', isJson],
  ['callLog', 'an array', Array.isArray],
  ['delivered', 'a whole number from 0', isCount],
  ['pending', 'an array of calls, each with position, name and state', isPending],
  ['console', 'an array', Array.isArray],
  ['data', 'JSON', isJson],
  ['warnings', 'an array', Array.isArray],
  ['origin', '{ "workflow": path } or { "script": path }', isOrigin],
];

const byStatus: Record<string, readonly Check[]> = {
  completed: [['value', 'JSON', isJson]],
  interrupted: [['interrupts', 'an array of questions, each with position and name', isCalls]],
  failed: [['error', 'an object with name and message', (value) => isRecord(value) && isText(value.name)]],
  aborted: [['reason', 'JSON', isJson]],
};

function isCalls(value: unknown): boolean {
  return Array.isArray(value) && value.every((call) => isRecord(call) && isCount(call.position) && isText(call.name));
}

function isPending(value: unknown): boolean {
  return isCalls(value) && (value as Record<string, unknown>[]).every((call) => isText(call.state));
}

function isOrigin(value: unknown): boolean {
  return value === undefined || (isRecord(value) && (isText(value.workflow) || isText(value.script)));
}

/** What keeps a value from being a run: a sentence, or nothing. */
function faultOf(content: unknown): string | undefined {
  if (!isRecord(content)) return 'it is not a JSON object.';
  const checks = [...everyRun, ...(byStatus[content.status as string] ?? [])];
  const wrong = checks.find(([field, , fits]) => !fits(content[field]));
  if (wrong === undefined) return undefined;
  const [field, form] = wrong;
  return content[field] === undefined ? `it has no "${field}" (${form}).` : `its "${field}" is not ${form}.`;
}
