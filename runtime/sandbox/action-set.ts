import { MisuseError } from '../errors.ts';
import { type Action, checkAction } from './action.ts';

/** The actions of a sandbox, checked against each other. */
export class ActionSet implements Iterable<Action> {
  /** Sorted by code units. */
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, Action>;

  /** @throws MisuseError `DUPLICATE_ACTION` or `ACTION_PREFIX`, or what `defineAction` throws. */
  constructor(actions: readonly Action[]) {
    if (!Array.isArray(actions)) throw new MisuseError('OPTION', '`actions` must be an array of actions.');
    const byName = new Map<string, Action>();
    for (const action of actions as readonly Action[]) {
      checkAction(action);
      if (byName.has(action.name)) {
        throw new MisuseError('DUPLICATE_ACTION', `Two actions are called ${action.name}; give each its own name.`);
      }
      byName.set(action.name, action);
    }
    this.#byName = byName;
    this.names = [...byName.keys()].sort();
    for (const name of this.names) this.#checkPrefixes(name);
  }

  get(name: string): Action | undefined {
    return this.#byName.get(name);
  }

  [Symbol.iterator](): Iterator<Action> {
    return this.names.flatMap((name) => this.get(name) ?? []).values();
  }

  /** Those whose inputs a replay does not compare. */
  get ignoreInputs(): string[] {
    return [...this].filter((action) => action.inputs === 'ignore').map((action) => action.name);
  }

  /** `actions.github` cannot be a function and hold `createIssue` as well. */
  #checkPrefixes(name: string): void {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const prefix = name.slice(0, dot);
      if (!this.#byName.has(prefix)) continue;
      throw new MisuseError(
        'ACTION_PREFIX',
        `The action ${prefix} is in the way of ${name}: \`actions.${prefix}\` cannot be both. Rename one.`,
      );
    }
  }
}
