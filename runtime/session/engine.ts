import { createXXHash128, type IHasher } from 'hash-wasm';
import { type Location, MisuseError } from '../errors.ts';
import { compileBinary } from '../guest/binary.ts';
import { Guest } from '../guest/guest.ts';
import { wasmSha256 } from '../guest/imports.ts';
import { limitsFrom } from '../guest/limits.ts';
import { preludeText } from '../guest/prelude.ts';
import { byteLength } from '../log/byte-length.ts';
import { parseCallLog } from '../log/codec.ts';
import type { CallLog } from '../log/entry.ts';
import { toJsonText } from '../log/json-text.ts';
import { type CompiledScript, compileScript } from '../script/index.ts';
import { LogRecord } from './record.ts';
import { probedLocation, RunSession, type SessionHome, type SessionParts } from './run-session.ts';
import type { Session, SessionOptions } from './types.ts';

/** How many idle instances an engine keeps. Each holds its memory. */
const idleMax = 8;

/**
 * The compiled QuickJS and its instances. Loading compiles the Wasm and boots one instance; every other one is a copy of that
 * boot's image. An instance serves one session at a time and is reset between sessions.
 */
export class Engine {
  /** Says which engine a log or image belongs to: the binary and the bridge. */
  readonly fingerprint: string;
  readonly #first: Guest;
  readonly #hasher: IHasher;
  readonly #idle: Guest[] = [];

  private constructor(first: Guest, hasher: IHasher) {
    this.#first = first;
    this.#hasher = hasher;
    this.#idle.push(first);
    this.fingerprint = `quickjs-2025-09-13:${wasmSha256.slice(0, 16)}:${this.#hash([new TextEncoder().encode(preludeText)]).slice(0, 16)}`;
  }

  /** @param wasm the engine's binary, for hosts that cannot read it from its npm package. */
  static async load(wasm?: Uint8Array<ArrayBuffer>): Promise<Engine> {
    const bytes = wasm ?? (await (await import('../guest/wasm-file.ts')).readWasmFile());
    return new Engine(Guest.boot(await compileBinary(bytes)), await createXXHash128());
  }

  /**
   * Opens a session. Nothing of the script runs yet.
   * @throws LinkError, ScriptSyntaxError, CallLogFormatError, or MisuseError for an option of the wrong kind.
   */
  open(options: SessionOptions): Session {
    return new RunSession(this.#partsFrom(options), this.#home);
  }

  readonly #home: SessionHome = {
    takeGuest: (memoryMax) => this.#takeGuest(memoryMax),
    giveBack: (guest, healthy) => {
      if (healthy && this.#idle.length < idleMax) this.#idle.push(guest);
    },
    digest: (guest, counters) => this.#hash([...guest.liveParts(), new Uint8Array(Float64Array.from(counters).buffer)]),
    locate: (parts, callLog, position) => this.#locate(parts, callLog, position),
  };

  #partsFrom(options: SessionOptions): SessionParts {
    const limits = limitsFrom(options.limits);
    const actions = [...options.actions].sort(byCodeUnits);
    const script = scriptFrom(options, actions, limits.sourceBytes);
    return {
      script,
      actions,
      ignoreInputs: new Set(options.ignoreInputs ?? []),
      inputText: toJsonText(options.input ?? null),
      dataText: toJsonText(options.data ?? {}),
      record: new LogRecord(parseCallLog(options.callLog ?? [])),
      limits,
      now: options.now ?? Date.now,
      random: options.random ?? Math.random,
      onTurn: options.onTurn,
      deliverMax: options.deliverMax ?? Number.POSITIVE_INFINITY,
      probe: undefined,
    };
  }

  /** An instance in the state of the boot image whose memory is no larger than the run may use. */
  #takeGuest(memoryMax: number): Guest {
    const index = this.#idle.findLastIndex((guest) => guest.memoryBytes <= memoryMax);
    const guest = index === -1 ? this.#first.sibling() : (this.#idle.splice(index, 1)[0] as Guest);
    guest.reset();
    return guest;
  }

  #locate(parts: SessionParts, callLog: CallLog, position: number): Location | undefined {
    const session = new RunSession(
      {
        ...parts,
        record: new LogRecord(callLog),
        onTurn: undefined,
        deliverMax: Number.POSITIVE_INFINITY,
        probe: position,
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

function scriptFrom(options: SessionOptions, actions: readonly string[], sourceBytesMax: number): CompiledScript {
  const { script, file } = options;
  if (typeof script !== 'string') return linkedAgainst(actions, script);
  if (byteLength(script, sourceBytesMax) > sourceBytesMax) return uncompiled(script, file);
  return compileScript(script, { actions, ...(file !== undefined && { file }) });
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

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
