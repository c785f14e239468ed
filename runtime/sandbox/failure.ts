/**
 * Makes the record of whatever an action has thrown. That may be anything at all, built by code that never expected to
 * be read: a proxy, an error whose `message` is a getter that throws, a cycle. None of it may stop the run.
 */
import { actionFailure } from '../errors.ts';
import type { ActionFailure, Json } from '../log/entry.ts';
import { jsonOf } from './json-of.ts';

export function failureOf(thrown: unknown): ActionFailure {
  return isError(thrown) ? errorFailure(thrown) : nonErrorFailure(thrown);
}

function errorFailure(error: object): ActionFailure {
  const name = text(property(error, 'name')) ?? 'Error';
  return actionFailure(name, text(property(error, 'message')) ?? '', codeOf(error), json(property(error, 'data')));
}

function nonErrorFailure(thrown: unknown): ActionFailure {
  const message = `The action threw ${describe(thrown)}, which is not an error`;
  return actionFailure('NonError', message, undefined, json(thrown));
}

/** Errors of other realms and of mocked classes count too: what matters is that they look like one. */
function isError(thrown: unknown): thrown is object {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const tag = attempt(() => Object.prototype.toString.call(thrown));
  return tag === '[object Error]' || tag === '[object DOMException]' || attempt(() => thrown instanceof Error) === true;
}

/** Node's codes are strings, those of databases often numbers. */
function codeOf(error: object): string | undefined {
  const code = property(error, 'code');
  return typeof code === 'number' ? String(code) : text(code);
}

function describe(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return attempt(() => String(value)) ?? `a ${typeof value}`;
}

function property(error: object, name: string): unknown {
  return attempt(() => (error as Record<string, unknown>)[name]);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function json(value: unknown): Json | undefined {
  return value === undefined ? undefined : attempt(() => jsonOf(value));
}

/** `undefined` where reading throws. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
