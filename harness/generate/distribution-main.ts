import { writeFileSync } from 'node:fs';
import { measureDistribution } from './script/distribution.ts';
import { distributionText } from './script/distribution-text.ts';

/** Writes how often what occurs in generated scripts, below the directory that it is started in. */
writeFileSync('harness/generate/DISTRIBUTION.md', distributionText(measureDistribution(1, 6_000)));
