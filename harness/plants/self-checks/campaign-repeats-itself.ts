import { caseAt, perform } from '../../campaign/index.ts';
import { type Means, type SelfCheck, unless } from './self-check.ts';

const seed = 12;
const indices = [0, 1, 2, 3, 4, 5, 6, 7];

export const campaignRepeatsItself: SelfCheck = {
  name: 'campaign-repeats-itself',
  shows:
    'A case of a campaign depends on seed and number alone, and so does all that comes of it, in whatever order cases are examined.',
  problems(means) {
    const made = indices.map((index) => JSON.stringify(caseAt(seed, index)));
    const again = [...indices]
      .reverse()
      .map((index) => JSON.stringify(caseAt(seed, index)))
      .reverse();
    const other = indices.map((index) => JSON.stringify(caseAt(seed + 1, index)));
    const differing = indices.filter((index) => made[index] !== again[index]);
    const inOne = examined(means, [indices]);
    const inParts = examined(means, [indices.slice(5).reverse(), indices.slice(0, 5)]);
    return [
      ...unless(differing.length === 0, `The cases ${differing} are others when they are made in another order.`),
      ...unless(
        other.every((text, index) => text !== made[index]),
        'Another seed makes the same cases.',
      ),
      ...unless(new Set(made).size === made.length, 'Several numbers of a campaign have the same case.'),
      ...unless(inOne === inParts, `The same cases, examined in another order, gave ${inParts} and not ${inOne}.`),
    ];
  },
};

/** The fingerprints of chunks, added up as a campaign adds them. */
function examined({ engine, elsewhere }: Means, chunks: readonly (readonly number[])[]): number {
  const fingerprints = chunks.map((chunk) => {
    const task = { type: 'examine-generated', seed, indices: chunk } as const;
    return (perform(engine, task, () => {}, elsewhere) as { fingerprint: number }).fingerprint;
  });
  return fingerprints.reduce((sum, fingerprint) => (sum + fingerprint) >>> 0, 0);
}
