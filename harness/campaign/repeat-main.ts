import process from 'node:process';
import { text } from 'node:stream/consumers';
import type { RepeatRequest } from './another-process.ts';
import { Crew } from './crew.ts';
import { mistakeText } from './mistake-text.ts';

/** The program of the other process: reads which cases to examine from its input, and writes what they came to. */
async function main(): Promise<void> {
  const { seed, indices, workerUrl } = JSON.parse(await text(process.stdin)) as RepeatRequest;
  const crew = new Crew({ threads: 1, ...(workerUrl !== undefined && { workerUrl: new URL(workerUrl) }) });
  try {
    const { examined } = await crew.examine({ type: 'examine-generated', seed, indices, hashAll: true });
    process.stdout.write(JSON.stringify(examined.flatMap(({ hashes }) => hashes)));
  } finally {
    await crew.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(mistakeText(error));
  process.exitCode = 1;
});
