// Checks a request body: guards it, reads it into canonical form, validates it, and converts it to the stored form.
import { invalid, invalidValues, type InvalidValue } from '../../errors.ts';
import { isObject, type ContentType, type Schema } from '../../schema/index.ts';
import { checkStructure } from './checkStructure.ts';
import { canonicalizeBody } from './canonicalizeBody.ts';
import type { InputContext, CheckedInput } from './types.ts';
import { redactFault } from './redact.ts';
import { toCheckedInput } from './toCheckedInput.ts';
import { findFaults } from './validate.ts';

export interface CheckedBody {
  /** The valid attributes; their components have their own defaults. */
  readonly input: CheckedInput;
  /** All invalid values, in the order of the type's attributes, then the invalid links. */
  readonly errors: readonly InvalidValue[];
}

export interface InputOptions {
  /** Whether the caller may find documents of a type, by uid; by default all. */
  readonly mayFind?: InputContext['mayFind'] | undefined;
  /** Whether attributes with `writable: false` are unknown keys; by default not. */
  readonly onlyWritable?: boolean | undefined;
}

const checkForm = (schema: Schema, type: ContentType, data: unknown): Readonly<Record<string, unknown>> => {
  if (Array.isArray(data))
    throw invalidValues([redactFault(schema, type, { path: [], message: 'data must be an object', value: data })]);
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  return data;
};

/**
 * Checks a body against its type. All invalid values are collected, but a body of the wrong form or with an unknown key is
 * refused at once. The rules are those of Strapi.
 *
 * @param data the body's `data`, parsed
 * @param rules `draft` when only a draft is written; a type without draft and publish always has `published`
 * @throws ApiError 400 for a body that is refused at once
 */
export const checkInput = (
  schema: Schema,
  type: ContentType,
  data: unknown,
  rules: 'draft' | 'published' = 'published',
  { mayFind = () => true, onlyWritable = false }: InputOptions = {},
): CheckedBody => {
  checkStructure(data);
  const body = checkForm(schema, type, data);
  const context: InputContext = { schema, mayFind, onlyWritable, isNew: false, faults: [] };
  const canonical = canonicalizeBody(context, type.attributes, body);
  const faultyLinks = context.faults.map((fault) => redactFault(schema, type, fault));
  const errors = [...findFaults(schema, type, rules, canonical), ...faultyLinks];
  const faulty = new Set(errors.map(({ path }) => path[0]));
  const faultless = Object.entries(canonical).filter(([name]) => !faulty.has(name));
  return {
    input: toCheckedInput(schema, type.attributes, Object.fromEntries(faultless)),
    errors,
  };
};
