// Ajv as it compiles what is made here.
import { Ajv, type Options } from 'ajv';
import type { Schema } from '../../schema/index.ts';
import { blocksDocument } from './blocks.ts';
import { documentOf } from './documents.ts';
import type { Rules } from './keywords.ts';

/** One that knows all documents of a schema but those of types. */
export const ajvOf = (schema: Schema, rules: Rules, allErrors: boolean, code: Options['code'] = {}): Ajv => {
  const ajv = new Ajv({
    allErrors,
    verbose: true,
    messages: false, // messages.ts words them
    strict: true,
    strictTypes: false, // a component's document is shared by places that say `object` and `object or null` themselves
    strictRequired: false,
    ownProperties: true, // `constructor` is a name like any other
    inlineRefs: false, // one function a component, however many places use it
    unicode: false, // lengths count UTF-16 units and patterns have no u flag: as in the reference
    unicodeRegExp: false,
    meta: false, // the documents are made here: tests check them, a cold start need not
    validateSchema: false,
    logger: false, // it would warn of `unicode` at every start; strict mode throws
    code,
  });
  ajv.addVocabulary(['faults']);
  ajv.addSchema(blocksDocument);
  for (const component of schema.components.values()) ajv.addSchema(documentOf(component, rules));
  return ajv;
};
