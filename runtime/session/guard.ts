import type { MismatchReason } from '../errors.ts';
import { canonicalJson } from '../log/canonical.ts';
import type { Json } from '../log/entry.ts';
import type { Recorded } from './record.ts';

/**
 * Compares what the script does at a position with what the log has there: kind, then name, then input. Inputs are compared
 * text with text, which is what nearly always decides; where the texts differ, only the order of keys may do so.
 *
 * @returns why they differ, or `undefined` where the script follows its log.
 */
export function compareCall(
  recorded: Recorded,
  name: string,
  inputText: string,
  ignoreInputs: ReadonlySet<string>,
): MismatchReason | undefined {
  if (recorded.type !== 'action') return 'kind';
  if (recorded.name !== name) return 'name';
  if (recorded.input.text === inputText || ignoreInputs.has(name)) return undefined;
  return canonicalJson(recorded.input.value) === canonicalJson(JSON.parse(inputText) as Json) ? undefined : 'input';
}
