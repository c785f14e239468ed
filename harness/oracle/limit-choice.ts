import { type CompiledScript, compileScript, type Limits } from '../../runtime/index.ts';
import type { AttemptBase, Followed } from '../world/index.ts';
import { prefixed } from './prefixed-script.ts';

/** The limits that are tried. The wall clock decides nothing, and the source's length is known before anything runs. */
export const triedLimits = [
  'positions',
  'inFlight',
  'valueBytes',
  'logChars',
  'consoleBytes',
  'stackBytes',
  'fuel',
  'memoryBytes',
] as const satisfies readonly (keyof Limits)[];

export type TriedLimit = (typeof triedLimits)[number];

export const codeOfLimit: Readonly<Record<TriedLimit, string>> = {
  positions: 'LIMIT_POSITIONS',
  inFlight: 'LIMIT_IN_FLIGHT',
  valueBytes: 'LIMIT_VALUE',
  logChars: 'LIMIT_LOG',
  consoleBytes: 'LIMIT_CONSOLE',
  stackBytes: 'LIMIT_STACK',
  fuel: 'LIMIT_FUEL',
  memoryBytes: 'LIMIT_MEMORY',
};

/** What a script has used up of everything, as far as it can be told from outside. */
export interface Usage {
  readonly positions: number;
  readonly consoleBytes: number;
  /** Of inputs and outcomes, as JSON text. */
  readonly texts: readonly string[];
}

export function usageOf({ turns, console, calls, callLog }: Followed): Usage {
  const outcomes = callLog.flatMap((entry) =>
    entry?.type === 'action' ? [JSON.stringify('error' in entry ? entry.error : entry.response)] : [],
  );
  return {
    positions: turns.at(-1)?.positions.to ?? 0,
    consoleBytes: console.reduce((sum, { text }) => sum + Math.max(1, Buffer.byteLength(text)), 0),
    texts: [...calls.map(({ input }) => JSON.stringify(input)), ...outcomes],
  };
}

/** The values of a limit that are worth trying: so many, the smallest first. */
export interface LimitValues {
  readonly count: number;
  at(index: number): number;
}

/** Values that a script which used so much probably meets. */
export function limitValues(name: TriedLimit, { positions, consoleBytes, texts }: Usage): LimitValues {
  switch (name) {
    case 'positions':
      return { count: Math.max(1, positions), at: (index) => 1 + index };
    case 'inFlight':
      return { count: 3, at: (index) => 1 + index };
    case 'valueBytes':
      return lengthsOf(texts);
    case 'logChars':
      return { count: texts.reduce((sum, text) => sum + text.length, 1), at: (index) => 1 + index };
    case 'consoleBytes':
      return { count: consoleBytes + 1, at: (index) => 1 + index };
    case 'stackBytes':
      return { count: 2 ** 15, at: (index) => 2 ** 14 + index };
    case 'fuel':
      return { count: 6, at: (index) => 1 + index };
    case 'memoryBytes':
      return { count: 12, at: (index) => (16 + (index >> 1)) * 2 ** 20 + (index & 1) * 100 };
  }
}

/** Of each text: as many bytes as it has, and one less. */
function lengthsOf(texts: readonly string[]): LimitValues {
  const lengths = texts.flatMap((text) => [Buffer.byteLength(text) - 1, Buffer.byteLength(text)]);
  const values = [...new Set(lengths.map((length) => Math.max(1, length)))].sort((a, b) => a - b);
  return { count: Math.max(1, values.length), at: (index) => values[index] ?? 1 };
}

/** Statements that make every call spend much, for limits that generated scripts hardly ever meet. */
const spending: { readonly [Name in TriedLimit]?: string } = {
  fuel: 'for (let i = 0; i < 12000; i++);',
  memoryBytes: 'kept.push(new Uint8Array(2e6));',
};

/**
 * The case's script, or one that spends more at every call. That is put in front of its first token, on the same line, and takes the
 * place of the actions at run time, so that it is the same whatever the script looks like.
 */
export function spendthrift(base: AttemptBase, name: TriedLimit): AttemptBase {
  const statement = spending[name];
  if (statement === undefined || typeof base.script === 'string') return base;
  return withPrefix(
    base,
    base.script,
    `{ const kept = []; const spend = (node) => Object.fromEntries(Object.keys(node).map((key) => [key, typeof node[key] === 'function' ? (...input) => { ${statement} return node[key](...input); } : spend(node[key])])); globalThis.actions = spend(globalThis.actions); } `,
  );
}

/** The case's script, which has spent some fuel before its first statement. */
export function spendsAtStart(base: AttemptBase): AttemptBase {
  return typeof base.script === 'string' ? base : withPrefix(base, base.script, `{ ${spending.fuel} } `);
}

function withPrefix(base: AttemptBase, { source, file }: CompiledScript, prefix: string): AttemptBase {
  return { ...base, script: compileScript(prefixed(source, prefix), { actions: base.actions, file }) };
}
