// Configures ajv for the schemas of request bodies, and generates their validators as code, so that functions need no
// compiler.
import { brotliCompressSync } from 'node:zlib';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { Ajv, type Options } from 'ajv';
import type { Schema } from '../../schema/index.ts';
import { jsonSchemaOf } from './jsonSchema.ts';
import type { Rules } from './keywords.ts';
import { blocksSchema } from './blocks.ts';

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

const allRules: readonly Rules[] = ['draft', 'published', 'version'];

/** By type uid, the body of a function that puts the type's validator into `module.exports`. */
const validatorCode = (schema: Schema, rules: Rules, allErrors: boolean): Readonly<Record<string, string>> => {
  const ajv = createAjv(schema, rules, allErrors, { source: true });
  return Object.fromEntries(
    [...schema.types.values()].map((type) => [type.uid, standaloneCode(ajv, ajv.compile(jsonSchemaOf(type, rules)))]),
  );
};

const compress = (value: unknown): Uint8Array =>
  // ASCII only: JavaScript reads it twice as fast.
  brotliCompressSync(
    JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** A module of a bundle, and the files that it reads beside the bundle. */
export interface StandaloneModule {
  readonly source: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/**
 * The validators of all types and rules are similar, so compression reduces their code to a thirtieth. The first body reads and
 * decompresses it; the first very long body, the code that stops at the first error.
 *
 * @returns a module that exports `validatorOf` like compile.ts, for this schema only
 */
export const standaloneValidators = (schema: Schema): StandaloneModule => {
  const codeByRules = (allErrors: boolean): Uint8Array =>
    compress(Object.fromEntries(allRules.map((rules) => [rules, validatorCode(schema, rules, allErrors)])));
  const source = `
    import { readFileSync } from 'node:fs';
    import { brotliDecompressSync } from 'node:zlib';
    const opened = {};
    const open = (name) =>
      (opened[name] ??= JSON.parse(
        brotliDecompressSync(readFileSync(new URL(name, import.meta.url))).toString('latin1'),
      ));
    const make = (body) => {
      const module = {};
      new Function('module', body)(module);
      return module.exports;
    };
    const made = {};
    export const validatorOf = (schema, { uid }, rules, allErrors) =>
      (made[rules + ' ' + allErrors + ' ' + uid] ??= make(
        open(allErrors ? './allErrors.br' : './firstError.br')[rules][uid],
      ));
  `;
  return { source, files: { 'allErrors.br': codeByRules(true), 'firstError.br': codeByRules(false) } };
};
