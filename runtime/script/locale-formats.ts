import type { AnyNode } from 'acorn';
import type { Warning } from './compiled.ts';
import { inOrder, type Locate } from './link.ts';
import type { Scan } from './scan.ts';

/**
 * Warns of texts that come out otherwise than on other hosts. The engine has the methods and no locales, options or time zones:
 * a script that asks for these gets a text, and not the one that it asked for.
 */
export function localeFormats({ parents }: Scan, locate: Locate): Warning[] {
  const asked: { offset: number; message: string }[] = [];
  for (const node of parents.keys()) {
    const message = messageFor(node);
    if (message !== undefined) asked.push({ offset: offsetOf(node), message });
  }
  return inOrder(asked).map(({ offset, message }) => ({ code: 'locale-ignored', message, location: locate(offset) }));
}

const texts: ReadonlyMap<string, { readonly argumentsMin: number; readonly message: string }> = new Map([
  ['toLocaleDateString', dated('01/31/2026', 'toISOString().slice(0, 10)')],
  ['toLocaleTimeString', dated('06:05:00 PM', 'toISOString().slice(11, 16)')],
  [
    'toLocaleString',
    {
      argumentsMin: 0,
      message:
        'toLocaleString() knows no locale, options or time zone here: a number comes without separators and units (`1234.5`), a date as `01/31/2026, 06:05:00 PM` in UTC. Write the text by hand (toFixed(2), toISOString()), or declare an action that formats.',
    },
  ],
  [
    'localeCompare',
    {
      argumentsMin: 2,
      message:
        'localeCompare() compares code units here, and takes neither locale nor options. Compare what is to be compared: `a.toLowerCase() < b.toLowerCase()`, `a - b`.',
    },
  ],
]);

function dated(shown: string, instead: string) {
  return {
    argumentsMin: 0,
    message: `The text is always like \`${shown}\`, in UTC: there are no locales, options or time zones here. Use ${instead}, take it together from getUTCFullYear() and the like, or declare an action that formats.`,
  };
}

function messageFor(node: AnyNode): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { property } = node.callee;
  const text = property.type === 'Identifier' ? texts.get(property.name) : undefined;
  return text === undefined || node.arguments.length < text.argumentsMin ? undefined : text.message;
}

function offsetOf(node: AnyNode): number {
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression'
    ? node.callee.property.start
    : node.start;
}
