import type { Json } from './entry.ts';
import { indexPath, propertyPath, rootPath } from './json-path.ts';

/** JSON text that is the same for equal values: keys sorted by UTF-16 code units, no white space. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const properties = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(own(value, key))}`);
  return `{${properties.join(',')}}`;
}

/** Where two values part. A side that has nothing there has no property here. */
export interface Difference {
  /** As `$.items[3].price`. */
  path: string;
  recorded?: Json;
  observed?: Json;
}

/** The first place, in the recorded value's order, where the two are not equal; the order of keys does not count. */
export function firstDifference(recorded: Json, observed: Json): Difference | undefined {
  return differenceAt(rootPath, recorded, observed);
}

function differenceAt(path: string, recorded: Json, observed: Json): Difference | undefined {
  if (Array.isArray(recorded) && Array.isArray(observed)) return arrayDifference(path, recorded, observed);
  if (isRecord(recorded) && isRecord(observed)) return recordDifference(path, recorded, observed);
  return recorded === observed ? undefined : { path, recorded, observed };
}

function arrayDifference(path: string, recorded: Json[], observed: Json[]): Difference | undefined {
  for (let index = 0; index < Math.max(recorded.length, observed.length); index++) {
    const difference = partDifference(indexPath(path, index), recorded[index], observed[index]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function recordDifference(path: string, recorded: JsonRecord, observed: JsonRecord): Difference | undefined {
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(observed)])) {
    const difference = partDifference(propertyPath(path, key), ownOrNone(recorded, key), ownOrNone(observed, key));
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** Compares two parts of which one may be missing. */
function partDifference(path: string, recorded: Json | undefined, observed: Json | undefined): Difference | undefined {
  if (recorded !== undefined && observed !== undefined) return differenceAt(path, recorded, observed);
  return { path, ...(recorded !== undefined && { recorded }), ...(observed !== undefined && { observed }) };
}

type JsonRecord = { [key: string]: Json };

function isRecord(value: Json): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The key is one of the object's own: without that, a missing `constructor` would be found on the prototype. */
function own(record: JsonRecord, key: string): Json {
  return record[key] as Json;
}

function ownOrNone(record: JsonRecord, key: string): Json | undefined {
  return Object.hasOwn(record, key) ? own(record, key) : undefined;
}
