import { actionFailure } from '../errors.ts';
import type { ActionFailure } from '../log/entry.ts';
import { toJsonText } from '../log/json-text.ts';
import { KnownResponse } from '../log/known-text.ts';
import type { ActionSet } from './action-set.ts';
import type { ExecutableCall, Settlement } from './attempt-step.ts';
import type { ExecutionContext } from './context.ts';
import { failureOf } from './failure.ts';
import { interruptOf } from './interrupt.ts';
import { copyOf } from './json-of.ts';
import { validate } from './schema.ts';

/**
 * Executes one call: input schema, action, output schema. Whatever happens is a settlement; this never rejects.
 * The input was recorded already, as the script gave it: the action gets a copy that the schema may have changed.
 */
export async function executeCall(
  actions: ActionSet,
  call: ExecutableCall,
  context: ExecutionContext,
): Promise<Settlement> {
  const action = actions.get(call.name);
  if (action === undefined) return { error: unknownAction(call.name) };
  try {
    // Where nothing is asynchronous, nothing waits: calls start, and settle, in the order in which their actions do.
    let input = validate(action.input, copyOf(call.input), 'input', action.name);
    if (input instanceof Promise) input = await input;
    if ('failure' in input) return { error: input.failure };
    const result: unknown = await action.execute(input.value, context);
    let output = validate(action.output, result, 'output', action.name);
    if (output instanceof Promise) output = await output;
    return 'failure' in output ? { error: output.failure } : respond(action.name, output.value);
  } catch (thrown) {
    return thrownSettlement(thrown);
  }
}

function respond(name: string, value: unknown): Settlement {
  try {
    return new KnownResponse(value === undefined ? 'null' : toJsonText(value));
  } catch (thrown) {
    const { message } = failureOf(thrown);
    return {
      error: actionFailure('TypeError', `The response of ${name} is not JSON: ${message}`, 'RESPONSE_NOT_JSON'),
    };
  }
}

function thrownSettlement(thrown: unknown): Settlement {
  try {
    const interrupt = interruptOf(thrown);
    return interrupt === undefined ? { error: failureOf(thrown) } : { interrupt: interrupt.payload };
  } catch (unreadable) {
    return { error: unreadableInterrupt(unreadable) };
  }
}

function unreadableInterrupt(thrown: unknown): ActionFailure {
  return actionFailure('TypeError', `The payload of an interrupt is not JSON: ${failureOf(thrown).message}`);
}

/** The run was begun when there was such an action, so the script may call it; there is none any more. */
function unknownAction(name: string): ActionFailure {
  return actionFailure('UnknownAction', `There is no action called ${name} any more`, 'UNKNOWN_ACTION');
}
