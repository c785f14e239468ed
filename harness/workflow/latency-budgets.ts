import { readFileSync } from 'node:fs';
import { MisuseError } from '../../runtime/index.ts';

/** The largest value that a figure may have, by the figure's name: ratios to yardsticks, or exponents; never times. */
export type LatencyBudgets = Readonly<Record<string, number>>;

export const latencyForm =
  "an object with the largest value of each figure, as { 'replay, sequential / floor': 2.2 }, or a JSON file with one, as 'latency.json'";

/** The file's budgets. Throws `MisuseError` `CONFIG` that names the file, what it holds and what it should. */
export function readLatencyBudgets(file: string, config: string): LatencyBudgets {
  const given = parsed(file, config);
  if (!areLatencyBudgets(given)) throw wrong(config, file, `is ${JSON.stringify(given)}; it is ${latencyForm}`);
  return given;
}

function parsed(file: string, config: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrong(config, file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function areLatencyBudgets(value: unknown): value is LatencyBudgets {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((atMost) => Number.isFinite(atMost) && Number(atMost) > 0);
}

function wrong(config: string, file: string, message: string): MisuseError {
  return new MisuseError('CONFIG', `${config}: latency names ${file}, which ${message}.`);
}
