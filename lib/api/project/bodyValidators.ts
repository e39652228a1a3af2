// Compiles the validators of the bodies of a project's routes. In a function's bundle, a generated module with their code
// replaces this one (standaloneBodies.ts).
import type { ValidateFunction } from 'ajv';
import { memoize } from '../../memoize.ts';
import type { JsonSchema, ProjectPath } from '../../platform/extensions/index.ts';
import { createBodyAjv } from './standaloneBodies.ts';

interface Validators {
  readonly all: ValidateFunction;
  readonly first: ValidateFunction;
}

const validatorsOf = memoize((body: JsonSchema): Validators => ({
  all: createBodyAjv(true).compile(body),
  first: createBodyAjv(false).compile(body),
}));

/**
 * The validators of the body of a route: one reports all errors, the other one the first.
 *
 * @throws Error if the schema is not valid
 */
export const bodyValidators = ({ body }: ProjectPath & { readonly body: JsonSchema }): Validators => validatorsOf(body);
