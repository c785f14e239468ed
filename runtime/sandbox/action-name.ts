import { MisuseError } from '../errors.ts';
import { sleepName } from '../log/sleep.ts';

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/**
 * Segments that JavaScript itself looks up on objects that it is handed: `then` would make `actions.github` a promise
 * wherever it is awaited, `toJSON` would be called when it is logged.
 */
const forbiddenSegments: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'then',
  'toJSON',
  'toString',
  'valueOf',
]);

/** Names that the log uses itself. */
const reservedNames: ReadonlySet<string> = new Set([sleepName]);

/** Throws `MisuseError` unless `name` can stand behind `actions.` in a script: `refund`, `github.createIssue`. */
export function checkActionName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || name === '') {
    throw new MisuseError('ACTION_NAME', "An action needs a name, as `defineAction({ name: 'refund', … })`.");
  }
  for (const segment of name.split('.')) checkSegment(name, segment);
  const first = name.split('.', 1)[0] ?? name;
  if (reservedNames.has(first)) {
    throw new MisuseError(
      'RESERVED_ACTION',
      `"${first}" is reserved for the sandbox's own calls; name the action ${name} otherwise.`,
    );
  }
}

function checkSegment(name: string, segment: string): void {
  if (!identifier.test(segment)) {
    throw new MisuseError(
      'ACTION_NAME',
      `"${name}" is no name for an action: ${segment === '' ? 'a part of it is empty' : `"${segment}" is no identifier`}. Use identifiers joined by dots, as "github.createIssue".`,
    );
  }
  if (forbiddenSegments.has(segment)) {
    throw new MisuseError(
      'ACTION_NAME',
      `"${name}" is no name for an action: JavaScript gives "${segment}" a meaning of its own. Choose another word.`,
    );
  }
}
