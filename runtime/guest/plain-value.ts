import type { Pointer } from './binary.ts';
import { after, doubleText, isPlainCode, quoted } from './plain-text.ts';
import { isInt, readFlatString, readInt, stringLength } from './strings.ts';

/**
 * Writes the JSON text of a value straight from the engine's memory, if it is plain beyond doubt: primitives, and objects and
 * arrays as literals make them. Nothing of the guest runs for it, so nothing is disturbed, and calling `JSON.stringify` inside
 * the guest, which is what a call costs most, falls away. Whatever is not plain (an accessor, a proxy, a class, a prototype that
 * somebody has changed, a value that JSON would lose) is left to the guest.
 *
 * The layout is that of QuickJS 2025-09-13 on wasm32, true for the pinned binary only. A boot checks it.
 */
const tag = { rope: -6, string: -7, object: -1, int: 0, bool: 1, null: 2, undefined: 3 } as const;
/** Tags lie from -9 to 7; any other high word belongs to a double, offset by this. */
const tagFirst = -9;
const tagCount = 17;
const doubleOffset = 0x7ff8_000a;

const objectKindOffset = 4;
const objectShapeOffset = 20;
const objectPropertiesOffset = 24;
const arrayValuesOffset = 36;
const arrayCountOffset = 40;
/** Class in the high half; below it flags, of which those of `kindMask` must be exactly these. */
const kindMask = 0xffff_2c00 | 0;
const plainObject = 0x0001_0000;
const fastArray = 0x0002_0c00;

const shapeCountOffset = 32;
const shapeDeletedOffset = 36;
const shapePrototypeOffset = 44;
const shapeEntriesOffset = 48;
const entryBytes = 8;
/** Configurable, writable, enumerable, and of no special kind. */
const ordinaryFlags = 7;
const flagsShift = 26;

const atomArrayOffset = 56;
const atomTypeOffset = 8;
const atomTypeShift = 30;
const stringAtom = 1;

/** What is deeper or longer (values and characters of strings together) is left to the guest, whose limits bound its work. */
const depthMax = 64;
const sizeMax = 256 * 1024;

interface KnownKey {
  readonly name: string;
  /** As `"name":`. */
  readonly text: string;
}

export class PlainValues {
  readonly #runtime: Pointer;
  readonly #objectPrototype: Pointer;
  readonly #arrayPrototype: Pointer;
  readonly #objectAtoms: readonly number[];
  readonly #arrayAtoms: readonly number[];
  readonly #known: (KnownKey | undefined)[] = [];
  #bytes!: Uint8Array;
  #words!: Int32Array;
  #size = 0;

  /**
   * @param prototypes the cells that hold the untouched `Object.prototype` and `Array.prototype`.
   */
  constructor(words: Int32Array, runtime: Pointer, prototypes: readonly [object: Pointer, array: Pointer]) {
    this.#runtime = runtime;
    this.#words = words;
    this.#objectPrototype = words[prototypes[0] >> 2] as number;
    this.#arrayPrototype = words[prototypes[1] >> 2] as number;
    this.#objectAtoms = this.#atomsOf(this.#objectPrototype);
    this.#arrayAtoms = this.#atomsOf(this.#arrayPrototype);
  }

  /**
   * JSON text of the value in a cell; `undefined` where the guest has to say, which depends on the value alone.
   *
   * @param expected what the text will probably be. If it is, this very string is the result: finding that out takes less than writing it.
   */
  textOf(bytes: Uint8Array, words: Int32Array, cell: Pointer, expected?: string): string | undefined {
    this.#bytes = bytes;
    this.#words = words;
    if (words[(cell >> 2) + 1] === tag.undefined) return 'null';
    this.#size = 0;
    if (expected !== undefined && this.#follow(cell, expected, 0, 0) === expected.length) return expected;
    this.#size = 0;
    return this.#value(cell, 0);
  }

  /** Where a text goes on after the value in a cell; -1 if something else stands there, or if the value is not plain. */
  #follow(cell: Pointer, text: string, at: number, depth: number): number {
    const kind = this.#words[(cell >> 2) + 1] as number;
    if (kind === tag.string) return this.#followString(this.#words[cell >> 2] as number, text, at);
    const address = this.#words[cell >> 2] as number;
    if (kind === tag.object && this.#isRecord(address)) return this.#followRecord(address, text, at, depth);
    const written = this.#value(cell, depth);
    return written === undefined ? -1 : after(text, at, written);
  }

  /** Only for narrow strings without escapes. */
  #followString(string: Pointer, text: string, at: number): number {
    const length = this.#words[(string + 4) >> 2] as number;
    const end = at + length + 1;
    if (length < 0 || text.charCodeAt(at) !== quote || text.charCodeAt(end) !== quote) return -1;
    if (!this.#fits(length)) return -1;
    for (let i = at + 1, byte = string + 16; i < end; i++, byte++) {
      const code = this.#bytes[byte] as number;
      if (code !== text.charCodeAt(i) || !isPlainCode(code)) return -1;
    }
    return end + 1;
  }

  #followRecord(object: Pointer, text: string, from: number, depth: number): number {
    const words = this.#words;
    const shape = words[(object + objectShapeOffset) >> 2] as number;
    if (depth >= depthMax || !this.#fits(0) || !this.#isOrdinary(shape)) return -1;
    const count = words[(shape + shapeCountOffset) >> 2] as number;
    const properties = words[(object + objectPropertiesOffset) >> 2] as number;
    if (count === 0) return after(text, from, '{}');
    let at = from;
    for (let i = 0; i < count; i++) {
      const key = this.#key(shape + shapeEntriesOffset + i * entryBytes);
      if (key === undefined || text.charCodeAt(at) !== (i === 0 ? brace : comma)) return -1;
      at = after(text, at + 1, key);
      if (at !== -1) at = this.#follow(properties + i * 8, text, at, depth + 1);
      if (at === -1) return -1;
    }
    return after(text, at, '}');
  }

  /** Counts a value with so many characters in. */
  #fits(length: number): boolean {
    this.#size += 1 + length;
    return this.#size <= sizeMax;
  }

  #value(cell: Pointer, depth: number): string | undefined {
    const kind = this.#words[(cell >> 2) + 1] as number;
    if (!this.#fits(kind === tag.string ? stringLength(this.#words, cell) : 0)) return undefined;
    switch (kind) {
      case tag.int:
        return String(this.#words[cell >> 2]);
      case tag.string:
        return quoted(readFlatString(this.#bytes, this.#words, cell));
      case tag.object:
        return depth < depthMax ? this.#object(this.#words[cell >> 2] as number, depth) : undefined;
      case tag.bool:
        return this.#words[cell >> 2] === 0 ? 'false' : 'true';
      case tag.null:
        return 'null';
      default:
        return (kind - tagFirst) >>> 0 < tagCount
          ? undefined
          : doubleText(this.#words[cell >> 2] as number, kind + doubleOffset);
    }
  }

  #object(object: Pointer, depth: number): string | undefined {
    if (this.#isRecord(object)) return this.#record(object, depth);
    return this.#kindOf(object) === fastArray ? this.#array(object, depth) : undefined;
  }

  #isRecord(object: Pointer): boolean {
    return this.#kindOf(object) === plainObject;
  }

  #kindOf(object: Pointer): number {
    return (this.#words[(object + objectKindOffset) >> 2] as number) & kindMask;
  }

  #record(object: Pointer, depth: number): string | undefined {
    const words = this.#words;
    const shape = words[(object + objectShapeOffset) >> 2] as number;
    const count = words[(shape + shapeCountOffset) >> 2] as number;
    if (!this.#isOrdinary(shape)) return undefined;
    const properties = words[(object + objectPropertiesOffset) >> 2] as number;
    let text = '{';
    for (let i = 0; i < count; i++) {
      const key = this.#key(shape + shapeEntriesOffset + i * entryBytes);
      if (key === undefined) return undefined;
      const value = this.#value(properties + i * 8, depth + 1);
      if (value === undefined) return undefined;
      text += i === 0 ? key + value : `,${key}${value}`;
    }
    return `${text}}`;
  }

  /** Whether a shape is one of plain objects: nothing was deleted, and nothing is inherited that JSON would ask for. */
  #isOrdinary(shape: Pointer): boolean {
    const words = this.#words;
    return (
      words[(shape + shapeDeletedOffset) >> 2] === 0 &&
      words[(shape + shapePrototypeOffset) >> 2] === this.#objectPrototype &&
      this.#untouched(this.#objectPrototype, this.#objectAtoms, 0)
    );
  }

  #array(array: Pointer, depth: number): string | undefined {
    const words = this.#words;
    const shape = words[(array + objectShapeOffset) >> 2] as number;
    const properties = words[(array + objectPropertiesOffset) >> 2] as number;
    const count = words[(array + arrayCountOffset) >> 2] as number;
    // Nothing but its length, and that is what it holds: no holes.
    if (words[(shape + shapeCountOffset) >> 2] !== 1 || !isInt(words, properties)) return undefined;
    if (readInt(words, properties) !== count) return undefined;
    if (words[(shape + shapePrototypeOffset) >> 2] !== this.#arrayPrototype) return undefined;
    if (!this.#untouched(this.#arrayPrototype, this.#arrayAtoms, this.#objectPrototype)) return undefined;
    if (!this.#untouched(this.#objectPrototype, this.#objectAtoms, 0)) return undefined;
    const values = words[(array + arrayValuesOffset) >> 2] as number;
    let text = '[';
    for (let i = 0; i < count; i++) {
      const value = this.#value(values + i * 8, depth + 1);
      if (value === undefined) return undefined;
      text += i === 0 ? value : `,${value}`;
    }
    return `${text}]`;
  }

  /** A property's name as the text writes it; `undefined` for an index, a symbol, `toJSON`, and what is not an ordinary property. */
  #key(entry: Pointer): string | undefined {
    const words = this.#words;
    const atom = words[(entry >> 2) + 1] as number;
    if ((words[entry >> 2] as number) >>> flagsShift !== ordinaryFlags || atom <= 0) return undefined;
    const atoms = words[(this.#runtime + atomArrayOffset) >> 2] as number;
    const string = words[(atoms >> 2) + atom] as number;
    if ((words[(string + atomTypeOffset) >> 2] as number) >>> atomTypeShift !== stringAtom) return undefined;
    const known = this.#known[atom & 1023];
    if (known !== undefined && this.#holds(string, known.name)) return known.text;
    return this.#learn(atom, string);
  }

  #holds(string: Pointer, name: string): boolean {
    if (this.#words[(string + 4) >> 2] !== name.length) return false;
    for (let i = 0; i < name.length; i++) if (this.#bytes[string + 16 + i] !== name.charCodeAt(i)) return false;
    return true;
  }

  #learn(atom: number, string: Pointer): string | undefined {
    const header = this.#words[(string + 4) >> 2] as number;
    if (header < 0 || header > 64) return undefined;
    let name = '';
    for (let i = 0; i < header; i++) name += String.fromCharCode(this.#bytes[string + 16 + i] as number);
    if (name === 'toJSON' || startsAsIndex.test(name)) return undefined;
    const text = `${quoted(name)}:`;
    this.#known[atom & 1023] = { name, text };
    return text;
  }

  /** Whether a prototype has the properties that it had at first, whatever their values, and inherits from `next`. */
  #untouched(prototype: Pointer, atoms: readonly number[], next: Pointer): boolean {
    const words = this.#words;
    const shape = words[(prototype + objectShapeOffset) >> 2] as number;
    if (words[(shape + shapeCountOffset) >> 2] !== atoms.length) return false;
    if (words[(shape + shapePrototypeOffset) >> 2] !== next) return false;
    const first = ((shape + shapeEntriesOffset) >> 2) + 1;
    for (let i = 0; i < atoms.length; i++) if (words[first + i * 2] !== atoms[i]) return false;
    return true;
  }

  #atomsOf(prototype: Pointer): number[] {
    const words = this.#words;
    const shape = words[(prototype + objectShapeOffset) >> 2] as number;
    const count = words[(shape + shapeCountOffset) >> 2] as number;
    const first = ((shape + shapeEntriesOffset) >> 2) + 1;
    return Array.from({ length: count }, (_, i) => words[first + i * 2] as number);
  }
}

/** Indices come first among the keys, whichever order they were made in; those beyond 31 bits look like other names. */
const startsAsIndex = /^\d/;

const [quote, brace, comma] = [0x22, 0x7b, 0x2c];
