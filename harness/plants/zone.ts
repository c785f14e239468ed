import type { Plant } from './plant.ts';

const file = 'runtime/guest/imports.ts';

export const zonePlants: readonly Plant[] = [
  {
    name: 'time-zone-let-through',
    breaks: 'zone',
    what: 'Scripts tell the local time of the zone that their host is in.',
    caughtBy: 'replay-equals-live',
    patches: [
      {
        file,
        find: '        86_400_000,\n    ),\n    0,\n',
        replace: '        86_400_000,\n    ),\n    0,\n    -date.getTimezoneOffset() * 60,\n',
      },
    ],
  },
];
