// Compiles the validators of the bodies and queries of contracts. In a function's bundle, a generated module with their code replaces this
// one (standalone.ts).
import type { Ajv, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../schema/index.ts';
import { createContractAjv } from './standalone.ts';

let ajv: Ajv | undefined;

/** @param _name by which the generated module finds it; ajv keeps what it compiled of a schema */
export const contractValidator = (_name: string, schema: JsonSchema): ValidateFunction =>
  (ajv ??= createContractAjv()).compile(schema);
