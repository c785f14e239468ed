/** A piece of a TypeScript type, and what it has to be wrapped in brackets for. Texts may have several lines. */
export interface TypeText {
  readonly text: string;
  /** The loosest operator that stands outside of brackets. */
  readonly binds: 'whole' | 'and' | 'or';
}

export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly type: TypeText;
  readonly description?: string | undefined;
}

/** Beyond so many characters an object's fields stand on lines of their own. */
const lineMax = 90;

export const never: TypeText = whole('never');

export function whole(text: string): TypeText {
  return { text, binds: 'whole' };
}

/** Any of these. `open`, which takes everything, swallows the others. */
export function union(types: readonly TypeText[], open: TypeText): TypeText {
  if (types.some(({ text }) => text === open.text)) return open;
  return joined(types, 'or') ?? never;
}

/** All of these at once. `open` asks for nothing. */
export function intersection(types: readonly TypeText[], open: TypeText): TypeText {
  const demands = types.filter(({ text }) => text !== open.text);
  return joined(demands, 'and') ?? open;
}

const operators = { or: ' | ', and: ' & ' } as const;

function joined(types: readonly TypeText[], operator: 'or' | 'and'): TypeText | undefined {
  const [first, ...others] = types.filter(({ text }, i) => types.findIndex((other) => other.text === text) === i);
  if (first === undefined || others.length === 0) return first;
  const texts = [first, ...others].map((type) =>
    type.binds === 'or' && operator === 'and' ? bracketed(type) : type.text,
  );
  return { text: texts.join(operators[operator]), binds: operator };
}

function bracketed(type: TypeText): string {
  return type.binds === 'whole' ? type.text : `(${type.text})`;
}

export function listOf(type: TypeText): TypeText {
  return whole(`${bracketed(type)}[]`);
}

export function tuple(items: readonly TypeText[], rest: TypeText | undefined): TypeText {
  const last = rest === undefined ? [] : [`...${listOf(rest).text}`];
  return whole(`[${[...items.map(({ text }) => text), ...last].join(', ')}]`);
}

export function recordOf(type: TypeText): TypeText {
  return whole(`{ [key: string]: ${type.text} }`);
}

export function objectOf(fields: readonly Field[]): TypeText {
  if (fields.length === 0) return whole('{}');
  const parts = fields.map(({ name, optional, type }) => `${keyText(name)}${optional ? '?' : ''}: ${type.text}`);
  const line = `{ ${parts.join('; ')} }`;
  const fits = line.length <= lineMax && !line.includes('\n');
  if (fits && fields.every(({ description }) => description === undefined)) return whole(line);
  const lines = fields.map(({ description }, i) => `${docComment(description)}${parts[i]};`);
  return whole(`{\n${lines.map(indented).join('\n')}\n}`);
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** A line with the comment, or nothing. */
export function docComment(description: string | undefined): string {
  const text = description?.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim();
  return text === undefined || text === '' ? '' : `/** ${text} */\n`;
}

export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringText(name);
}

/** A JSON value as the type of it alone. */
export function literal(value: unknown): TypeText {
  return whole(typeof value === 'string' ? stringText(value) : JSON.stringify(value));
}

/** In single quotes. */
function stringText(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  return `'${inner.replace(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`;
}
