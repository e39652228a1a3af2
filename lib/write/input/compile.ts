// Compiles validators with ajv, each when it is first needed. In a function's bundle, a generated module with their
// code replaces this one (standalone.ts).
import type { Ajv, ValidateFunction } from 'ajv';
import { memoize } from '../../memoize.ts';
import type { ContentType, Schema } from '../../schema/index.ts';
import { createAjv } from './standalone.ts';
import { jsonSchemaOf, schemaIdOf } from './jsonSchema.ts';
import type { Rules } from './keywords.ts';

const instances: (schema: Schema) => Map<string, Ajv> = memoize(() => new Map());

const cachedAjv = (schema: Schema, rules: Rules, allErrors: boolean): Ajv => {
  const known = instances(schema);
  const key = `${rules} ${allErrors ? 'all' : 'first'}`;
  // To optimize the code takes as long as to generate it, and V8 does it again.
  const made = known.get(key) ?? createAjv(schema, rules, allErrors, { optimize: false });
  known.set(key, made);
  return made;
};

/**
 * The validator for the canonical form of a type.
 *
 * @param allErrors whether it continues after the first error
 */
export const validatorOf = (schema: Schema, type: ContentType, rules: Rules, allErrors: boolean): ValidateFunction => {
  const ajv = cachedAjv(schema, rules, allErrors);
  return ajv.getSchema(schemaIdOf(type.uid)) ?? ajv.compile(jsonSchemaOf(type, rules));
};
