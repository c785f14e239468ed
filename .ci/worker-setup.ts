import { inject } from 'vitest';
import { useWorkerFile } from '../runtime/sandbox/thread/worker-file.ts';

/** Threads of sandboxes run what `.ci/worker-build.ts` has built of the sources. */
useWorkerFile(new URL(inject('workerFile')));
