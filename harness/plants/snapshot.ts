import type { Plant } from './plant.ts';

const caughtBy = 'restore-equals-replay';
const session = 'runtime/session/run-session.ts';

export const snapshotPlants: readonly Plant[] = [
  {
    name: 'page-missing-from-restore',
    breaks: 'snapshot',
    what: 'The last stretch of memory that a snapshot holds is not put back.',
    caughtBy,
    patches: [
      {
        file: 'runtime/guest/difference.ts',
        find: 'for (let index = 0; index < stretches.length; index += 2) {',
        replace: 'for (let index = 0; index < stretches.length - 2; index += 2) {',
      },
    ],
  },
  {
    name: 'open-calls-not-asked-again',
    breaks: 'snapshot',
    what: 'A run that goes on from a snapshot does not ask for the calls it was waiting for.',
    caughtBy,
    patches: [
      {
        file: session,
        find: 'if (isFresh) this.#fresh.push(position);',
        replace: '',
      },
    ],
  },
  {
    name: 'console-forgotten-by-restore',
    breaks: 'snapshot',
    what: 'What was printed before a snapshot is gone after it.',
    caughtBy,
    patches: [{ file: session, find: 'this.#console.resume(session.console, session.consoleBytes);', replace: '' }],
  },
  {
    name: 'event-time-forgotten-by-restore',
    breaks: 'snapshot',
    what: 'Where time is that of events, a run that goes on from a snapshot has the time at which it began.',
    caughtBy,
    patches: [
      { file: session, find: 'if (session.latest !== undefined) this.#time?.delivered(session.latest);', replace: '' },
    ],
  },
  {
    name: 'reset-leaves-memory-dirty',
    breaks: 'snapshot',
    what: 'Some of what one run leaves in its memory is there when the next one begins.',
    caughtBy: 'runs-are-isolated',
    patches: [
      {
        file: 'runtime/guest/guest.ts',
        find: 'restore(this.#bytes, this.#boot.bounds, this.#boot.image);',
        replace:
          'const left = this.#scratch.slice(); restore(this.#bytes, this.#boot.bounds, this.#boot.image); this.#scratch.set(left);',
      },
    ],
  },
  {
    name: 'console-bytes-forgotten-by-restore',
    breaks: 'snapshot',
    what: 'A run that goes on from a snapshot may print as much again as before.',
    caughtBy,
    patches: [
      {
        file: session,
        find: 'this.#console.resume(session.console, session.consoleBytes);',
        replace: 'this.#console.resume(session.console, 0);',
      },
    ],
  },
  {
    name: 'snapshot-of-another-story',
    breaks: 'snapshot',
    what: 'A snapshot is taken up with a log that has other outcomes than were delivered when it was taken.',
    caughtBy: 'snapshots-fit-their-runs',
    patches: [
      {
        file: 'runtime/session/log-hash.ts',
        find: 'deliveries: this.#take(deliveries, this.#state.delivered, delivered, texts.delivery),',
        replace: 'deliveries,',
      },
    ],
  },
  {
    name: 'looking-disturbs',
    breaks: 'snapshot',
    what: 'Whoever reads `data` between two turns leaves traces in the memory of the run.',
    caughtBy,
    patches: [
      {
        file: 'runtime/guest/guest.ts',
        find: '      restore(this.#bytes, this.#boot.bounds, image);\n      this.#port = port;',
        replace: '      void image;\n      this.#port = port;',
      },
    ],
  },
];
