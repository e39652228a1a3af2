// The validators of a schema as code that needs no compiler.
import { brotliCompressSync } from 'node:zlib';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Schema } from '../schema/index.ts';
import { ajvOf } from './ajv.ts';
import { documentOf, idOf } from './documents.ts';
import type { Rules } from './keywords.ts';

const allRules: readonly Rules[] = ['draft', 'published', 'version'];

/** By their number among the types: what ajv exports must be a name. */
const nameOf = (number: number): string => `type${number}`;

/** A function body that returns the validators of all types by their names. */
const bodyOf = (schema: Schema, rules: Rules, allErrors: boolean): string => {
  const types = [...schema.types.values()];
  const ajv = ajvOf(schema, rules, allErrors, { source: true });
  for (const type of types) ajv.addSchema(documentOf(type, rules));
  return `const exports = {};${standaloneCode(
    ajv,
    Object.fromEntries(types.map(({ uid }, number) => [nameOf(number), idOf(uid)])),
  )}return exports;`;
};

/**
 * The code of all types is ever the same: compressed it is a twentieth, and it is opened with the first body there is.
 *
 * @returns a module that exports what compile.ts does, `validatorOf`, for this schema and no other
 */
export const standaloneValidators = (schema: Schema): string => {
  const bodies = allRules.flatMap((rules) =>
    [true, false].map((allErrors) => [`${rules} ${allErrors}`, bodyOf(schema, rules, allErrors)]),
  );
  const code = brotliCompressSync(JSON.stringify(Object.fromEntries(bodies))).toString('base64');
  const names = Object.fromEntries([...schema.types.keys()].map((uid, number) => [uid, nameOf(number)]));
  return `
    import { brotliDecompressSync } from 'node:zlib';
    const names = ${JSON.stringify(names)};
    const made = {};
    let bodies;
    export const validatorOf = (schema, { uid }, rules, allErrors) => {
      bodies ??= JSON.parse(brotliDecompressSync(Buffer.from('${code}', 'base64')));
      const key = rules + ' ' + allErrors;
      return (made[key] ??= new Function(bodies[key])())[names[uid]];
    };
  `;
};
