// The way of a body: guarded, read into canonical form, validated, turned into what is stored.
import { ApiError, invalid, invalidValues, type InvalidValue } from '../../errors.ts';
import { isObject, type ContentType, type Schema } from '../../schema/index.ts';
import { guard } from './guard.ts';
import { readBody } from './read.ts';
import type { Reading } from './reading.ts';
import { withoutSecrets } from './redact.ts';
import { inputOf } from './store.ts';
import type { CheckedInput } from './types.ts';
import { faultsOf } from './validate.ts';

export interface Checked {
  /** The attributes that are faultless; their components are filled with their own defaults. */
  readonly input: CheckedInput;
  /** Everything that is wrong, in the order of the type's attributes, then links. */
  readonly errors: readonly InvalidValue[];
}

const checkForm = (schema: Schema, type: ContentType, data: unknown): Readonly<Record<string, unknown>> => {
  if (Array.isArray(data))
    throw invalidValues([withoutSecrets(schema, type, { path: [], message: 'data must be an object', value: data })]);
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  return data;
};

/**
 * Checks a body against its type. Values are told of together; a body that is no such body, that has an unknown key or
 * a component with an `id`, is refused at once. The rules are those of FACTS.md and of the reference where it is silent.
 *
 * @param data the body's `data`, as JSON.parse gives it
 * @param rules `draft` where a draft alone is written; a type without drafts is always `published`
 * @param sees whether who writes may find documents of the type with that uid; all where it is not given
 * @throws ApiError 400, as said
 */
export const checkInput = (
  schema: Schema,
  type: ContentType,
  data: unknown,
  rules: 'draft' | 'published' = 'published',
  sees: Reading['sees'] = () => true,
): Checked => {
  guard(data);
  const body = checkForm(schema, type, data);
  const reading: Reading = { schema, sees, faults: [], identified: [] };
  const canonical = readBody(reading, type.attributes, body);
  const faultyLinks = reading.faults.map((fault) => withoutSecrets(schema, type, fault));
  const errors = [...faultsOf(schema, type, rules, canonical), ...faultyLinks];
  const [identified] = reading.identified;
  // After the other faults, as in the reference. Components have no identity here, so whatever id is sent is a stranger's.
  if (errors.length === 0 && identified !== undefined) {
    const message = `Some of the provided components in ${identified} are not related to the entity.`;
    throw new ApiError(400, 'ApplicationError', message);
  }
  const faulty = new Set(errors.map(({ path }) => path[0]));
  const faultless = Object.entries(canonical).filter(([name]) => !faulty.has(name));
  return { input: inputOf(schema, type.attributes, Object.fromEntries(faultless)), errors };
};
