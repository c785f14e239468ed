import type { GateResult, TriedPlant } from '../campaign/index.ts';
import { counted } from '../report/number-text.ts';
import type { Part, PlantRow, Report, Timing } from '../report/report.ts';

/** What a gate found out about the harness itself. */
export function proof({ selfChecks, plants }: GateResult<unknown>): Pick<Report, 'selfChecks' | 'plants'> {
  return {
    ...(selfChecks && { selfChecks: selfChecks.map((check) => ({ ...check, problems: [...check.problems] })) }),
    ...(plants && { plants: plants.map(plantRow) }),
  };
}

function plantRow({ name, breaks, what, caughtBy, cases, caught, problem }: TriedPlant): PlantRow {
  const result = problem !== undefined ? 'stale' : caught === undefined ? 'survived' : 'caught';
  const seen = problem ?? caught;
  return { name, breaks, what, caughtBy, result, cases, ...(seen !== undefined && { seen }) };
}

export function plantTimes({ plants }: GateResult<unknown>): Pick<Timing, 'plants'> {
  return plants ? { plants: Object.fromEntries(plants.map(({ name, ms }) => [name, ms / 1000])) } : {};
}

export function proofParts({ selfChecks, plants }: GateResult<unknown>): Part[] {
  return [
    ...(selfChecks === undefined ? [] : [selfCheckPart(selfChecks)]),
    plants === undefined ? noPlants : plantPart(plants),
  ];
}

function selfCheckPart(checks: NonNullable<GateResult['selfChecks']>): Part {
  const failed = checks.filter(({ problems }) => problems.length > 0);
  return {
    kind: 'self-checks',
    name: 'self-checks',
    about: 'questions to the harness whose answers are known',
    cases: checks.length,
    failed: failed.length,
    notes: failed.flatMap(({ problems }) => problems),
  };
}

function plantPart(plants: readonly TriedPlant[]): Part {
  const missed = plants.filter(({ caught }) => caught === undefined);
  const most = Math.max(0, ...plants.map(({ cases }) => cases));
  const about = `mistakes that were put into the product on purpose; at most ${counted(most, 'case')} showed each`;
  return { kind: 'plants', name: 'plants', about, cases: plants.length, failed: missed.length, notes: [] };
}

const noPlants: Part = {
  kind: 'plants',
  name: 'plants',
  about: 'none: mistakes are put on purpose into the source of a checkout, and into a whole campaign only',
  cases: 0,
  failed: 0,
  notes: [],
};
