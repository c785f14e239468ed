import { defaultLimits, type Limits, MisuseError } from '../../runtime/index.ts';
import { durationForm, durationMs } from '../duration.ts';
import type { Config } from './config.ts';
import { areFeatures, features } from './features.ts';
import { areLatencyBudgets, latencyForm } from './latency-budgets.ts';

/** Throws `MisuseError` `CONFIG` that names the field at fault, what it holds and what it should. */
export function checkConfig(given: unknown, file: string): Config {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const found = given === undefined ? 'has no default export' : `exports ${shown(given)} by default`;
    throw new MisuseError('CONFIG', `${file} ${found}. It says \`export default defineConfig({ … })\`.`);
  }
  const fields = given as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) checkField(name, value, file);
  return given;
}

interface Field {
  accepts(value: unknown): boolean;
  readonly form: string;
}

const folder = (example: string): Field => ({ accepts: isText, form: `a folder, as '${example}'` });

const known: { readonly [Name in keyof Required<Config>]: Field } = {
  workflows: { accepts: isTexts, form: "an array of files that declare workflows, or patterns, as ['**/*.fuzz.ts']" },
  corpus: folder('corpora/cases'),
  logs: folder('corpora/logs'),
  budget: { accepts: isDuration, form: durationForm },
  latency: { accepts: (value) => isText(value) || areLatencyBudgets(value), form: latencyForm },
  limits: { accepts: isLimits, form: `an object of whole numbers by limit: ${Object.keys(defaultLimits).join(', ')}` },
  without: { accepts: areFeatures, form: `an array of ${features.join(', ')}` },
};

function checkField(name: string, value: unknown, file: string): void {
  const field = Object.hasOwn(known, name) ? known[name as keyof Config] : undefined;
  if (field === undefined) throw wrong(file, `${name} is not known here. Known are ${Object.keys(known).join(', ')}`);
  if (value !== undefined && !field.accepts(value))
    throw wrong(file, `${name} is ${shown(value)}; it is ${field.form}`);
}

function wrong(file: string, message: string): MisuseError {
  return new MisuseError('CONFIG', `${file}: ${message}.`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isDuration(value: unknown): boolean {
  return typeof value === 'string' && durationMs(value) !== undefined;
}

function isLimits(value: unknown): value is Partial<Limits> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, limit]) => Object.hasOwn(defaultLimits, name) && (limit === undefined || isWhole(limit)),
  );
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return JSON.stringify(value) ?? String(value);
}
