// Makes the examples of the description, from documents of the database or else from the schema.
import {
  componentOf,
  isObject,
  type Attribute,
  type ContentType,
  type AttributeHolder,
  type JsonObject,
  type ScalarAttribute,
  type ScalarType,
} from '../../schema/index.ts';
import { isSingleType, componentName } from './schemaParts.ts';
import { scalarsOf, writableAttributes } from './attributes.ts';
import type { Context, Examples } from './types.ts';

const exampleId = 'k6xfquad7qcxpov3wmcn1ah6';
const exampleTime = '2026-01-31T09:30:00.000Z';

/** The attribute's name, as a text with an allowed length. */
const exampleText = ({ name, minLength = 0, maxLength }: ScalarAttribute): string =>
  name.padEnd(minLength, name).slice(0, maxLength);

const exampleNumber = ({ min, max }: ScalarAttribute): number =>
  Math.min(Math.max(1, Number(min ?? 1)), Number(max ?? Infinity));

const exampleByType: Readonly<Record<ScalarType, (attribute: ScalarAttribute) => unknown>> = {
  string: exampleText,
  text: exampleText,
  richtext: exampleText,
  blocks: ({ name }) => [{ type: 'paragraph', children: [{ type: 'text', text: name }] }],
  email: () => 'someone@example.org',
  password: ({ minLength = 0 }) => 'a quiet room'.padEnd(minLength, '.'),
  uid: exampleText,
  integer: exampleNumber,
  biginteger: (attribute) => String(BigInt(attribute.min ?? attribute.max ?? 1)),
  float: exampleNumber,
  decimal: exampleNumber,
  date: () => exampleTime.slice(0, 10),
  time: () => '09:30:00',
  datetime: () => exampleTime,
  timestamp: () => String(Date.parse(exampleTime)),
  boolean: () => true,
  enumeration: ({ enum: [first] = [] }) => first ?? null,
  json: () => ({}),
};

/** An example value; undefined for an attribute with a regular expression, from which Lectern cannot make a text. */
const exampleValue = (attribute: ScalarAttribute): unknown => {
  if (attribute.default !== undefined) return attribute.default;
  return attribute.regex === undefined ? exampleByType[attribute.type](attribute) : undefined;
};

const systemValues: JsonObject = {
  ...{
    id: 1,
    documentId: exampleId,
    createdAt: exampleTime,
    updatedAt: exampleTime,
    publishedAt: exampleTime,
    locale: 'en',
  },
};

/** An example document of the type. */
export const exampleDocument = (type: ContentType): JsonObject =>
  Object.fromEntries(
    scalarsOf(type).flatMap((attribute) => {
      const value = systemValues[attribute.name] ?? exampleValue(attribute);
      return value === undefined ? [] : [[attribute.name, value]];
    }),
  );

/** Converts values whose form in bodies differs from the form in answers. */
const bodyForms: Readonly<Partial<Record<ScalarType, (value: unknown) => unknown>>> = {
  time: (value) => `${String(value)}.000`.slice(0, '09:30:00.000'.length),
  timestamp: (value) => new Date(Number(value)).toISOString(),
};

const documentIdIn = (value: unknown): unknown => (isObject(value) ? value.documentId : undefined);

const bodyValue = (context: Pick<Context, 'schema'>, attribute: Attribute, value: unknown): unknown => {
  switch (attribute.kind) {
    case 'scalar':
      return bodyForms[attribute.type]?.(value) ?? value;
    case 'relation':
      return Array.isArray(value) ? value.map(documentIdIn).filter((id) => id !== undefined) : documentIdIn(value);
    case 'morph':
      return undefined;
    case 'component': {
      const component = componentOf(context.schema, attribute.component);
      const convert = (part: unknown): unknown => (isObject(part) ? bodyValues(context, component, part) : undefined);
      return Array.isArray(value) ? value.map(convert) : convert(value);
    }
    case 'dynamiczone':
      return Array.isArray(value) ? value.filter(isObject).map((entry) => zoneEntry(context, entry)) : undefined;
  }
};

const zoneEntry = (context: Pick<Context, 'schema'>, { __component: uid, ...entry }: JsonObject): JsonObject => ({
  __component: uid,
  ...bodyValues(context, componentOf(context.schema, String(uid)), entry),
});

const bodyValues = (context: Pick<Context, 'schema'>, holder: AttributeHolder, values: JsonObject): JsonObject =>
  Object.fromEntries(
    writableAttributes(holder).flatMap((attribute) => {
      const value = values[attribute.name];
      const input = value === undefined || value === null ? undefined : bodyValue(context, attribute, value);
      return input === undefined ? [] : [[attribute.name, input]];
    }),
  );

/** The example document as a body. */
const exampleBody = (context: Pick<Context, 'schema'>, type: ContentType, document: JsonObject): JsonObject => {
  const passwords = writableAttributes(type).flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.type === 'password' ? [[attribute.name, exampleValue(attribute)]] : [],
  );
  return { ...bodyValues(context, type, document), ...(Object.fromEntries(passwords) as JsonObject) };
};

const onePage = { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } };

/** The examples of a type by the last part of their name (see `componentName`). */
const exampleParts = (context: Context, type: ContentType, document: JsonObject): JsonObject => ({
  one: { data: document, meta: {} },
  input: { data: exampleBody(context, type, document) },
  ...(isSingleType(type) ? {} : { list: { data: [document], meta: onePage }, documentId: document.documentId }),
});

/**
 * @param samples documents of the database; a type without one gets an example made from the schema
 * @returns OpenAPI's Example Objects by name
 */
export const exampleComponents = (context: Context, samples: Examples): JsonObject =>
  Object.fromEntries(
    [...context.schema.served.values()].flatMap((type) =>
      Object.entries(exampleParts(context, type, samples.get(type.uid) ?? exampleDocument(type))).map(
        ([part, value]) => [componentName(context, type, part), { value }],
      ),
    ),
  );
