/** Constants that a script mentions: where it compares with one, values at and around it are worth trying. */
export interface Literals {
  readonly numbers: readonly number[];
  readonly strings: readonly string[];
  /** Those that a variable or a member is compared with, by its name. */
  readonly compared: ReadonlyMap<string, readonly (number | string)[]>;
}

export const noLiterals: Literals = { numbers: [], strings: [], compared: new Map() };

/** More than these say nothing: they would be drawn too seldom. */
const numbersMax = 40;
const stringsMax = 40;
const comparedMax = 20;

/** The literals of a source text, found without parsing it: one too many does no harm. */
export function literalsOf(source: string): Literals {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const numbers = [...code.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\w.])/g)].map(([text]) => numberOf(text));
  const strings = [...code.matchAll(/'([^'\\\n]{1,40})'|"([^"\\\n]{1,40})"/g)].map(([, a, b]) => a ?? b ?? '');
  return {
    numbers: unique(numbers.flatMap(around)).slice(0, numbersMax),
    strings: unique(strings).slice(0, stringsMax),
    compared: comparedIn(withConstants(code)),
  };
}

const constant = /(-?\d[\d_]*(?:\.\d+)?|'[^'\\\n]{1,40}'|"[^"\\\n]{1,40}")/.source;
const comparison = /\s*(?:[!=]==?|[<>]=?)\s*/.source;
const comparisons = [
  { form: new RegExp(`([\\w$]+)${comparison}${constant}`, 'g'), name: 1, constant: 2 },
  { form: new RegExp(`${constant}${comparison}(?:[\\w$]+\\??\\.)*([\\w$]+)`, 'g'), name: 2, constant: 1 },
  { form: new RegExp(`([\\w$]+)\\.(?:includes|startsWith|endsWith|indexOf)\\(${constant}`, 'g'), name: 1, constant: 2 },
];

/** With the values of constants where their names stand on the right of a comparison: `const limit = 5;`, and `total > limit`. */
function withConstants(code: string): string {
  const declared = code.matchAll(new RegExp(`\\bconst ([\\w$]+)(?:: \\w+)? = ${constant};`, 'g'));
  const values = new Map([...declared].map(([, name = '', value = '']) => [name, value]));
  return code.replace(new RegExp(`(${comparison})([A-Za-z_$][\\w$]*)`, 'g'), (all, operator: string, name: string) =>
    values.has(name) ? operator + values.get(name) : all,
  );
}

/** As `order.total > 100` and `'gold' === tier`. */
function comparedIn(code: string): Map<string, (number | string)[]> {
  const compared = new Map<string, (number | string)[]>();
  for (const { form, name, constant } of comparisons) {
    for (const match of code.matchAll(form)) {
      const [named = '', text = ''] = [match[name], match[constant]];
      const known = compared.get(named) ?? [];
      const found = /^['"]/.test(text) ? [text.slice(1, -1)] : around(numberOf(text));
      compared.set(named, unique<number | string>([...known, ...found]).slice(0, comparedMax));
    }
  }
  return compared;
}

function numberOf(text: string): number {
  return Number(text.replaceAll('_', ''));
}

function around(value: number): number[] {
  return [value, value + 1, value - 1];
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
