// Checks a request body: guards it, reads it into canonical form, validates it, and converts it to the stored form.
import { ApiError, invalid, invalidValues, type InvalidValue } from '../../errors.ts';
import { isObject, type ContentType, type Schema } from '../../schema/index.ts';
import { checkStructure } from './checkStructure.ts';
import { canonicalizeBody } from './canonicalizeBody.ts';
import type { InputContext } from './inputContext.ts';
import { redactFault } from './redact.ts';
import { toCheckedInput } from './toCheckedInput.ts';
import type { CheckedInput } from './types.ts';
import { findFaults } from './validate.ts';

export interface CheckedBody {
  /** The valid attributes; their components have their own defaults. */
  readonly input: CheckedInput;
  /** All invalid values, in the order of the type's attributes, then the invalid links. */
  readonly errors: readonly InvalidValue[];
}

const checkForm = (schema: Schema, type: ContentType, data: unknown): Readonly<Record<string, unknown>> => {
  if (Array.isArray(data))
    throw invalidValues([redactFault(schema, type, { path: [], message: 'data must be an object', value: data })]);
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  return data;
};

/**
 * Checks a body against its type. All invalid values are collected, but a body of the wrong form, with an unknown key,
 * or with an `id` in a component is refused at once. The rules are those of Strapi.
 *
 * @param data the body's `data`, parsed
 * @param rules `draft` when only a draft is written; a type without draft and publish always has `published`
 * @param mayFind whether the caller may find documents of a type, by uid; by default all
 * @throws ApiError 400 for a body that is refused at once
 */
export const checkInput = (
  schema: Schema,
  type: ContentType,
  data: unknown,
  rules: 'draft' | 'published' = 'published',
  mayFind: InputContext['mayFind'] = () => true,
): CheckedBody => {
  checkStructure(data);
  const body = checkForm(schema, type, data);
  const context: InputContext = { schema, mayFind, faults: [], identified: [] };
  const canonical = canonicalizeBody(context, type.attributes, body);
  const faultyLinks = context.faults.map((fault) => redactFault(schema, type, fault));
  const errors = [...findFaults(schema, type, rules, canonical), ...faultyLinks];
  const [identified] = context.identified;
  // After the other errors, as in Strapi. Components have no ids in Lectern, so every id is unknown.
  if (errors.length === 0 && identified !== undefined) {
    const message = `Some of the provided components in ${identified} are not related to the entity.`;
    throw new ApiError(400, 'ApplicationError', message);
  }
  const faulty = new Set(errors.map(({ path }) => path[0]));
  const faultless = Object.entries(canonical).filter(([name]) => !faulty.has(name));
  return { input: toCheckedInput(schema, type.attributes, Object.fromEntries(faultless)), errors };
};
