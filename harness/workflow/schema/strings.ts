import fc from 'fast-check';
import { type JsonSchema, notConvertible } from './json-schema.ts';
import type { Literals } from './literals.ts';

/** A pool of few strings: cases in which two things have the same name find what unique names never do. */
const familiar = ['a', 'b', 'c', 'x1', 'id-1'];

/** Strings that programs trip over. None is a lone surrogate: most stores refuse those, and a finding about them is noise. */
const hostile = ['', ' ', '0', 'null', '__proto__', 'constructor', "'; --", 'é', '日本', '🙂', 'a\nb', 'a'.repeat(200)];

interface Format {
  readonly examples: readonly string[];
  /** More of them; absent where the examples are enough. */
  readonly arbitrary?: () => fc.Arbitrary<string>;
}

const instants = { min: new Date('1970-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true };
const isoDates = () => fc.date(instants).map((date) => date.toISOString());

const formats: Readonly<Record<string, Format>> = {
  email: { examples: ['a@example.com', 'b.c+d@mail.example.org'], arbitrary: () => fc.emailAddress() },
  uuid: {
    examples: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
    arbitrary: () => fc.uuid({ version: 4 }),
  },
  uri: {
    examples: ['https://example.com/', 'http://localhost:8080/a?b=c#d'],
    arbitrary: () => fc.webPath({ size: 'xsmall' }).map((path) => `https://example.org${path}`),
  },
  'date-time': {
    examples: ['2024-02-29T23:59:59Z', '2024-03-31T01:30:00.000Z', '1970-01-01T00:00:00Z'],
    arbitrary: isoDates,
  },
  date: {
    examples: ['2024-02-29', '2024-12-31', '1970-01-01'],
    arbitrary: () => isoDates().map((t) => t.slice(0, 10)),
  },
  time: { examples: ['00:00:00', '23:59:59'], arbitrary: () => isoDates().map((t) => t.slice(11, 19)) },
  duration: { examples: ['P1D', 'PT1H', 'P1Y2M3DT4H5M6S'] },
  ipv4: { examples: ['127.0.0.1', '10.0.0.255'], arbitrary: () => fc.ipV4() },
  ipv6: { examples: ['::1', '2001:db8::1'], arbitrary: () => fc.ipV6() },
  hostname: { examples: ['localhost', 'example.com'], arbitrary: () => fc.domain() },
};
const aliases: Readonly<Record<string, string>> = {
  url: 'uri',
  datetime: 'date-time',
  'idn-email': 'email',
  iri: 'uri',
};

function formatOf(schema: JsonSchema): Format | undefined {
  const name = schema.format;
  return typeof name === 'string' ? formats[aliases[name] ?? name] : undefined;
}

/** Strings of the schema's pattern, of its format, or of its lengths. The caller filters by the schema itself. */
export function strings(schema: JsonSchema, label: string, literals: Literals): fc.Arbitrary<string> {
  const format = formatOf(schema);
  const pattern = schema.pattern;
  if (format !== undefined) return formatted(format);
  return typeof pattern === 'string' ? matching(pattern, label) : sized(schema, literals.strings);
}

function formatted(format: Format): fc.Arbitrary<string> {
  const examples = fc.constantFrom(...format.examples);
  if (format.arbitrary === undefined) return examples;
  return fc.oneof({ weight: 3, arbitrary: examples }, { weight: 1, arbitrary: format.arbitrary() });
}

function matching(pattern: string, label: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch (error) {
    throw notConvertible(label, `strings of the pattern /${pattern}/ cannot be made up (${(error as Error).message})`);
  }
}

function sized(schema: JsonSchema, mentioned: readonly string[]): fc.Arbitrary<string> {
  const minLength = Number(schema.minLength ?? 0);
  const stated = schema.maxLength === undefined ? undefined : Number(schema.maxLength);
  const maxLength = stated ?? minLength + 12;
  const fits = (text: string) => text.length >= minLength && text.length <= (stated ?? Infinity);
  const known = familiar.filter(fits);
  const odd = hostile.filter(fits);
  const short = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 12) });
  const edge = fc.constantFrom(...edges(minLength, stated));
  const literal = mentioned.filter(fits);
  return fc.oneof(
    { weight: 5, arbitrary: known.length > 0 ? fc.constantFrom(...known) : edge },
    { weight: 2, arbitrary: short },
    { weight: 2, arbitrary: odd.length > 0 ? fc.constantFrom(...odd) : edge },
    { weight: 1, arbitrary: edge },
    ...(literal.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...literal) }] : []),
  );
}

function edges(minLength: number, maxLength: number | undefined): string[] {
  return [minLength, Math.min(maxLength ?? minLength, 2_000)].map((length) => 'a'.repeat(length));
}
