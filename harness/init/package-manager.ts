/** How a project installs packages and runs their programs. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn';
  /** The file that says which versions are installed. */
  readonly lockfile: string;
  /** For a person. */
  readonly install: string;
  /** For a machine: exactly what the lockfile says. */
  readonly installLocked: string;
  /** What a program's name is written after. */
  readonly run: string;
  readonly test: string;
}

const npm: PackageManager = {
  name: 'npm',
  lockfile: 'package-lock.json',
  install: 'npm install',
  installLocked: 'npm ci',
  run: 'npx',
  test: 'npm test',
};

const others: readonly PackageManager[] = [
  {
    name: 'pnpm',
    lockfile: 'pnpm-lock.yaml',
    install: 'pnpm install',
    installLocked: 'pnpm install --frozen-lockfile',
    run: 'pnpm exec',
    test: 'pnpm test',
  },
  {
    name: 'yarn',
    lockfile: 'yarn.lock',
    install: 'yarn install',
    installLocked: 'yarn install --frozen-lockfile',
    run: 'yarn run',
    test: 'yarn test',
  },
];

/** The one whose lockfile is there; npm where none is. */
export function packageManager(isThere: (file: string) => boolean): PackageManager {
  return others.find(({ lockfile }) => isThere(lockfile)) ?? npm;
}
