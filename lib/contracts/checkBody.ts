// Checks the bodies and queries of the operations of contracts.
import type { ErrorObject } from 'ajv';
import { invalid, refuseFaults, type InvalidValue } from '../errors.ts';
import { nameRule } from './nameRule.ts';
import { plainBody, wrongSecretType, wrongType, type PlainBody } from './plainBody.ts';
import { didYouMean, isObject, keysOfPointer, type FromSchema, type JsonSchema } from '../schema/index.ts';
import { queryValidatorName, type Annotations, type CheckedContract } from './contract.ts';
import { contractValidator } from './validators.ts';

const defaultRules: Readonly<Record<string, (limit: unknown) => string>> = {
  minLength: (limit) => `must be at least ${String(limit)} characters`,
  maxLength: (limit) => `must be at most ${String(limit)} characters`,
  minItems: (limit) => `must have at least ${String(limit)} items`,
  enum: (values) => `must be one of the following values: ${(values as readonly unknown[]).join(', ')}`,
  format: () => `must be ${nameRule}`,
};

const valueAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inside, key) => (inside as PlainBody | undefined)?.[key], value);

/** @returns undefined for a wrong type, whose message names the value */
const ruleFor = (keyword: string, declared: JsonSchema, value: unknown): string | undefined => {
  const { rules = {} } = declared as Annotations;
  if (keyword === 'required') return rules.required ?? 'is a required field';
  const own = (keyword === 'type' && value === null ? rules.null : undefined) ?? rules[keyword] ?? rules.any;
  if (own !== undefined) return own;
  return keyword === 'type' ? undefined : (rules.value ?? defaultRules[keyword]?.(declared[keyword]) ?? 'is not valid');
};

/** As Strapi names it. */
const expectedType = (type: unknown): string =>
  String(Array.isArray(type) ? type[0] : type).replace('integer', 'number');

/**
 * @param sent the values as they were sent, for the value in the fault
 * @param parent their path in the request
 */
const faultOf = (error: ErrorObject, schema: JsonSchema, sent: PlainBody, parent: readonly string[]): InvalidValue => {
  const { keyword, params } = error;
  const missing = keyword === 'required' ? [String(params.missingProperty)] : [];
  const place = [...keysOfPointer(error.schemaPath).slice(0, -1), ...missing.flatMap((name) => ['properties', name])];
  const declared = valueAt(schema, place) as JsonSchema;
  const isSecret = (declared as Annotations).secret === true;
  const inside = keysOfPointer(error.instancePath);
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    const at = [...parent, ...inside];
    return { path: [...at, key], message: `Invalid key ${key} at ${at.join('.')}`, value: undefined };
  }
  const own = [...inside, ...missing];
  const path = [...parent, ...own];
  const found = valueAt(sent, own);
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
  body === undefined || body === null || body === '' || (isObject(body) && Object.keys(body).length === 0);

/** The form of values. */
interface Declared {
  /** Of the validator. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** The path of the values in the request. */
  readonly parent: readonly string[];
}

const checkValues = (
  { name, schema, parent }: Declared,
  sent: PlainBody,
  check: (values: PlainBody) => readonly InvalidValue[],
): PlainBody => {
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  const values = Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, trimmed(value, properties[key] as Annotations)]],
    ),
  );
  const validate = contractValidator(name, schema);
  const faults = validate(values) ? [] : (validate.errors ?? []).map((error) => faultOf(error, schema, sent, parent));
  const keyOf = ({ path }: InvalidValue): string => path[parent.length] ?? '';
  const faulty = new Set(faults.map(keyOf));
  const valid = Object.fromEntries(Object.entries(values).filter(([key]) => !faulty.has(key)));
  const ofSite = check(valid).filter((fault) => !faulty.has(keyOf(fault))); // checked above
  const all = [...faults, ...ofSite].filter(
    ({ path }, index, list) => list.findIndex((other) => other.path.join() === path.join()) === index,
  );
  const keys = Object.keys(properties);
  const orderOf = (fault: InvalidValue): number => keys.indexOf(keyOf(fault));
  refuseFaults(all.sort((a, b) => orderOf(a) - orderOf(b)));
  return values;
};

/** The names of the operations that have an object as body. */
export type WithBody<C extends CheckedContract> = {
  [Name in keyof C['operations']]: C['operations'][Name] extends { readonly body: { readonly properties: object } }
    ? Name
    : never;
}[keyof C['operations']] &
  string;

type Body<C extends CheckedContract, Name extends WithBody<C>> = C['operations'][Name] extends {
  readonly body: infer S;
}
  ? FromSchema<S>
  : never;

/**
 * Checks a body, also one that the command line makes of its options.
 *
 * @param check finds what only the site knows; it gets the values whose form is right
 * @returns the values, without those that are undefined
 * @throws ApiError 400 naming every invalid value, in the order of the schema; or an unknown key
 */
export const checkBody = <C extends CheckedContract, Name extends WithBody<C>>(
  contract: C,
  name: Name,
  body: unknown,
  check: (values: Partial<Body<C, Name>>) => readonly InvalidValue[] = () => [],
): Body<C, Name> => {
  const { body: schema = {}, optionalBody } = contract.operations[name] ?? {};
  const isLeftOut = optionalBody === true && isEmpty(body);
  const content = contract.envelope === undefined || isLeftOut ? body : dataIn(body);
  const parent = contract.envelope === 'named' ? ['data'] : [];
  const sent = plainBody(isLeftOut ? {} : content, Object.keys(schema.properties as object), parent);
  // The casts are safe: `checkValues` gives it the values whose form is right, and returns what the schema allows.
  const checkForm = check as (values: PlainBody) => readonly InvalidValue[];
  return checkValues({ name, schema, parent }, sent, checkForm) as Body<C, Name>;
};

/**
 * Checks the parameters of a query.
 *
 * @param operation its name
 * @param schema its `querySchema`
 * @throws ApiError 400 naming every invalid value
 */
export const checkQuery = (operation: string, schema: JsonSchema, sent: PlainBody): void => {
  checkValues({ name: queryValidatorName(operation), schema, parent: [] }, sent, () => []);
};
