import fc from 'fast-check';
import type { Dice } from '../random.ts';
import type { Draw } from './weighted.ts';

const known = new Map<string, RegExp | undefined>();

/** The regular expression of a `pattern`, or `undefined` for what is none. As Unicode, where it can be read so. */
export function regexOf(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) known.set(pattern, compiled(pattern, 'u') ?? compiled(pattern, ''));
  return known.get(pattern);
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/**
 * Texts that are likely to match. Assertions that look ahead or behind are left out when none can be made up with them:
 * the caller checks. `undefined` where nothing can be made up.
 */
export function matching(pattern: string): Draw<string> | undefined {
  const variants = [pattern, withoutAssertions(pattern)].flatMap((source) => regexOf(source) ?? []);
  for (const regex of variants) {
    try {
      const arbitrary = fc.stringMatching(regex, { size: 'small' });
      return ({ random }: Dice) => arbitrary.generate(random, undefined).value;
    } catch {
      // It has a construct that fast-check cannot make up.
    }
  }
  return undefined;
}

/** A pattern less its groups `(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)`. */
export function withoutAssertions(pattern: string): string {
  let kept = '';
  for (let at = 0; at < pattern.length; ) {
    const end = /^\(\?<?[=!]/.test(pattern.slice(at, at + 4)) ? closing(pattern, at) : at;
    if (end === at) {
      const width = pattern[at] === '\\' ? 2 : 1;
      kept += pattern.slice(at, at + width);
      at += width;
    } else at = end;
  }
  return kept;
}

/** Behind the bracket that closes the one at `start`. */
function closing(pattern: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') depth += 1;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return pattern.length;
}
