import { createXXHash128, type IHasher } from 'hash-wasm';
import { type Location, MisuseError } from '../errors.ts';
import { type Binary, compileBinary } from '../guest/binary.ts';
import { Guest } from '../guest/guest.ts';
import { wasmSha256 } from '../guest/imports.ts';
import { limitsFrom } from '../guest/limits.ts';
import { preludeText } from '../guest/prelude.ts';
import { StartImages } from '../guest/start-images.ts';
import { byteLength } from '../log/byte-length.ts';
import { parseCallLog, parseEntryAt } from '../log/codec.ts';
import type { CallLog, CallLogEntry } from '../log/entry.ts';
import { Flags, newestFlagText, unknownFlags } from '../log/flags.ts';
import { toJsonText } from '../log/json-text.ts';
import { sleepName } from '../log/sleep.ts';
import { type CompiledScript, compileScript } from '../script/index.ts';
import { Instances } from './instances.ts';
import { hashOfPrefix } from './log-prefix.ts';
import { profilesFrom } from './profiles.ts';
import { LogRecord } from './record.ts';
import { RunSession } from './run-session.ts';
import type { SessionHome, SessionParts } from './session-parts.ts';
import { checkFits, type Snapshot, type SnapshotKeys } from './snapshot.ts';
import { probedLocation } from './stop.ts';
import type { Session, SessionOptions } from './types.ts';

export interface EngineOptions {
  wasm?: Uint8Array<ArrayBuffer>;
  binary?: Binary;
  instancesMax?: number;
  startImages?: 'at-once' | 'second-time';
}

/**
 * The compiled QuickJS and its instances. Loading compiles the Wasm and boots one instance; every other one is a copy of that
 * boot's image. An instance serves one session at a time and is reset between sessions.
 */
export class Engine {
  /** Says which engine a log or image belongs to: the binary and the bridge. */
  readonly fingerprint: string;
  readonly #hasher: IHasher;
  readonly #home: SessionHome;

  private constructor(first: Guest, hasher: IHasher, instancesMax: number) {
    this.#hasher = hasher;
    this.#home = {
      instances: new Instances(first, instancesMax),
      hasher,
      digest: (guest, counters) =>
        this.#hash([...guest.liveParts(), new Uint8Array(Float64Array.from(counters).buffer)]),
      locate: (parts, callLog, position) => this.#locate(parts, callLog, position),
    };
    this.fingerprint = fingerprintBy(hasher);
  }

  /**
   * @param options.wasm the engine's binary, for hosts that cannot read it from its npm package.
   * @param options.binary the same, compiled already: in another thread, say.
   * @param options.instancesMax how many sessions may hold an instance at a time (default 64); of more, those that were used
   * longest ago are parked while they wait.
   * @param options.startImages when a script's start is remembered, so that its next runs skip the evaluation of its text: when it
   * starts for the second time (default), or at once, for a host that runs nearly every script more than once.
   */
  static async load(options: EngineOptions = {}): Promise<Engine> {
    const binary = options.binary ?? (await compiled(options.wasm));
    const first = Guest.boot(binary, new StartImages(options.startImages === 'at-once'));
    return new Engine(first, await createXXHash128(), options.instancesMax ?? 64);
  }

  /** The fingerprint of the engines that this release loads, for whoever has none at hand. */
  static async fingerprint(): Promise<string> {
    return fingerprintBy(await createXXHash128());
  }

  /** How many sessions hold an instance now. */
  get instancesInUse(): number {
    return this.#home.instances.inUse;
  }

  /**
   * Opens a session. Nothing of the script runs yet.
   * @throws LinkError, ScriptSyntaxError, CallLogFormatError, or MisuseError for an option of the wrong kind.
   */
  open(options: SessionOptions): Session {
    return new RunSession(this.#partsFrom(options), this.#home);
  }

  #partsFrom(options: SessionOptions): SessionParts {
    const limits = limitsFrom(options.limits);
    const flags = flagsFrom(options.flags);
    const actions = [...options.actions].sort(byCodeUnits);
    if (actions.includes(sleepName)) throw reservedName();
    const script = scriptFrom(options, actions, limits.sourceBytes, !flags.has('script-reading'));
    const inputText = toJsonText(options.input ?? null);
    const dataText = toJsonText(options.data ?? {});
    const profiles = profilesFrom(options, (text) => this.#hash([new TextEncoder().encode(text)]));
    const keys = () => this.#keys(script, [actions, limits, flags.names, profiles, inputText, dataText]);
    const { snapshot } = options;
    return {
      script,
      actions,
      ignoreInputs: new Set(options.ignoreInputs ?? []),
      inputText,
      dataText,
      record:
        snapshot === undefined
          ? new LogRecord(parseCallLog(options.callLog ?? [], { timed: profiles.startedAt !== undefined }))
          : this.#beyond(snapshot, options, keys()),
      limits,
      flags,
      profiles,
      now: options.now ?? Date.now,
      random: options.random ?? Math.random,
      onTurn: options.onTurn,
      deliverMax: options.deliverMax ?? Number.POSITIVE_INFINITY,
      probe: undefined,
      snapshot,
      keys,
    };
  }

  /** What the log has beyond a snapshot that fits it. The prefix is neither validated nor compared again. */
  #beyond(snapshot: Snapshot, { callLog = [], logHash }: SessionOptions, keys: SnapshotKeys): LogRecord {
    const { session } = snapshot;
    checkFits(snapshot, keys, logHash ?? hashOfPrefix(this.#hasher, parseCallLog(callLog), session));
    const { positions, delivered } = session;
    const entries = new Map<number, CallLogEntry>();
    for (const position of [...session.open.map((call) => call.position), ...range(positions, callLog.length)]) {
      const entry = position < callLog.length ? parseEntryAt(callLog, position) : null;
      if (entry !== null) entries.set(position, entry);
    }
    return new LogRecord(callLog, { positions, entries, delivered });
  }

  #keys(script: CompiledScript, rest: readonly unknown[]): SnapshotKeys {
    const hash = (text: string) => this.#hash([new TextEncoder().encode(text)]);
    const key = hash(script.code);
    return { engine: this.fingerprint, script: key, run: hash(JSON.stringify([key, ...rest])) };
  }

  #locate(parts: SessionParts, callLog: CallLog, position: number): Location | undefined {
    const session = new RunSession(
      {
        ...parts,
        record: new LogRecord(callLog),
        onTurn: undefined,
        deliverMax: Number.POSITIVE_INFINITY,
        probe: position,
        snapshot: undefined,
      },
      this.#home,
    );
    try {
      session.start();
      return undefined;
    } catch (thrown) {
      return probedLocation(thrown, parts.script);
    } finally {
      session.close();
    }
  }

  #hash(parts: readonly Uint8Array[]): string {
    this.#hasher.init();
    for (const part of parts) this.#hasher.update(part);
    return this.#hasher.digest('hex');
  }
}

async function compiled(wasm: Uint8Array<ArrayBuffer> | undefined): Promise<Binary> {
  return compileBinary(wasm ?? (await (await import('../guest/wasm-file.ts')).readWasmFile()));
}

function fingerprintBy(hasher: IHasher): string {
  const prelude = hasher.init().update(new TextEncoder().encode(preludeText)).digest('hex');
  return `quickjs-2025-09-13:${wasmSha256.slice(0, 16)}:${prelude.slice(0, 16)}`;
}

function scriptFrom(
  options: SessionOptions,
  actions: readonly string[],
  sourceBytesMax: number,
  literal: boolean,
): CompiledScript {
  const { script, file } = options;
  if (typeof script !== 'string') return linkedAgainst(actions, script);
  if (byteLength(script, sourceBytesMax) > sourceBytesMax) return uncompiled(script, file);
  return compileScript(script, { actions, literal, ...(file !== undefined && { file }) });
}

function reservedName(): MisuseError {
  return new MisuseError(
    'RESERVED_ACTION',
    `"${sleepName}" is what a sleep is called in the log; name the action otherwise.`,
  );
}

function flagsFrom(names: readonly string[] | undefined): Flags {
  if (names === undefined) return Flags.newest;
  const unknown = unknownFlags(names);
  if (unknown.length === 0) return new Flags(names);
  throw new MisuseError(
    'UNKNOWN_FLAG',
    `\`flags\` has names that this release does not know: ${unknown.join(', ')}. ${newestFlagText()}`,
  );
}

/** A script that is too long to be looked at. The session ends it by its limit before anything of it would run. */
function uncompiled(source: string, file = 'script.ts'): CompiledScript {
  return { source, file, form: 'body', code: '', actions: [], warnings: [], locate: () => undefined };
}

function linkedAgainst(actions: readonly string[], script: CompiledScript): CompiledScript {
  if (script.actions.length === actions.length && script.actions.every((name, index) => name === actions[index])) {
    return script;
  }
  throw new MisuseError(
    'SCRIPT_LINKED_OTHERWISE',
    `The compiled script was linked against the actions [${script.actions.join(', ')}], not [${actions.join(', ')}]: compile it again.`,
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
