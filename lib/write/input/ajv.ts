// Configures ajv for the schemas of request bodies.
import { Ajv, type Options } from 'ajv';
import type { Schema } from '../../schema/index.ts';
import { blocksSchema } from './blocks.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import type { Rules } from './keywords.ts';

/** @returns an ajv instance with the documents of all components, but of no types */
export const createAjv = (schema: Schema, rules: Rules, allErrors: boolean, code: Options['code'] = {}): Ajv => {
  const ajv = new Ajv({
    allErrors,
    verbose: true,
    messages: false, // messages.ts writes them
    strict: true,
    strictTypes: false, // a component's document is used both where null is allowed and where it is not
    strictRequired: false,
    ownProperties: true, // `constructor` is an ordinary name
    inlineRefs: false, // one function for each component, however often it is used
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else counts UTF-16 units
    unicode: false, // as in Strapi, lengths count UTF-16 units and patterns have no u flag
    unicodeRegExp: false,
    meta: false, // tests check the documents, so a cold start need not
    validateSchema: false,
    logger: false, // it would warn about `unicode` at every start; strict mode throws
    code,
  });
  ajv.addVocabulary(['faults']);
  ajv.addSchema(blocksSchema);
  for (const component of schema.components.values()) ajv.addSchema(jsonSchemaOf(component, rules));
  return ajv;
};
