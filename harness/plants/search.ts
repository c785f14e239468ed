import { Engine } from '../../runtime/index.ts';
import type { Case } from '../case/index.ts';
import { oracles, runCase } from '../oracle/index.ts';
import { onAnotherHost } from '../world/index.ts';

/** How a plant is searched for. */
export interface Search {
  /** Name of the oracle that judges, alone. */
  readonly oracle: string;
  readonly casesMax: number;
  caseOf(index: number): Case;
  /** Called before each case. */
  begin(): void;
}

export interface Searched {
  /** Cases judged, that which was rejected included. */
  readonly cases: number;
  /** What the oracle said; absent where it accepted all of them. */
  readonly kind?: string;
}

/**
 * Judges cases, number 0 and on, until one is rejected. This module is loaded anew for every plant, with the runtime that has the
 * plant in it, so that everything it uses is planted too.
 */
export async function search({ oracle: name, casesMax, caseOf, begin }: Search): Promise<Searched> {
  const engine = await Engine.load();
  const elsewhere = onAnotherHost(await Engine.load());
  const judges = oracles.filter((oracle) => oracle.name === name);
  if (judges.length === 0) throw new Error(`There is no oracle called ${name}.`);
  for (let index = 0; index < casesMax; index++) {
    begin();
    const options = { engine, elsewhere, effort: 'sampled', digests: 'never', oracles: judges } as const;
    const { failures } = runCase(caseOf(index), options);
    if (failures[0] !== undefined) return { cases: index + 1, kind: failures[0].kind };
  }
  return { cases: casesMax };
}
