const network = 'a script has no network; declare an action that makes the request';
const files = 'a script has no file system; declare an action that reads or writes';
const host = 'a script has no host; declare an action that does the work';
const chance =
  'a script has no chance but Math.random(), which is recorded: `Math.random().toString(36).slice(2)` makes an id; for more declare an action';
const bytes = 'for bytes use Uint8Array; for base64 declare an action that converts';
const settings = 'a script has no environment; pass what it needs as `input`';
const addresses = 'use encodeURIComponent() and split(), or declare an action that takes addresses apart';
const timers = 'write `await sleep(ms)`';

/** What to do instead of loading what people load most. Names as they are, and Node's also with `node:` before them. */
const hints: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...named(['axios', 'cross-fetch', 'got', 'isomorphic-fetch', 'ky', 'node-fetch', 'superagent', 'undici'], network),
    ...named(['http', 'http2', 'https', 'net', 'tls', 'dns', 'ws', 'nodemailer', 'googleapis', 'openai'], network),
    ...named(['pg', 'mysql2', 'mongodb', 'redis', 'ioredis', 'sqlite3', 'better-sqlite3', '@prisma/client'], host),
    ...named(['fs', 'fs/promises', 'fs-extra', 'path', 'glob'], files),
    ...named(['child_process', 'cluster', 'os', 'process', 'worker_threads', 'zlib', 'stream'], host),
    ...named(['crypto', 'uuid', 'nanoid', 'crypto-js'], chance),
    ...named(['buffer', 'string_decoder'], bytes),
    ...named(['dotenv', 'dotenv/config'], settings),
    ...named(['url', 'querystring'], addresses),
    ...named(['timers', 'timers/promises'], timers),
  }),
);

/** What to write instead of loading a module; `undefined` for one that nothing is known about. */
export function hintForModule(specifier: string): string | undefined {
  return hints.get(specifier.replace(/^node:/, ''));
}

function named(names: readonly string[], hint: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, hint]));
}
