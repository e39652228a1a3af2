// Each constraint that a contract states for a body or a query is enforced, and reported with its path.
import { describe, expect, it } from 'vitest';
import { allContracts } from '../../lib/allContracts.ts';
import { checkBody, checkQuery, querySchema, type Contract, type WithBody } from '../../lib/contracts/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { JsonSchema } from '../../lib/schema/index.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const typesOf = ({ type, enum: values }: JsonSchema): readonly unknown[] =>
  Array.isArray(type) ? type : [type ?? typeof values];

/** Any value of a schema, as far as these contracts need it. */
const validValue = (schema: JsonSchema): unknown => {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [type] = typesOf(schema);
  if (type === 'array') return [validValue(schema.items as JsonSchema)];
  if (type === 'object') return {};
  if (type === 'string') return 'x'.repeat(Number(schema.minLength ?? 1));
  return type === 'boolean' ? true : Number(schema.minimum ?? 1);
};

type Case = readonly [rule: string, path: readonly string[], value: unknown];

/** Values that break one constraint each. */
const brokenValues = (schema: JsonSchema, path: readonly string[]): readonly Case[] => {
  const types = typesOf(schema);
  const broken: Case[] = [];
  const add = (keyword: string, value: unknown): void => {
    if (schema[keyword] !== undefined) broken.push([keyword, path, value]);
  };
  add('type', types.includes('string') ? 5 : 'five');
  if (!types.includes('null') && (schema.type ?? schema.enum) !== undefined) broken.push(['null', path, null]);
  add('minLength', 'x'.repeat(Number(schema.minLength) - 1));
  add('maxLength', 'x'.repeat(Number(schema.maxLength) + 1));
  add('minimum', Number(schema.minimum) - 1);
  add('maximum', Number(schema.maximum) + 1);
  if (types.includes('integer')) broken.push(['integer', path, 1.5]);
  const pattern = new RegExp(String(schema.pattern));
  add(
    'pattern',
    ['5', '\n', '/', '\0'].find((value) => !pattern.test(value)),
  );
  add('enum', 'nothing of the list');
  if (typeof schema.format === 'string') broken.push(['format', path, 'two\nlines']);
  if (types.includes('array')) {
    // Lists whose items only code knows have none.
    const items = (schema.items ?? {}) as JsonSchema;
    add('minItems', []);
    add(
      'maxItems',
      Array.from({ length: Number(schema.maxItems) + 1 }, () => validValue(items)),
    );
    for (const [rule, itemPath, value] of schema.items === undefined ? [] : brokenValues(items, [...path, '0']))
      broken.push([`items: ${rule}`, itemPath, [value]]);
  }
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Schemas))
    for (const [rule, valuePath, value] of brokenValues(property, [...path, name]))
      broken.push([`properties: ${rule}`, valuePath, { [name]: value }]);
  if (schema.additionalProperties === false)
    broken.push(['additionalProperties', [...path, 'nothing'], { nothing: 1 }]);
  const inside = schema.additionalProperties;
  if (typeof inside === 'object' && inside !== null)
    for (const [rule, valuePath, value] of brokenValues(inside as JsonSchema, [...path, 'one']))
      broken.push([`values: ${rule}`, valuePath, { one: value }]);
  return broken;
};

/** @returns what a check refuses: an unknown key, or the paths of values */
const refusedBy = (check: () => unknown): unknown => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { errors, key } = error.details;
    return key ?? (errors as readonly { readonly path: readonly string[] }[]).map(({ path }) => path);
  }
};

const faultsOf = (contract: Contract, name: string, body: unknown): unknown =>
  refusedBy(() =>
    checkBody(contract, name as WithBody<Contract>, contract.envelope === undefined ? body : { data: body }),
  );

const operations = allContracts.flatMap((contract: Contract) =>
  Object.entries(contract.operations).map(([name, operation]) => ({ contract, name, operation })),
);

/** Those that are lists are checked item by item. */
const bodies = operations.flatMap(({ contract, name, operation: { body, example } }) => {
  const values: Readonly<Record<string, unknown>> = { ...(example as object | undefined) };
  return body?.properties === undefined ? [] : [{ contract, name, body, values }];
});

/** Of faults, and of the values of bodies. */
const parentOf = ({ envelope }: Contract): readonly string[] => (envelope === 'named' ? ['data'] : []);

describe.each(bodies)('$name', ({ contract, name, body, values }) => {
  const parent = parentOf(contract);
  const properties = body.properties as Schemas;
  const required = body.required as readonly string[];
  const valid = Object.fromEntries(required.map((key) => [key, values[key] ?? validValue(properties[key] ?? {})]));

  it('takes a body with what is required', () => {
    expect(faultsOf(contract, name, valid)).toBeUndefined();
  });

  it('refuses an unknown key', () => {
    expect(faultsOf(contract, name, { ...valid, nothing: 1 })).toBe('nothing');
  });

  it.each(required)('requires %s', (key) => {
    expect(faultsOf(contract, name, { ...valid, [key]: undefined })).toEqual([[...parent, key]]);
  });

  it.each(Object.entries(properties).flatMap(([key, schema]) => brokenValues(schema, [key])))(
    'enforces %s at %j',
    (_, path, value) => {
      const [key = ''] = path;
      expect(faultsOf(contract, name, { ...valid, [key]: value })).toEqual([[...parent, ...path]]);
    },
  );
});

/** What texts can break. */
const rulesOfTexts = ['enum', 'maxLength', 'pattern', 'minItems', 'maxItems'];

const queries = operations.flatMap(({ contract, name, operation }) => {
  const schema = querySchema(contract, operation);
  return schema === undefined ? [] : [{ name, query: operation.query ?? {}, schema }];
});

describe.each(queries)('the query of $name', ({ name, query, schema }) => {
  const required: readonly string[] = schema.required;
  const valid = Object.fromEntries(required.map((key) => [key, validValue(query[key] ?? {})]));
  const faults = (values: object) =>
    refusedBy(() => {
      checkQuery(name, schema, { ...values });
    });

  it('takes what is required', () => {
    expect(faults(valid)).toBeUndefined();
  });

  it.each(required)('requires %s', (key) => {
    const { [key]: left, ...others } = valid;
    expect([left === undefined, faults(others)]).toEqual([false, [[key]]]);
  });

  it.each(
    Object.entries(query)
      .flatMap(([key, one]) => brokenValues(one, [key]))
      .filter(([rule]) => rulesOfTexts.includes(rule)),
  )('enforces %s at %j', (_, path, value) => {
    expect(faults({ ...valid, [String(path[0])]: value })).toEqual([path]);
  });
});
