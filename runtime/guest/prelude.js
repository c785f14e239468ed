/*
 * The guest's side of the bridge. Runs once, while the boot image is made, before any script exists; its result is what the host
 * calls into. It keeps its own copies of every intrinsic that it uses, and never reads a property that a script could have
 * replaced, so that a script which patches built-ins harms only itself. It has no template literals: the engine makes them with
 * `String.prototype.concat`, whatever that is by then.
 *
 * The same memory operations happen whether an outcome comes from an action or from the log: the host always hands over JSON text.
 */
(function boot(hostCall, hostRandom, hostPrint) {
  const global = globalThis;
  const { parse, stringify } = JSON;
  const { apply, getPrototypeOf } = Reflect;
  const { defineProperty, freeze, keys, create, getOwnPropertyDescriptor, setPrototypeOf } = Object;
  const { isArray } = Array;
  const isFiniteNumber = Number.isFinite;
  const objectPrototype = Object.prototype;
  const hasInstance = Function.prototype[Symbol.hasInstance];
  const { includes, slice } = String.prototype;
  const test = RegExp.prototype.test;
  const errorClass = Error;
  const typeErrorClass = TypeError;
  const internalErrorClass = InternalError;
  const syntaxErrorClass = SyntaxError;
  const promiseClass = Promise;
  const text = String;
  const symbolToString = Symbol.prototype.toString;
  const dateNow = Date.now;
  const { imul, min, trunc } = Math;

  /** An array that no patched prototype can see: index reads and writes touch nothing but itself. */
  const bareArray = () => setPrototypeOf([], null);
  const isInstance = (value, kind) => apply(hasInstance, kind, [value]);
  const errorIsError = Error.isError;
  const isError = (value) => apply(errorIsError, errorClass, [value]);

  // Descriptors without a prototype: `Object.prototype.get` may be anybody's.
  const hidden = (value) => ({ __proto__: null, value, writable: true, enumerable: false, configurable: true });
  const visible = (value) => ({ __proto__: null, value, writable: true, enumerable: true, configurable: true });

  // What could differ between two attempts is not there.
  for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) delete global[name];
  defineProperty(Math, 'random', {
    value: { random: () => (seeded ? nextSeeded() : hostRandom()) }.random,
    writable: true,
    enumerable: false,
    configurable: true,
  });

  // Where randomness is seeded, the generator lives here: its state is part of the memory, so that images, snapshots and digests
  // have it without being told. It is xoshiro128** 1.1 (David Blackman and Sebastiano Vigna, "Scrambled Linear Pseudorandom Number
  // Generators", ACM TOMS 47, 2021); two of its outputs make a number of 53 bits.
  let seeded = false;
  let [s0, s1, s2, s3] = [0, 0, 0, 0];

  function seed(words) {
    if (words === null) return;
    seeded = true;
    s0 = words[0];
    s1 = words[1];
    s2 = words[2];
    s3 = words[3];
  }

  function nextWord() {
    const scrambled = imul(s1, 5);
    const word = imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    return word;
  }

  const nextSeeded = () => ((nextWord() >>> 5) * 67_108_864 + (nextWord() >>> 6)) / 9_007_199_254_740_992;

  // ---------------------------------------------------------------- values

  const opaque = [Map, Set, WeakMap, WeakSet, Promise, RegExp, ArrayBuffer, DataView, Error, Iterator];
  const opaqueNames = [
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'Promise',
    'RegExp',
    'ArrayBuffer',
    'DataView',
    'Error',
    'Iterator',
  ];

  const nounOf = (value) => (value === undefined ? 'undefined' : 'a ' + typeof value);

  /** What JSON would lose about a value, or `undefined`. `leftOut`: it is a property that JSON may leave out. */
  function loss(value, leftOut) {
    switch (typeof value) {
      case 'number':
        return isFiniteNumber(value) ? undefined : text(value);
      case 'bigint':
        return 'a BigInt';
      case 'object':
        return value === null || keys(value).length !== 0 ? undefined : lossOfEmpty(value);
      case 'undefined':
      case 'function':
      case 'symbol':
        return leftOut ? undefined : nounOf(value);
      default:
        return undefined;
    }
  }

  function lossOfEmpty(value) {
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === null || isArray(value)) return undefined;
    for (let i = 0; i < opaque.length; i++) if (isInstance(value, opaque[i])) return 'a ' + opaqueNames[i];
    return undefined;
  }

  const identifier = /^[A-Za-z_$][\w$]*$/;
  identifier.exec = RegExp.prototype.exec; // `test` asks the object itself for `exec`
  const step = (key, inArray) => {
    if (inArray) return '[' + key + ']';
    return apply(test, identifier, [key]) ? '.' + key : '[' + stringify(key) + ']';
  };

  /**
   * Stringifies with every value looked at, and throws a TypeError that names the path of the first one that JSON would lose.
   * `holders` are the objects being written, outermost first (the first is stringify's own wrapper); `steps[n]` leads into `holders[n]`.
   */
  function checkedText(value, root) {
    const holders = bareArray();
    const steps = bareArray();
    let depth = 0;
    const refuse = (holder, key, what) => {
      let path = root;
      for (let i = 1; i < depth; i++) path += steps[i];
      if (depth > 1) path += step(key, isArray(holder));
      throw new typeErrorClass(path + ' is ' + what + ', which JSON cannot carry');
    };
    const enter = (holder, key, item) => {
      for (let i = 1; i < depth; i++) if (holders[i] === item) refuse(holder, key, 'an object that contains it');
      steps[depth] = depth === 1 ? '' : step(key, isArray(holder));
      holders[depth++] = item;
    };
    return stringify(value, function (key, item) {
      if (depth === 0) holders[depth++] = this;
      while (holders[depth - 1] !== this) depth--;
      const what = loss(item, depth > 1 && !isArray(this));
      if (what !== undefined) refuse(this, key, what);
      if (typeof item === 'object' && item !== null) enter(this, key, item);
      return item;
    });
  }

  /** JSON text of a value, which could be hiding something. */
  function plainText(value, root) {
    let out;
    try {
      out = stringify(value);
    } catch (error) {
      // What is nested too deeply for the engine is so for the check as well, which takes much longer to find out.
      if (!isInstance(error, internalErrorClass)) checkedText(value, root);
      throw error;
    }
    if (out === undefined) throw new typeErrorClass(root + ' is ' + nounOf(value) + ', which JSON cannot carry');
    return out;
  }

  function strictText(value, root) {
    if (value === undefined) return 'null';
    const out = plainText(value, root);
    return apply(includes, out, ['null']) || apply(includes, out, ['{}']) ? checkedText(value, root) : out;
  }

  // ---------------------------------------------------------------- calls

  // A slot holds the two functions that settle a call's promise. Free slots form a list through `resolvers`.
  const resolvers = bareArray();
  const rejecters = bareArray();
  let slotCount = 0;
  let freeSlot = -1;
  let nextSlot = 0;
  const keepSettlers = (resolve, reject) => {
    resolvers[nextSlot] = resolve;
    rejecters[nextSlot] = reject;
  };

  // The hot path. What is small is written out here, since a call costs the engine a tenth of a microsecond.
  function makeAction(index, label) {
    const root = 'actions.' + label + ': $';
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: see above.
    const action = (input, extra) => {
      if (extra !== undefined) throw new typeErrorClass('actions.' + label + ' takes one argument, or none');
      let slot = freeSlot === -1 ? slotCount : freeSlot;
      // The host reads what is plain from the memory. Where it cannot, it asks for text, which is made with every value looked at
      // (`~index`), and throws where the input is no JSON before a position is reserved. Making it runs code of the script, which
      // may make calls of its own: a slot is chosen when there is a text.
      if (hostCall(index, slot, input) !== undefined) {
        const inputText = strictText(input, root);
        slot = freeSlot === -1 ? slotCount : freeSlot;
        hostCall(~index, slot, inputText);
      }
      if (freeSlot === -1) slotCount++;
      else freeSlot = resolvers[slot];
      nextSlot = slot;
      return new promiseClass(keepSettlers);
    };
    return defineProperty(action, 'name', hidden(label));
  }

  function deliver(slot, responseText) {
    const resolve = resolvers[slot];
    const reject = rejecters[slot];
    resolvers[slot] = freeSlot;
    rejecters[slot] = undefined;
    freeSlot = slot;
    let value;
    try {
      value = parse(responseText);
    } catch (error) {
      reject(error);
      return;
    }
    resolve(value);
  }

  /** `frame` is what the error's stack says after `at actions.`: whose failure it is. */
  function deliverFailure(slot, failureText, frame) {
    const reject = rejecters[slot];
    resolvers[slot] = freeSlot;
    rejecters[slot] = undefined;
    freeSlot = slot;
    // What the failure does not have, `Object.prototype` must not lend it.
    reject(failureError(setPrototypeOf(parse(failureText), null), frame));
  }

  function failureError(failure, frame) {
    const error = new errorClass(failure.message);
    const own = (key, value) => defineProperty(error, key, hidden(value));
    own('name', failure.name);
    if (failure.code !== undefined) own('code', failure.code);
    if (failure.data !== undefined) own('data', failure.data);
    own('stack', '    at actions.' + frame + '\n');
    return error;
  }

  function makeActions(names) {
    sleepAction = names.length;
    const root = create(null);
    for (let i = 0; i < names.length; i++) placeAction(root, names[i], i);
    return freezeTree(root);
  }

  function placeAction(root, path, index) {
    let holder = root;
    for (let i = 0; i < path.length - 1; i++) holder = holder[path[i]] ??= create(null);
    let label = path[0];
    for (let i = 1; i < path.length; i++) label += '.' + path[i];
    holder[path[path.length - 1]] = freeze(makeAction(index, label));
  }

  function freezeTree(node) {
    const names = keys(node);
    for (let i = 0; i < names.length; i++) if (typeof node[names[i]] === 'object') freezeTree(node[names[i]]);
    return freeze(node);
  }

  // ---------------------------------------------------------------- time

  /** The host's number for sleeps: one more than the last action's. */
  let sleepAction = 0;

  /** Reserves the position of a sleep. Whatever is put into the slot's two places is told when it is over. */
  function reserveSleep(ms) {
    const until = dateNow() + ms;
    const slot = freeSlot === -1 ? slotCount : freeSlot;
    hostCall(~sleepAction, slot, '{"until":' + until + '}');
    if (freeSlot === -1) slotCount++;
    else freeSlot = resolvers[slot];
    return slot;
  }

  function startSleep(ms) {
    if (typeof ms !== 'number' || !isFiniteNumber(ms) || ms < 0) {
      throw new typeErrorClass(
        'sleep takes a number of milliseconds from 0, not ' + (typeof ms === 'number' ? text(ms) : nounOf(ms)),
      );
    }
    const slot = reserveSleep(ms);
    return new promiseClass((resolve, reject) => {
      resolvers[slot] = resolve;
      rejecters[slot] = reject;
    });
  }

  /** The furthest time that a Date can hold: a longer delay is as long as this. */
  const delayMax = 8_640_000_000_000_000;
  const timers = new Set();
  const setAdd = Set.prototype.add;
  const setDelete = Set.prototype.delete;
  let lastTimer = 0;

  /** What a host's `setTimeout` makes of a delay: whole milliseconds, and 0 where it is none. */
  function delayOf(delay) {
    const ms = trunc(+delay);
    return ms > 0 ? min(ms, delayMax) : 0;
  }

  function startTimer(callback, delay, args) {
    if (typeof callback !== 'function') {
      throw new typeErrorClass('setTimeout takes a function to call, not ' + nounOf(callback));
    }
    const slot = reserveSleep(delayOf(delay));
    const id = ++lastTimer;
    apply(setAdd, timers, [id]);
    resolvers[slot] = () => fire(id, callback, args);
    rejecters[slot] = (error) => {
      if (apply(setDelete, timers, [id])) reportUncaught(error);
    };
    return id;
  }

  /** The timer's sleep is over. Nothing waits for the callback, so that what it throws is shown rather than lost. */
  function fire(id, callback, args) {
    if (!apply(setDelete, timers, [id])) return;
    try {
      apply(callback, undefined, args);
    } catch (error) {
      reportUncaught(error);
    }
  }

  const reportUncaught = (error) => print(3, 'Uncaught in setTimeout: ' + inspect(error));

  /** The timer's sleep goes on; when it is over, nothing happens. */
  function clearTimer(id) {
    apply(setDelete, timers, [typeof id === 'string' ? +id : id]);
  }

  // ---------------------------------------------------------------- a run

  const plainGlobal = (name, value) => defineProperty(global, name, hidden(value));

  /** Puts in place what all runs of a script share. */
  function install(actionsText) {
    plainGlobal('actions', makeActions(parse(actionsText)));
  }

  /** Puts the run's own globals in place and calls the script once. Returns the promise of its value. */
  function begin(main, inputText, dataText, seedText) {
    seed(parse(seedText));
    plainGlobal('input', parse(inputText));
    plainGlobal('data', parse(dataText));
    return main();
  }

  const readData = () => strictText(global.data, 'data');

  /** The same for a host that only looks. What it throws is a string, which the host can read without running code of the script. */
  function lookAtData() {
    try {
      return readData();
    } catch (error) {
      throw readString(error, 'message') ?? inspect(error);
    }
  }

  /**
   * Converts what the script ended with. Three lines: `value` or `error`, its JSON text, and the text of `data`
   * (empty where that cannot be read and the script failed anyway).
   */
  function conclude(fulfilled, result) {
    let kind = fulfilled ? 'value' : 'error';
    let resultText;
    let dataText = '';
    try {
      resultText = fulfilled ? strictText(result, '$') : errorText(result);
    } catch (error) {
      kind = 'error';
      resultText = errorText(error);
    }
    try {
      dataText = readData();
    } catch (error) {
      if (kind === 'value') resultText = errorText(error);
      kind = 'error';
    }
    return kind + '\n' + resultText + '\n' + dataText;
  }

  const read = (object, key) => {
    try {
      return object[key];
    } catch {
      return undefined;
    }
  };
  const readString = (object, key) => {
    const value = read(object, key);
    return typeof value === 'string' ? value : undefined;
  };

  function errorText(error) {
    try {
      return stringify(errorData(error, 0));
    } catch {
      return '{"name":"Error","message":"the script threw something that cannot be described"}';
    }
  }

  function errorData(error, depth) {
    const out = create(null);
    if (
      typeof error !== 'object' ||
      error === null ||
      !(isError(error) || typeof read(error, 'message') === 'string')
    ) {
      return nonErrorData(out, error);
    }
    out.name = readString(error, 'name') ?? 'Error';
    out.message = readString(error, 'message') ?? '';
    out.code = readString(error, 'code');
    out.stack = readString(error, 'stack');
    // The engine's parsers throw a SyntaxError where its stack ends, everything else an InternalError.
    out.engine = isInstance(error, internalErrorClass) || isInstance(error, syntaxErrorClass) ? true : undefined;
    const data = read(error, 'data');
    if (data !== undefined) out.data = jsonOrUndefined(data);
    const cause = read(error, 'cause');
    if (cause !== undefined && depth < 8) out.cause = errorData(cause, depth + 1);
    return out;
  }

  function nonErrorData(out, value) {
    out.name = 'NonError';
    out.message = inspect(value);
    out.data = jsonOrUndefined(value);
    return out;
  }

  function jsonOrUndefined(value) {
    try {
      return parse(strictText(value, '$'));
    } catch {
      return undefined;
    }
  }

  /** The stack at the place where the host asks, for finding a call in the author's source. Never on the hot path. */
  const where = () => new errorClass().stack;

  // ---------------------------------------------------------------- console

  const mapEntries = Map.prototype.entries;
  const setValues = Set.prototype.values;
  const mapNext = getPrototypeOf(new Map().entries()).next;
  const setNext = getPrototypeOf(new Set().values()).next;
  const dateToISOString = Date.prototype.toISOString;
  const regExpToString = RegExp.prototype.toString;
  const [mapClass, setClass, dateClass, regExpClass] = [Map, Set, Date, RegExp];
  const depthMax = 4;
  const itemsMax = 100;

  /** A value as a line of the console shows it: readable, bounded, and without running getters. */
  function inspect(value) {
    try {
      return typeof value === 'string' ? value : show(value, 0, bareArray());
    } catch {
      return '[unreadable]';
    }
  }

  function show(value, depth, above) {
    switch (typeof value) {
      case 'string':
        return stringify(value);
      case 'bigint':
        return text(value) + 'n';
      case 'symbol':
        return apply(symbolToString, value, []);
      case 'number':
        return value === 0 && 1 / value < 0 ? '-0' : text(value);
      case 'function':
        return '[function ' + (readString(value, 'name') || '(anonymous)') + ']';
      case 'object':
        return value === null ? 'null' : showObject(value, depth, above);
      default:
        return text(value);
    }
  }

  function showObject(value, depth, above) {
    for (let i = 0; i < depth; i++) if (above[i] === value) return '[circular]';
    const short = showWhole(value);
    if (short !== undefined) return short;
    if (depth >= depthMax) return isArray(value) ? '[…]' : '{…}';
    above[depth] = value;
    return showParts(value, depth, above);
  }

  /** Objects that are shown in one piece. */
  function showWhole(value) {
    if (isError(value)) return (readString(value, 'name') ?? 'Error') + ': ' + (readString(value, 'message') ?? '');
    if (isInstance(value, dateClass)) return apply(dateToISOString, value, []);
    if (isInstance(value, regExpClass)) return apply(regExpToString, value, []);
    return isInstance(value, promiseClass) ? '[promise]' : undefined;
  }

  function showParts(value, depth, above) {
    if (isArray(value)) return showArray(value, depth, above);
    if (isInstance(value, mapClass)) {
      return 'Map ' + showIterated(apply(mapEntries, value, []), mapNext, depth, above, true);
    }
    if (isInstance(value, setClass)) {
      return 'Set ' + showIterated(apply(setValues, value, []), setNext, depth, above, false);
    }
    return showFields(value, depth, above);
  }

  function list(parts, count, total, open, close) {
    let out = open;
    for (let i = 0; i < count; i++) out += (i === 0 ? ' ' : ', ') + parts[i];
    if (total > count) out += ', … ' + (total - count) + ' more';
    return count === 0 ? open + close : out + ' ' + close;
  }

  function showArray(value, depth, above) {
    const parts = bareArray();
    const total = value.length;
    let count = 0;
    for (; count < total && count < itemsMax; count++) parts[count] = showField(value, count, depth, above);
    return list(parts, count, total, '[', ']');
  }

  function showField(value, key, depth, above) {
    const property = getOwnPropertyDescriptor(value, key);
    if (property === undefined) return 'empty';
    setPrototypeOf(property, null);
    if (property.get !== undefined || property.set !== undefined) return '[getter]';
    return show(property.value, depth + 1, above);
  }

  function showFields(value, depth, above) {
    const parts = bareArray();
    const names = keys(value);
    let count = 0;
    for (; count < names.length && count < itemsMax; count++) {
      const name = apply(test, identifier, [names[count]]) ? names[count] : stringify(names[count]);
      parts[count] = name + ': ' + showField(value, names[count], depth, above);
    }
    return list(parts, count, names.length, '{', '}');
  }

  function showIterated(iterator, next, depth, above, paired) {
    const parts = bareArray();
    let count = 0;
    for (let item = apply(next, iterator, []); !item.done && count < itemsMax; item = apply(next, iterator, [])) {
      parts[count++] = paired
        ? show(item.value[0], depth + 1, above) + ' => ' + show(item.value[1], depth + 1, above)
        : show(item.value, depth + 1, above);
    }
    return list(parts, count, count, '{', '}');
  }

  /** In one piece: the engine gives its host long concatenations only as C strings, which end at the first NUL. */
  const print = (level, line) => hostPrint(level, apply(slice, line, [0]));

  const levels = ['log', 'info', 'warn', 'error', 'debug'];
  const consoleObject = {};
  for (let level = 0; level < levels.length; level++) {
    consoleObject[levels[level]] = {
      [levels[level]]: (...values) => {
        let line = '';
        for (let i = 0; i < values.length; i++) line += (i === 0 ? '' : ' ') + inspect(values[i]);
        print(level, line);
      },
    }[levels[level]];
  }
  plainGlobal('console', consoleObject);

  // ---------------------------------------------------------------- structuredClone

  const typedArrayTag = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array).prototype, Symbol.toStringTag).get;
  const typedClasses = create(null);
  for (const kind of [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    BigInt64Array,
    BigUint64Array,
    Float16Array,
    Float32Array,
    Float64Array,
  ]) {
    typedClasses[kind.name] = kind;
  }
  const errorClasses = create(null);
  for (const kind of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
    errorClasses[kind.name] = kind;
  }
  const dateValue = Date.prototype.getTime;
  const regExpSource = getOwnPropertyDescriptor(RegExp.prototype, 'source').get;
  const regExpFlags = getOwnPropertyDescriptor(RegExp.prototype, 'flags').get;
  const bufferSlice = ArrayBuffer.prototype.slice;
  const mapGet = Map.prototype.get;
  const mapSet = Map.prototype.set;
  const mapHas = Map.prototype.has;
  const arrayClass = Array;

  /** Kinds of objects that can be cloned: how an empty copy is made. What is in it is filled in afterwards, for cycles' sake. */
  const cloneable = [
    [Date, (value) => new dateClass(apply(dateValue, value, []))],
    [RegExp, (value) => new regExpClass(apply(regExpSource, value, []), apply(regExpFlags, value, []))],
    [Map, () => new mapClass()],
    [Set, () => new setClass()],
    [ArrayBuffer, (value) => apply(bufferSlice, value, [0])],
    [getPrototypeOf(Uint8Array), (value) => new typedClasses[apply(typedArrayTag, value, [])](value)],
    [Error, (value) => new (errorClasses[readString(value, 'name')] ?? errorClass)(readString(value, 'message') ?? '')],
  ];
  const notCloneable = [Promise, WeakMap, WeakSet, Iterator, DataView];
  setPrototypeOf(cloneable, null);
  setPrototypeOf(notCloneable, null);

  function refuseClone(what) {
    const error = new errorClass(what + ' could not be cloned');
    throw defineProperty(error, 'name', hidden('DataCloneError'));
  }

  function clone(value, seen) {
    if (typeof value === 'function' || typeof value === 'symbol') refuseClone(nounOf(value));
    if (typeof value !== 'object' || value === null) return value;
    if (apply(mapHas, seen, [value])) return apply(mapGet, seen, [value]);
    const copy = emptyCopy(value);
    apply(mapSet, seen, [value, copy]);
    fillCopy(copy, value, seen);
    return copy;
  }

  function emptyCopy(value) {
    if (isArray(value)) return new arrayClass(value.length);
    for (let i = 0; i < cloneable.length; i++) if (isInstance(value, cloneable[i][0])) return cloneable[i][1](value);
    for (let i = 0; i < notCloneable.length; i++)
      if (isInstance(value, notCloneable[i])) refuseClone('an object of this kind');
    return {};
  }

  function fillCopy(copy, value, seen) {
    if (isInstance(value, mapClass)) fillMap(copy, value, seen);
    else if (isInstance(value, setClass)) fillSet(copy, value, seen);
    else if (isError(value)) fillError(copy, value, seen);
    else if (isArray(copy) || getPrototypeOf(copy) === objectPrototype) fillFields(copy, value, seen);
  }

  function fillMap(copy, value, seen) {
    const iterator = apply(mapEntries, value, []);
    for (let item = apply(mapNext, iterator, []); !item.done; item = apply(mapNext, iterator, [])) {
      apply(mapSet, copy, [clone(item.value[0], seen), clone(item.value[1], seen)]);
    }
  }

  function fillSet(copy, value, seen) {
    const iterator = apply(setValues, value, []);
    for (let item = apply(setNext, iterator, []); !item.done; item = apply(setNext, iterator, [])) {
      apply(setAdd, copy, [clone(item.value, seen)]);
    }
  }

  function fillError(copy, value, seen) {
    copyField(copy, value, 'stack', seen);
    copyField(copy, value, 'cause', seen);
  }

  function copyField(copy, value, key, seen) {
    const field = getOwnPropertyDescriptor(value, key);
    if (field === undefined || setPrototypeOf(field, null).get !== undefined) return;
    defineProperty(copy, key, hidden(clone(field.value, seen)));
  }

  function fillFields(copy, value, seen) {
    const names = keys(value);
    for (let i = 0; i < names.length; i++) {
      defineProperty(copy, names[i], visible(clone(value[names[i]], seen)));
    }
  }

  plainGlobal('sleep', { sleep: (ms) => startSleep(ms) }.sleep);
  plainGlobal(
    'setTimeout',
    {
      setTimeout: (callback, delay, ...args) => startTimer(callback, delay, args),
    }.setTimeout,
  );
  plainGlobal('clearTimeout', { clearTimeout: (id) => clearTimer(id) }.clearTimeout);
  plainGlobal('structuredClone', { structuredClone: (value) => clone(value, new mapClass()) }.structuredClone);

  return [install, begin, deliver, deliverFailure, conclude, lookAtData, where, objectPrototype, Array.prototype];
});
