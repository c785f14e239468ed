import { isPlainObject, opaqueKind, scalarFault } from './json-fault.ts';
import { indexPath, propertyPath, rootPath } from './json-path.ts';

/** Deeper than that nobody looks twice for speed; the slower walks say what is what. */
const quickDepthMax = 200;

/**
 * Whether a value is plain JSON beyond doubt. The quick answer to the usual case: no paths, no conversions, no cycles (they
 * end at the bound). `false` means only that somebody has to look closely.
 */
export function isPlainJson(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return scalarFault(value) === undefined;
  if (depth > quickDepthMax || 'toJSON' in value) return false;
  if (Array.isArray(value)) return arePlainJson(value, depth);
  return isPlainObject(value) && arePlainJson(Object.values(value), depth);
}

function arePlainJson(values: readonly unknown[], depth: number): boolean {
  // By index, so that the gaps of a sparse array are seen.
  for (let index = 0; index < values.length; index++) {
    if (!isPlainJson(values[index], depth + 1)) return false;
  }
  return true;
}

/**
 * What keeps a value from being plain JSON, as `$.items[3].price is NaN`; `undefined` if nothing does. No conversions
 * apply here: a record that was JSON once has no `undefined` property, no `Date` and no instance of a class.
 */
export function jsonFault(value: unknown): string | undefined {
  if (isPlainJson(value)) return undefined;
  try {
    return faultAt(rootPath, value, []);
  } catch (thrown) {
    // The host's stack is the only bound on depth here; what is deeper could not be given to a script either.
    if (thrown instanceof RangeError) return `${rootPath} is nested too deeply`;
    throw thrown;
  }
}

function faultAt(path: string, value: unknown, ancestors: object[]): string | undefined {
  if (typeof value !== 'object' || value === null) return faultText(path, scalarFault(value));
  if (ancestors.includes(value)) return `${path} refers back to a value that contains it: a cycle`;
  ancestors.push(value);
  const fault = Array.isArray(value) ? elementFault(path, value, ancestors) : propertyFault(path, value, ancestors);
  ancestors.pop();
  return fault;
}

function elementFault(path: string, elements: readonly unknown[], ancestors: object[]): string | undefined {
  // By index, so that the gaps of a sparse array are seen.
  for (let index = 0; index < elements.length; index++) {
    const fault = faultAt(indexPath(path, index), elements[index], ancestors);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function propertyFault(path: string, value: object, ancestors: object[]): string | undefined {
  if (!isPlainObject(value)) return faultText(path, opaqueKind(value) ?? 'an instance of a class');
  for (const key of Object.keys(value)) {
    const fault = faultAt(propertyPath(path, key), value[key], ancestors);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultText(path: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${path} is ${fault}`;
}
