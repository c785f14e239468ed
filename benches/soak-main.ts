import { Engine } from '../runtime/index.ts';
import { soak } from './soak.ts';

/** `npm run soak [runs]`: a million runs unless it is said otherwise. Prints twenty-one samples; exit code 1 if anything drifts. */
const given = process.argv[2];
const runs = Number(given ?? 1_000_000);
if (!Number.isSafeInteger(runs) || runs < 20) {
  process.stderr.write(
    `The number of runs is "${given}"; give a whole number from 20, as in: npm run soak -- 100000\n`,
  );
  process.exit(2);
}

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`.padStart(11);
process.stdout.write('      runs         rss        heap    external  digest of the fixed run\n');
const { problems } = soak(await Engine.load(), {
  runs,
  every: Math.floor(runs / 20),
  onSample: ({ runs: done, rssBytes, heapBytes, externalBytes, digest }) => {
    const memory = [rssBytes, heapBytes, externalBytes].map(mebibytes).join(' ');
    process.stdout.write(`${String(done).padStart(10)} ${memory}  ${digest}\n`);
  },
});
process.stdout.write(problems.length === 0 ? 'Nothing drifts.\n' : `${problems.join('\n')}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
