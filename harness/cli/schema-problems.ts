import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** For tests: what one of the published schemas has against a value; nothing where it is one. */
export function problemsWith(schema: string): (value: unknown) => string[] {
  const text = readFileSync(new URL(`../report/${schema}`, import.meta.url), 'utf8');
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(text));
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  };
}
