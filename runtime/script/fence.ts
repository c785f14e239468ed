import { SyntaxFault } from './fault.ts';
import { firstNode, type Parents } from './tree.ts';

/** A script as models give it: in a Markdown fence, and nothing around that. */
const fenced = /^(\s*```[^\n`]*\n)([\s\S]*?)(\n[ \t]*```\s*)$/;

/** The text without the fence around it: blanks stand in its place, so that nothing moves. */
export function unfenced(text: string): string {
  const [, opening, script, closing] = fenced.exec(text) ?? [];
  if (opening === undefined || script === undefined || closing === undefined) return text;
  return blanked(opening) + script + blanked(closing);
}

/** By accident a fence is something in the language: templates one after another, each called with the next. No such call can work. */
export function refuseFences(parents: Parents): void {
  const fence = firstNode(parents, (node) => {
    return node.type === 'TaggedTemplateExpression' && node.tag.type === 'TemplateLiteral';
  });
  if (fence !== undefined) throw new SyntaxFault('a fence of ``` is no part of a script', fence.start);
}

/** Whether a line of the text opens or closes a fence. */
export function hasFence(text: string): boolean {
  return /^[ \t]*```/m.test(text);
}

function blanked(text: string): string {
  return text.replace(/[^\s]/g, ' ');
}
