/**
 * The numbered changes of behaviour. A run outlives the code that made it: its header names the changes that it was made
 * under, and every later attempt at it, on any release, behaves so and not otherwise. A change that a log could notice
 * is made like this:
 *
 *     flags.has('name-of-the-change') ? asNow() : asBefore()
 *
 * An entry here is never changed, renumbered or removed, and neither is what it switches: somewhere there is a run that
 * needs it.
 */
export interface Flag {
  /** From 1, without gaps, in the order in which they came. */
  readonly number: number;
  /** What headers call it. */
  readonly name: string;
  /** What is otherwise under it, in a sentence for somebody who compares two runs. */
  readonly changes: string;
  /** The first release whose new runs are made under it. */
  readonly since: string;
}

const registry = [
  {
    number: 1,
    name: 'position-in-action-stack',
    changes: "The stack of a failed action's error says at which position of the log the call is.",
    since: '0.1.0',
  },
  {
    number: 2,
    name: 'script-reading',
    changes:
      'A script that is one function is called, one that ends by starting its own async function ends with that, a fence around a script is no part of it, and what the console lacks is missing before the script starts.',
    since: '0.2.0',
  },
] as const satisfies readonly Flag[];

export type FlagName = (typeof registry)[number]['name'];

export const knownFlags: readonly Flag[] = registry;

/** Names that this release does not know. */
export function unknownFlags(names: readonly string[]): string[] {
  return names.filter((name) => !knownFlags.some((flag) => flag.name === name));
}

/** For refusals: how far this release goes. */
export function newestFlagText(): string {
  const newest = knownFlags.at(-1);
  return newest === undefined ? 'It knows none.' : `The newest that it knows is flag ${newest.number}, ${newest.name}.`;
}

/** The rules of one run. */
export class Flags {
  /** What new runs are made under: everything that this release knows. */
  static readonly newest: Flags = new Flags(knownFlags.map(({ name }) => name));
  readonly names: readonly string[];
  readonly #known: ReadonlySet<string>;

  /** @param names as in a header; all of them must be known. */
  constructor(names: readonly string[]) {
    this.names = [...names];
    this.#known = new Set(names);
  }

  has(name: FlagName): boolean {
    return this.#known.has(name);
  }
}
