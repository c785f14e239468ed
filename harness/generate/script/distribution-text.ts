import type { Distribution } from './distribution.ts';

/** The figures as a document. The same figures give the same text. */
export function distributionText({ seed, scripts, lines, features, probes, forms }: Distribution): string {
  return [
    '# How often what occurs in generated scripts',
    '',
    `Of 1,000 scripts so many have it; ${scripts} scripts of seed ${seed} were counted. Their median has ${lines.median} lines, the longest ${lines.most}.`,
    '`npm run distribution` writes this file, and `harness/generate/script/distribution.test.ts` holds the floors.',
    '',
    ...table('Probe', probes),
    '',
    ...table('Feature', features),
    '',
    ...table('Form', forms),
    '',
  ].join('\n');
}

function table(title: string, shares: Readonly<Record<string, number>>): string[] {
  const rows = Object.entries(shares).map(([name, share]): [string, string] => [name, share.toFixed(1)]);
  const widths = [0, 1].map((i) => Math.max(...[[title, 'per 1,000'], ...rows].map((row) => (row[i] ?? '').length)));
  const line = ([name, share]: readonly [string, string]): string =>
    `| ${name.padEnd(widths[0] ?? 0)} | ${share.padStart(widths[1] ?? 0)} |`;
  const rule = `| ${'-'.repeat(widths[0] ?? 0)} | ${'-'.repeat((widths[1] ?? 1) - 1)}: |`;
  return [line([title, 'per 1,000']), rule, ...rows.map(line)];
}
