import { Engine, type EngineLike } from '../../runtime/index.ts';
import { changesOf, hostFace } from './host-face.ts';
import type { HostileScript } from './hostile-script.ts';
import { Innocent } from './innocent.ts';
import { type Played, play } from './play.ts';
import { faultsOf, same, show } from './right-outcome.ts';

/** What an innocent run is in an engine that has run nothing else. */
let alone: string | undefined;

/**
 * What is wrong with how the runtime bears a hostile script: it should end as stated, the same on every attempt, in instances
 * new and used, beside another run, and on replay; and leave the host and the run after it as they were. Nothing: it does.
 */
export async function examine(
  hostile: HostileScript,
  load: () => Promise<EngineLike> = Engine.load,
): Promise<string[]> {
  const before = hostFace();
  alone ??= new Innocent(await Engine.load()).finish();
  const engine = await load();
  const first = play(engine, hostile);
  const problems = [
    ...faultsOf(hostile, first),
    ...differences('in the instance that it has used', first, play(engine, hostile)),
    ...innocence(alone, 'after it', new Innocent(engine)),
    ...besideAnother(engine, hostile, first, alone),
    ...differences('in an instance that has grown', first, play(grown(engine, hostile), hostile)),
    ...onReplay(engine, hostile, first),
    ...innocence(alone, 'at the very end', new Innocent(engine)),
  ];
  const changed = changesOf(before, hostFace());
  return changed.length === 0 ? problems : [...problems, `the host is not what it was: ${changed.map(String)}`];
}

function differences(where: string, first: Played, second: Played): string[] {
  return (Object.keys(first) as (keyof Played)[]).flatMap((key) =>
    same(first[key], second[key]) ? [] : [`${where}, ${key} is ${show(second[key])}, and was ${show(first[key])}`],
  );
}

function innocence(alone: string, when: string, innocent: Innocent): string[] {
  const beside = innocent.finish();
  return beside === alone ? [] : [`an innocent run ${when} is another: ${show(beside)}, and alone ${show(alone)}`];
}

/** Turn by turn, on one engine. */
function besideAnother(engine: EngineLike, hostile: HostileScript, first: Played, alone: string): string[] {
  const innocent = new Innocent(engine);
  const beside = play(engine, hostile, { between: () => innocent.step() });
  return [...differences('beside an innocent run', first, beside), ...innocence(alone, 'beside it', innocent)];
}

/** Leaves an instance behind that is about as large as the script's limit allows. */
function grown(engine: EngineLike, { limits }: HostileScript): EngineLike {
  const script =
    'const kept = []; for (let bytes = 2 ** 22; bytes >= 2 ** 16; bytes /= 2) kept.push(new Uint8Array(bytes)); return kept.length;';
  play(engine, { name: 'growing', tries: '', script, right: { value: 7 }, ...(limits && { limits }) });
  return engine;
}

function onReplay(engine: EngineLike, hostile: HostileScript, first: Played): string[] {
  if (first.end.status === 'link' || first.end.status === 'syntax') return [];
  return differences('on replay', first, play(engine, hostile, { replayed: first }));
}
