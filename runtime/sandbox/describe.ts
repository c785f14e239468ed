import type { ActionSet } from './action-set.ts';
import type { DescribedSchema } from './schema-type.ts';
import { scriptGlobals, scriptTypes } from './script-types.ts';

/** What scripts can use and how one is written, in words and as TypeScript declarations: for a person or a model who writes one. */
export function describeGlobals(actions: ActionSet, input?: DescribedSchema): string {
  return `${prose(actions.names[0])}\n\n\`\`\`ts\n${declareGlobals(actions, input)}\`\`\`\n`;
}

function prose(action: string | undefined): string {
  return `Write a script in JavaScript or TypeScript: either a function body, with \`await\` and \`return\` at its top level (${example(action)}), or an ES module whose default export is a value or a function of \`input\`. What it returns is its value, and must be JSON.
It has the built-ins of the language, \`Date.now()\` and \`Math.random()\` among them, and the globals declared below. Whatever has an effect is an action.
Not there: \`import\`, \`require\`, \`fetch\` and any network, files, \`process\`, \`setInterval\`, \`Buffer\`, \`TextEncoder\`, \`URL\`, \`Intl\`, \`crypto\`, \`WeakRef\`. A script that uses one of them is refused before it starts. Time zone is UTC.
An action takes one JSON value or none and gives a promise. Await every promise; several at once with \`Promise.all\`, \`Promise.allSettled\` or \`Promise.race\`. An action that fails rejects with an \`Error\` that has \`name\`, \`message\`, \`code\` and \`data\`; one that a person refuses, with the code \`REJECTED\`.
The run may pause at any \`await\`, for a person or for time, and go on much later; nothing in the script has to care. What it prints with \`console\` is shown to whoever wrote it.`;
}

function example(action: string | undefined): string {
  return action === undefined ? 'as `return 6 * 7;`' : `as \`return await actions.${action}(…);\``;
}

/** TypeScript declarations of a script's globals. */
function declareGlobals(actions: ActionSet, input: DescribedSchema | undefined): string {
  const types = scriptTypes({ actions, inputs: [input] });
  const named = types.named.map(({ name, text }) => `type ${name} = ${text};\n`).join('');
  return `${named}declare const actions: ${types.actions};
/** What the run was started with. */
declare const input: ${types.input};
/** Kept with the run; may be changed, and read from outside when the run pauses or ends. */
declare let data: any;
${scriptGlobals.replace(/^(?=var|function)/gm, 'declare ')}`;
}
