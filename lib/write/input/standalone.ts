// The validators of a schema as code that needs no compiler.
import { brotliCompressSync } from 'node:zlib';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Schema } from '../../schema/index.ts';
import { ajvOf } from './ajv.ts';
import { documentOf } from './documents.ts';
import type { Rules } from './keywords.ts';

const allRules: readonly Rules[] = ['draft', 'published', 'version'];

/** By the uid of each type a function body that leaves its validator in `module.exports`. */
const bodiesOf = (schema: Schema, rules: Rules, allErrors: boolean): Readonly<Record<string, string>> => {
  const ajv = ajvOf(schema, rules, allErrors, { source: true });
  return Object.fromEntries(
    [...schema.types.values()].map((type) => [type.uid, standaloneCode(ajv, ajv.compile(documentOf(type, rules)))]),
  );
};

const compressed = (value: unknown): string => {
  // In ASCII alone, which takes half the time to be read.
  const text = JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return brotliCompressSync(text).toString('base64');
};

/**
 * The code of all types is ever the same: compressed it is a twentieth. That for certain rules is opened with the first
 * body there is for them; what stops at the first fault, with the first very long one.
 *
 * @returns a module that exports what compile.ts does, `validatorOf`, for this schema and no other
 */
export const standaloneValidators = (schema: Schema): string => {
  const by = (allErrors: boolean): readonly (readonly [Rules, Readonly<Record<string, string>>])[] =>
    allRules.map((rules) => [rules, bodiesOf(schema, rules, allErrors)]);
  const code = {
    ...Object.fromEntries(by(true).map(([rules, bodies]) => [rules, compressed(bodies)])),
    first: compressed(Object.fromEntries(by(false))),
  };
  return `
    import { brotliDecompressSync } from 'node:zlib';
    const code = ${JSON.stringify(code)};
    const opened = {};
    const open = (key) =>
      (opened[key] ??= JSON.parse(brotliDecompressSync(Buffer.from(code[key], 'base64')).toString('latin1')));
    const make = (body) => {
      const module = {};
      new Function('module', body)(module);
      return module.exports;
    };
    const made = {};
    export const validatorOf = (schema, { uid }, rules, allErrors) =>
      (made[rules + ' ' + allErrors + ' ' + uid] ??= make((allErrors ? open(rules) : open('first')[rules])[uid]));
  `;
};
