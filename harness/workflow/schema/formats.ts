import type { Dice } from '../random.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Draw, oneOf, weighted } from './weighted.ts';

/** A format's strings: some that programs trip over, and more of them. */
interface Format {
  readonly examples: readonly string[];
  readonly more?: Draw<string>;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const hex = '0123456789abcdef';
const alphanumeric = lower + lower.toUpperCase() + digits;

function text(dice: Dice, alphabet: string, length: number): string {
  let made = '';
  for (let i = 0; i < length; i++) made += alphabet[dice.below(alphabet.length)];
  return made;
}

const word: Draw<string> = (dice) => text(dice, lower, 1 + dice.below(8));
const upTo = (dice: Dice, max: number) => String(dice.below(max + 1));
const ofLength =
  (alphabet: string, length: number): Draw<string> =>
  (dice) =>
    text(dice, alphabet, length);

/** Leap days, the hours that summer time leaves out or repeats, and where counters of seconds begin, turn over and end. */
const instants = [
  '2024-02-29T23:59:59Z',
  '2000-02-29T00:00:00Z',
  '2024-03-31T01:00:00Z',
  '2024-03-31T00:59:59.999Z',
  '2024-10-27T01:00:00Z',
  '2024-03-10T10:00:00Z',
  '2024-11-03T09:30:00Z',
  '1970-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2038-01-19T03:14:07Z',
  '2038-01-19T03:14:08Z',
  '2023-12-31T23:59:59.999Z',
  '2024-12-30T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '1900-03-01T00:00:00Z',
  '2024-03-31T02:30:00+02:00',
];
const day = 86_400_000;
const lastDay = 47_482; // 2100-01-01

function instant(dice: Dice): string {
  const ms = dice.below(lastDay) * day + (dice.chance(30) ? 0 : dice.below(day));
  const iso = new Date(ms).toISOString();
  return dice.chance(30) ? iso.replace(/\.\d{3}/, '') : iso;
}

const uuid: Draw<string> = (dice) => {
  const at = (length: number) => text(dice, hex, length);
  return `${at(8)}-${at(4)}-4${at(3)}-${'89ab'[dice.below(4)]}${at(3)}-${at(12)}`;
};
const domain: Draw<string> = (dice) => `${word(dice)}.${dice.pick(['com', 'org', 'example', 'co.uk', 'io'])}`;
const ipv4: Draw<string> = (dice) => [255, 255, 255, 255].map((max) => upTo(dice, max)).join('.');
const ipv6: Draw<string> = (dice) => Array.from({ length: 8 }, () => text(dice, hex, 4)).join(':');
const path: Draw<string> = (dice) => Array.from({ length: dice.below(3) }, () => `/${word(dice)}`).join('');
const base64: Draw<string> = (dice) => text(dice, alphanumeric, 4 * dice.below(6)) + dice.pick(['', 'YQ==', 'YWI=']);

const formats: Readonly<Record<string, Format>> = {
  email: {
    examples: ['a@example.com', 'b.c+d@mail.example.org', "o'hara@example.com", `${'a'.repeat(64)}@example.com`],
    more: (dice) => `${word(dice)}${dice.pick(['', '.b', '+tag', '_1'])}@${domain(dice)}`,
  },
  'idn-email': { examples: ['é@example.com', 'a@example.com'] },
  uuid: {
    examples: [1, 2, 3].map((last) => `00000000-0000-4000-8000-00000000000${last}`),
    more: uuid,
  },
  uri: {
    examples: [
      'https://example.com/',
      'http://localhost:8080/a?b=c#d',
      'https://user:secret@example.com/%20?q=%26',
      `https://example.com/${'a'.repeat(300)}`,
      'mailto:a@example.com',
    ],
    more: (dice) =>
      `${dice.pick(['https', 'http'])}://${domain(dice)}${path(dice)}${dice.pick(['', '/', '?a=1', '#b'])}`,
  },
  'uri-reference': { examples: ['/a/b?c=d', '#e', '../f', 'https://example.com/'] },
  'date-time': { examples: instants, more: instant },
  date: {
    examples: [...new Set(instants.map((at) => at.slice(0, 10)))],
    more: (dice) => instant(dice).slice(0, 10),
  },
  time: {
    examples: ['00:00:00Z', '23:59:59Z', '12:30:00.5+02:00', '00:00:00', '23:59:59'],
    more: (dice) => `${instant(dice).slice(11, 19)}${dice.pick(['Z', 'Z', '', '-05:00'])}`,
  },
  duration: { examples: ['P1D', 'PT1H', 'P1Y2M3DT4H5M6S', 'P1W', 'PT0S', 'P30D'] },
  ipv4: { examples: ['127.0.0.1', '0.0.0.0', '255.255.255.255', '10.0.0.255', '169.254.169.254'], more: ipv4 },
  ipv6: { examples: ['::1', '::', '2001:db8::1', '::ffff:10.0.0.1'], more: ipv6 },
  cidrv4: { examples: ['10.0.0.0/8', '0.0.0.0/0', '192.168.1.1/32'] },
  cidrv6: { examples: ['2001:db8::/32', '::/0'] },
  hostname: { examples: ['localhost', 'example.com', 'xn--bcher-kva.example', 'a.b.c.d.e'], more: domain },
  'json-pointer': { examples: ['', '/a', '/a~1b/0', '/m~0n'] },
  regex: { examples: ['', '^a$', '[a-z]+', '.*'] },
  base64: { examples: ['', 'YQ==', 'YWI=', 'YWJj', '+/+/'], more: base64 },
  base64url: { examples: ['', 'YQ', 'YWI', 'YWJj', '-_-_'] },
  jwt: { examples: ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'] },
  nanoid: { examples: ['V1StGXR8_Z5jdHi6B-myT'], more: ofLength(alphanumeric, 21) },
  ulid: {
    examples: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    more: (dice) => `0${ofLength('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 25)(dice)}`,
  },
  cuid: { examples: ['cjld2cjxh0000qzrmn831i7rn'], more: (dice) => `c${text(dice, lower + digits, 24)}` },
  cuid2: { examples: ['tz4a98xxat96iws9zmbrgj3a'], more: ofLength(lower, 24) },
  e164: { examples: ['+14155552671', '+4915112345678'], more: (dice) => `+1${text(dice, digits, 10)}` },
  emoji: { examples: ['🙂', '👩‍👩‍👧', '🇩🇪'] },
};

const aliases: Readonly<Record<string, string>> = {
  url: 'uri',
  iri: 'uri',
  'iri-reference': 'uri-reference',
  datetime: 'date-time',
  guid: 'uuid',
  'idn-hostname': 'hostname',
};

/** Examples of every format: where a pattern is all that is known, one of them may match it. */
export const examplesOfFormats: readonly string[] = Object.values(formats).flatMap(({ examples }) => examples);

/** Strings of the schema's format that `fits` lets through; `undefined` for a format that is not known here. */
export function formatted(schema: JsonSchema, fits: (text: string) => boolean): Draw<string> | undefined {
  const name = String(schema.format);
  const known = formats[aliases[name] ?? name];
  if (known === undefined) return undefined;
  const limited = (text: string) => fits(text) && withinLimits(schema, text);
  const examples = known.examples.filter(limited);
  const first = examples[0] ?? limitOf(schema);
  const { more } = known;
  if (first === undefined && more === undefined) return undefined;
  return weighted([
    [3, oneOf(examples)],
    [1, oneOf([schema.formatMinimum, schema.formatMaximum].filter((limit) => typeof limit === 'string'))],
    [1, more === undefined ? undefined : (dice) => until(limited, more, dice) ?? first ?? more(dice)],
  ]);
}

/** Tries until a text fits: a few times, since whoever asked checks in the end. */
function until(fits: (text: string) => boolean, draw: Draw<string>, dice: Dice): string | undefined {
  for (let tries = 0; tries < 8; tries++) {
    const made = draw(dice);
    if (fits(made)) return made;
  }
  return undefined;
}

function limitOf({ formatMinimum, formatMaximum }: JsonSchema): string | undefined {
  const limit = formatMinimum ?? formatMaximum;
  return typeof limit === 'string' ? limit : undefined;
}

/** The bounds of dates and times, as ajv and converters write them. */
function withinLimits({ formatMinimum, formatMaximum }: JsonSchema, text: string): boolean {
  if (formatMinimum === undefined && formatMaximum === undefined) return true;
  const value = comparable(text);
  return !(value < comparable(formatMinimum ?? text) || value > comparable(formatMaximum ?? text));
}

function comparable(text: unknown): number | string {
  const time = Date.parse(String(text));
  return Number.isNaN(time) ? String(text) : time;
}
