import { type CompiledScript, compileScript, type Engine, type Json, type Session } from '../../../../runtime/index.ts';
import { Coverage } from '../coverage.ts';
import { instrument } from '../instrument.ts';

const actions = ['echo', 'fail', 'never'];

export function compiledFlow(source: string): CompiledScript {
  return compileScript(source, { actions, file: 'flow.ts' });
}

/** All that can be seen of a run in which `echo` responds with its input, `fail` fails, and nobody hears of `never`. */
export function played(engine: Engine, script: CompiledScript, input: Json = null) {
  const session = open(engine, script, input);
  const { state, outcome, callLog, console, data, fuelUsed, warnings, turns } = session;
  session.close();
  return { state, outcome, callLog, console, data, fuelUsed, warnings, turns };
}

/** The same of the script as it is and with counters. */
export function playedBoth(engine: Engine, source: string, input: Json = null) {
  const script = compiledFlow(source);
  return { plain: played(engine, script, input), counting: played(engine, instrument(script).script, input) };
}

/** How often each place of a script was reached in a run. */
export function hitsOf(engine: Engine, source: string, input: Json = null) {
  const coverage = new Coverage(compiledFlow(source));
  const count = coverage.begin();
  const session = open(engine, count.worldOptions.compiled, input);
  count.worldOptions.onAttemptEnd(session);
  session.close();
  return { places: coverage.places, hits: count.hits };
}

function open(engine: Engine, script: CompiledScript, input: Json): Session & { readonly turns: number } {
  let turns = 0;
  const session = engine.open({
    script,
    actions,
    input,
    now: () => 1_700_000_000_000,
    random: () => 0.5,
    onTurn: () => turns++,
  });
  session.start();
  for (let next = answerable(session); next !== undefined; next = answerable(session)) {
    const { position, name, input: asked } = next;
    session.deliver(position, name === 'fail' ? { error: { name: 'Failure', message: 'no' } } : { response: asked });
  }
  return Object.assign(session, { turns });
}

function answerable(session: Session) {
  return session.state === 'waiting' ? session.outstanding.find(({ name }) => name !== 'never') : undefined;
}
