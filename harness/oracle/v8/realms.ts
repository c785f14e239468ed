import { tameDates } from './date.ts';
import { Realm, type Sources } from './realm.ts';

let spare: Realm | undefined;

/** Lends a realm in which no script has left a trace. */
export function withRealm<Result>(work: (realm: Realm) => Result): Result {
  const realm = spare ?? furnished();
  spare = undefined;
  const before = new Set(Reflect.ownKeys(realm.globals));
  try {
    return work(realm);
  } finally {
    realm.sources = undefined;
    for (const key of Reflect.ownKeys(realm.globals)) if (!before.has(key)) Reflect.deleteProperty(realm.globals, key);
    if (realm.isUntouched()) spare = realm;
  }
}

function furnished(): Realm {
  const realm = new Realm();
  const sources = (): Sources => {
    if (realm.sources === undefined) throw new Error('A script runs though its run is over.');
    return realm.sources;
  };
  tameDates(realm, {
    now: () => sources().now(),
    random: () => sources().random(),
    leaveOut: () => sources().leaveOut(),
  });
  const random = realm.intrinsics.own('random', () => sources().random());
  const math = realm.evaluate('Math') as object;
  Object.defineProperty(math, 'random', { value: random, writable: true, enumerable: false, configurable: true });
  realm.seal();
  return realm;
}
