// Makes the examples of the description, from documents of the database or else from the schema.
import {
  componentOf,
  isObject,
  type Attribute,
  type ContentType,
  type Holder,
  type JsonObject,
  type ScalarAttribute,
  type ScalarType,
} from '../../schema/index.ts';
import { isSingle } from './aboutType.ts';
import { scalarsOf, writtenOf } from './attributes.ts';
import type { Context, Examples } from './types.ts';
import { partOf } from './words.ts';

const madeId = 'k6xfquad7qcxpov3wmcn1ah6';
const madeAt = '2026-01-31T09:30:00.000Z';

/** The attribute's name, as a text with an allowed length. */
const textOf = ({ name, minLength = 0, maxLength }: ScalarAttribute): string =>
  name.padEnd(minLength, name).slice(0, maxLength);

const numberOf = ({ min, max }: ScalarAttribute): number =>
  Math.min(Math.max(1, Number(min ?? 1)), Number(max ?? Infinity));

const made: Readonly<Record<ScalarType, (attribute: ScalarAttribute) => unknown>> = {
  string: textOf,
  text: textOf,
  richtext: textOf,
  blocks: ({ name }) => [{ type: 'paragraph', children: [{ type: 'text', text: name }] }],
  email: () => 'someone@example.org',
  password: ({ minLength = 0 }) => 'a quiet room'.padEnd(minLength, '.'),
  uid: textOf,
  integer: numberOf,
  biginteger: (attribute) => String(BigInt(attribute.min ?? attribute.max ?? 1)),
  float: numberOf,
  decimal: numberOf,
  date: () => madeAt.slice(0, 10),
  time: () => '09:30:00',
  datetime: () => madeAt,
  timestamp: () => String(Date.parse(madeAt)),
  boolean: () => true,
  enumeration: ({ enum: [first] = [] }) => first ?? null,
  json: () => ({}),
};

/** An example value; undefined for an attribute with a regular expression, from which Lectern cannot make a text. */
const valueOf = (attribute: ScalarAttribute): unknown => {
  if (attribute.default !== undefined) return attribute.default;
  return attribute.regex === undefined ? made[attribute.type](attribute) : undefined;
};

const fixed: JsonObject = {
  ...{ id: 1, documentId: madeId, createdAt: madeAt, updatedAt: madeAt, publishedAt: madeAt, locale: 'en' },
};

/** An example document of the type. */
export const exampleOf = (type: ContentType): JsonObject =>
  Object.fromEntries(
    scalarsOf(type).flatMap((attribute) => {
      const value = fixed[attribute.name] ?? valueOf(attribute);
      return value === undefined ? [] : [[attribute.name, value]];
    }),
  );

/** Converts values whose form in bodies differs from the form in answers. */
const written: Readonly<Partial<Record<ScalarType, (value: unknown) => unknown>>> = {
  time: (value) => `${String(value)}.000`.slice(0, '09:30:00.000'.length),
  timestamp: (value) => new Date(Number(value)).toISOString(),
};

const documentIdIn = (value: unknown): unknown => (isObject(value) ? value.documentId : undefined);

const inputOf = (context: Pick<Context, 'schema'>, attribute: Attribute, value: unknown): unknown => {
  switch (attribute.kind) {
    case 'scalar':
      return written[attribute.type]?.(value) ?? value;
    case 'relation':
      return Array.isArray(value) ? value.map(documentIdIn).filter((id) => id !== undefined) : documentIdIn(value);
    case 'morph':
      return undefined;
    case 'component': {
      const component = componentOf(context.schema, attribute.component);
      const of = (part: unknown): unknown => (isObject(part) ? inputIn(context, component, part) : undefined);
      return Array.isArray(value) ? value.map(of) : of(value);
    }
    case 'dynamiczone':
      return Array.isArray(value) ? value.filter(isObject).map((entry) => entryOf(context, entry)) : undefined;
  }
};

const entryOf = (context: Pick<Context, 'schema'>, { __component: uid, ...entry }: JsonObject): JsonObject => ({
  __component: uid,
  ...inputIn(context, componentOf(context.schema, String(uid)), entry),
});

const inputIn = (context: Pick<Context, 'schema'>, holder: Holder, values: JsonObject): JsonObject =>
  Object.fromEntries(
    writtenOf(holder).flatMap((attribute) => {
      const value = values[attribute.name];
      const given = value === undefined || value === null ? undefined : inputOf(context, attribute, value);
      return given === undefined ? [] : [[attribute.name, given]];
    }),
  );

/** The example document as a body. */
export const inputExampleOf = (
  context: Pick<Context, 'schema'>,
  type: ContentType,
  document: JsonObject,
): JsonObject => {
  const passwords = writtenOf(type).flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.type === 'password' ? [[attribute.name, valueOf(attribute)]] : [],
  );
  return { ...inputIn(context, type, document), ...(Object.fromEntries(passwords) as JsonObject) };
};

const onePage = { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } };

/** The examples of a type by the last part of their name (see `componentName`). */
const partsOf = (context: Context, type: ContentType, document: JsonObject): JsonObject => ({
  one: { data: document, meta: {} },
  input: { data: inputExampleOf(context, type, document) },
  ...(isSingle(type) ? {} : { list: { data: [document], meta: onePage }, documentId: document.documentId }),
});

/**
 * @param samples documents of the database; a type without one gets an example made from the schema
 * @returns OpenAPI's Example Objects by name
 */
export const exampleComponents = (context: Context, samples: Examples): JsonObject =>
  Object.fromEntries(
    [...context.schema.served.values()].flatMap((type) =>
      Object.entries(partsOf(context, type, samples.get(type.uid) ?? exampleOf(type))).map(([part, value]) => [
        partOf(context, type, part),
        { value },
      ]),
    ),
  );
