import { parentPort } from 'node:worker_threads';
import { examine } from './examine.ts';
import type { HostileScript } from './hostile-script.ts';

/** A thread that examines one hostile script after the other and answers each with a list of problems. */
parentPort?.on('message', (hostile: HostileScript) => {
  examine(hostile).then(
    (problems) => parentPort?.postMessage(problems),
    (error: unknown) => parentPort?.postMessage([String(error instanceof Error ? error.stack : error)]),
  );
});
