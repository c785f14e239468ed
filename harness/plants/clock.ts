import type { Plant } from './plant.ts';

const session = 'runtime/session/run-session.ts';

export const clockPlants: readonly Plant[] = [
  {
    name: 'clock-not-rewired-on-replay',
    breaks: 'clock',
    what: "A replay reads its host's clock, and not the time that the log has.",
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: session,
        find: 'return recorded.response;',
        replace: "return type === 'now' ? fresh() : recorded.response;",
      },
    ],
  },
  {
    name: 'event-time-reads-the-host',
    breaks: 'clock',
    what: "Where time is that of events, the script sees the host's clock as well.",
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file: 'runtime/session/event-time.ts',
        find: 'return this.#now;\n',
        replace: 'return Math.max(this.#now, this.#clockNow());\n',
      },
      {
        file: 'runtime/session/event-time.ts',
        find: '    this.#now = startedAt;',
        replace: '    this.#now = startedAt;\n    this.#clockNow = now;',
      },
      {
        file: 'runtime/session/event-time.ts',
        find: '  #now: number;',
        replace: '  #now: number;\n  readonly #clockNow: () => number;',
      },
    ],
  },
  {
    name: 'sleep-ends-early',
    breaks: 'clock',
    what: 'A run that is gone on with takes a sleep for over that still has a second to go.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: 'runtime/sandbox/attempt.ts',
        find: 'until <= resumedAt;',
        replace: 'until <= resumedAt + 1000;',
      },
    ],
  },
  {
    name: 'sleep-begins-anew',
    breaks: 'clock',
    what: 'A call that sleeps when its run is resumed sleeps as long again.',
    caughtBy: 'pauses-are-kept',
    patches: [
      {
        file: 'runtime/sandbox/attempt.ts',
        find: "{ type: 'decided', outcome: sleepOver, due: until } : { type: 'sleeping', until };",
        replace:
          "{ type: 'decided', outcome: sleepOver, due: until } : { type: 'sleeping', until: before === undefined ? until : until + 1000 };",
      },
    ],
  },
  {
    name: 'event-time-follows-the-host',
    breaks: 'clock',
    what: 'An attempt whose host is behind gives outcomes earlier times than those that it has replayed.',
    caughtBy: 'time-goes-forward',
    patches: [
      {
        file: 'runtime/session/hybrid-clock.ts',
        find: 'if (isAfter(seen, this.#last)) this.#last = seen;',
        replace: 'void isAfter; void seen;',
      },
    ],
  },
  {
    name: 'equal-sleeps-end-backwards',
    breaks: 'clock',
    what: 'Of two sleeps that are over at the same time the later one ends first.',
    caughtBy: 'time-goes-forward',
    patches: [
      {
        file: 'runtime/sandbox/sleep-queue.ts',
        find: 'a.until === b.until && a.position > b.position',
        replace: 'a.until === b.until && a.position < b.position',
      },
    ],
  },
  {
    name: 'timer-not-cleared',
    breaks: 'clock',
    what: 'A timer that was cleared goes off all the same.',
    caughtBy: 'engine-agrees-with-v8',
    patches: [
      {
        file: 'runtime/guest/prelude.js',
        find: "apply(setDelete, timers, [typeof id === 'string' ? +id : id]);",
        replace: 'void id;',
      },
    ],
  },
];
