// Checks the bodies of the operations of contracts.
import type { ErrorObject } from 'ajv';
import { invalid, refuseFaults, type InvalidValue } from '../errors.ts';
import { nameRule } from './nameRule.ts';
import { plainBody, wrongSecretType, wrongType, type PlainBody } from './plainBody.ts';
import { didYouMean, isObject, keysOfPointer, type FromSchema, type JsonSchema } from '../schema/index.ts';
import type { Annotations, Contract } from './contract.ts';
import { bodyValidator } from './validators.ts';

const defaultRules: Readonly<Record<string, (limit: unknown) => string>> = {
  minLength: (limit) => `must be at least ${String(limit)} characters`,
  maxLength: (limit) => `must be at most ${String(limit)} characters`,
  minItems: (limit) => `must have at least ${String(limit)} items`,
  enum: (values) => `must be one of the following values: ${(values as readonly unknown[]).join(', ')}`,
  format: () => `must be ${nameRule}`,
  required: () => 'is a required field',
};

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inside, key) => (inside as PlainBody | undefined)?.[key], value);

/** @returns undefined for a wrong type, whose message names the value */
const ruleFor = (keyword: string, declared: JsonSchema, value: unknown): string | undefined => {
  const { rules = {} } = declared as Annotations;
  const own = (keyword === 'type' && value === null ? rules.null : undefined) ?? rules[keyword] ?? rules.any;
  if (own !== undefined) return own;
  return keyword === 'type' ? undefined : (rules.value ?? defaultRules[keyword]?.(declared[keyword]) ?? 'is not valid');
};

const expectedType = (type: unknown): string => String(Array.isArray(type) ? type[0] : type);

/** @param sent the body as it was sent, for the value in the fault */
const faultOf = (error: ErrorObject, schema: JsonSchema, sent: PlainBody): InvalidValue => {
  const { keyword, params } = error;
  const declared = valueAt(schema, keysOfPointer(error.schemaPath).slice(0, -1)) as JsonSchema;
  const isSecret = (declared as Annotations).secret === true;
  const inside = keysOfPointer(error.instancePath);
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    return { path: [...inside, key], message: `Invalid key ${key} at ${inside.join('.')}`, value: undefined };
  }
  const path = keyword === 'required' ? [...inside, String(params.missingProperty)] : inside;
  const found = valueAt(sent, path);
  const rule = ruleFor(keyword, declared, found);
  if (rule === undefined) {
    const type = expectedType(declared.type);
    return isSecret ? wrongSecretType(path, type) : wrongType(path, type, found);
  }
  const value = isSecret ? undefined : found;
  if (!rule.includes('{value}')) return { path, message: `${path.join('.')} ${rule}`, value };
  const near = didYouMean(String(value), declared.enum as readonly string[]);
  return { path, message: rule.replace('{value}', String(value)) + near, value };
};

const trimmed = (value: unknown, schema: Annotations | undefined): unknown =>
  schema?.trim === true && typeof value === 'string' ? value.trim() : value;

/** @throws ApiError 400 for a body without `data`, or with something beside it */
const dataIn = (body: unknown): object => {
  if (!isObject(body) || !isObject(body.data)) throw invalid('Missing "data" payload in the request body');
  return plainBody(body, ['data']).data as object;
};

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === '' || (isObject(body) && Object.keys(body).length === 0);

/** The names of the operations that have a body. */
export type WithBody<C extends Contract> = {
  [Name in keyof C['operations']]: C['operations'][Name] extends { readonly body: JsonSchema } ? Name : never;
}[keyof C['operations']] &
  string;

type Body<C extends Contract, Name extends WithBody<C>> = C['operations'][Name] extends { readonly body: infer S }
  ? FromSchema<S>
  : never;

/**
 * Checks a body, also one that the command line makes of its options.
 *
 * @param check finds what only the site knows; it gets the values whose form is right
 * @returns the values, without those that are undefined
 * @throws ApiError 400 naming every invalid value, in the order of the schema; or an unknown key
 */
export const checkBody = <C extends Contract, Name extends WithBody<C>>(
  contract: C,
  name: Name,
  body: unknown,
  check: (values: Partial<Body<C, Name>>) => readonly InvalidValue[] = () => [],
): Body<C, Name> => {
  const { body: schema = {}, optionalBody } = contract.operations[name] ?? {};
  const isLeftOut = optionalBody === true && isEmpty(body);
  const content = contract.envelope === true && !isLeftOut ? dataIn(body) : body;
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  const keys = Object.keys(properties);
  const sent = plainBody(isLeftOut ? {} : content, keys);
  const values = Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, trimmed(value, properties[key] as Annotations)]],
    ),
  );
  const validate = bodyValidator(name, schema);
  const faults = validate(values) ? [] : (validate.errors ?? []).map((error) => faultOf(error, schema, sent));
  const faulty = new Set(faults.map(({ path }) => path[0]));
  const valid = Object.fromEntries(Object.entries(values).filter(([key]) => !faulty.has(key)));
  const ofSite = check(valid as Partial<Body<C, Name>>).filter(({ path }) => !faulty.has(path[0])); // checked above
  const all = [...faults, ...ofSite].filter(
    ({ path }, index, list) => list.findIndex((other) => other.path.join() === path.join()) === index,
  );
  const orderOf = ({ path }: InvalidValue): number => keys.indexOf(path[0] ?? '');
  refuseFaults(all.sort((a, b) => orderOf(a) - orderOf(b)));
  return values as Body<C, Name>; // checked
};
