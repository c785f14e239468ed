/** Constants that a script mentions: where it compares with one, values at and around it are worth trying. */
export interface Literals {
  readonly numbers: readonly number[];
  readonly strings: readonly string[];
}

export const noLiterals: Literals = { numbers: [], strings: [] };

/** More than these say nothing: they would be drawn too seldom. */
const numbersMax = 40;
const stringsMax = 40;

/** The literals of a source text, found without parsing it: one too many does no harm. */
export function literalsOf(source: string): Literals {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const numbers = [...code.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\w.])/g)].map(([text]) =>
    Number(text.replaceAll('_', '')),
  );
  const strings = [...code.matchAll(/'([^'\\\n]{1,40})'|"([^"\\\n]{1,40})"/g)].map(([, a, b]) => a ?? b ?? '');
  const around = numbers.flatMap((value) => [value, value + 1, value - 1]);
  return { numbers: unique(around).slice(0, numbersMax), strings: unique(strings).slice(0, stringsMax) };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
