// The generated JSON Schemas: valid, because cold starts do not check them, and compilable without closures.
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { describe, expect, it } from 'vitest';
import { jsonSchemasOf } from '../../../lib/write/input/index.ts';
import { component, media, morph, relation, repeatable, scalar, schemaOf, type, zone } from './model.ts';

const scalars = ['string', 'text', 'richtext', 'blocks', 'email', 'password', 'uid', 'integer', 'biginteger'] as const;
const others = ['float', 'decimal', 'date', 'time', 'datetime', 'timestamp', 'boolean', 'json'] as const;
const everything = type('api::everything.everything', {
  ...Object.fromEntries([...scalars, ...others].map((name) => [name, scalar(name, { required: true, minLength: 1 })])),
  enumeration: scalar('enumeration', { enum: ['a'], required: true }),
  component: component('deep.outer'),
  repeatable: repeatable('shared.quote', { min: 1, max: 2 }),
  zone: zone(['shared.quote', 'deep.outer'], { required: true, min: 1 }),
  relation: relation(true, { min: 1 }),
  media: media(false),
  morph: morph(true),
});
const schema = schemaOf(everything);

describe.each(['draft', 'published', 'version'] as const)('the documents of a %s', (rules) => {
  const documents = jsonSchemasOf(schema, everything, rules);

  it('are JSON and valid JSON Schema in strict mode', () => {
    expect(JSON.parse(JSON.stringify(documents))).toEqual(documents);
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
    ajv.addVocabulary(['faults']);
    for (const document of documents) expect([ajv.validateSchema(document), ajv.errors]).toEqual([true, null]);
  });

  it('compile to standalone code', () => {
    const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, code: { source: true, esm: true } });
    for (const document of documents) ajv.addSchema(document);
    const validate = ajv.getSchema('/api::everything.everything');
    if (validate === undefined) throw new Error('not compiled');
    expect(standalone(ajv, validate)).toContain('export default');
  });
});
