// Compiles the validators of the bodies of contracts. In a function's bundle, a generated module with their code replaces this
// one (standalone.ts).
import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../schema/index.ts';
import { createContractAjv } from './standalone.ts';

const validators = new Map<string, ValidateFunction>();

/** @param name of the operation */
export const bodyValidator = (name: string, schema: JsonSchema): ValidateFunction => {
  const validate = validators.get(name) ?? createContractAjv().compile(schema);
  validators.set(name, validate);
  return validate;
};
