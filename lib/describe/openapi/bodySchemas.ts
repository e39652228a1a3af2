// Makes the schemas of documents and components in bodies, from the schemas that check bodies.
import { jsonSchemaOf } from '../../write/input/index.ts';
import {
  builtInUids,
  isObject,
  generatedUids,
  type Attribute,
  type Component,
  type ContentType,
  type AttributeHolder,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '../../schema/index.ts';
import { writableAttributes } from './attributes.ts';
import { toOpenApiSchema } from './toOpenApiSchema.ts';
import { zoneSchemas } from './answerSchemas.ts';
import type { Context, SchemaObject } from './types.ts';
import { closedObject, nullable, schemaName, typeSchemaRef, schemaRef } from './schemaParts.ts';
import { zoneComponentUids, zoneKey } from './assignNames.ts';

/**
 * Types whose check differs from their form in a body: it sees datetimes as numbers, and checks dates with a long pattern. Generators
 * of clients do not understand all types in one list, nor a list of types beside a reference.
 */
const bodyForms: Readonly<
  Partial<Record<ScalarType, (checked: SchemaObject, attribute: ScalarAttribute) => SchemaObject>>
> = {
  date: ({ type }) => ({ type, format: 'date' }),
  datetime: ({ type }) => ({ type: textType(type), format: 'date-time' }),
  timestamp: ({ type }) => ({ type: textType(type), format: 'date-time' }),
  blocks: ({ type }) => (allowsNull(type) ? nullable(schemaRef('Blocks')) : schemaRef('Blocks')),
  json: () => ({ description: 'any JSON' }),
  email: (checked) => ({ ...checked, format: 'email' }),
  password: (checked) => ({ ...checked, format: 'password', writeOnly: true }),
  // Without own bounds, the check has those of 64 bits, which are long patterns.
  biginteger: ({ type, pattern, ...more }, { min, max }) =>
    min === undefined && max === undefined ? { type, pattern } : { type, pattern, ...more },
};

const allowsNull = (type: unknown): boolean => Array.isArray(type) && type.includes('null');

const textType = (type: unknown): unknown => (allowsNull(type) ? ['string', 'null'] : 'string');

const scalarSchema = (attribute: ScalarAttribute, checked: SchemaObject): SchemaObject => ({
  ...(bodyForms[attribute.type]?.(checked, attribute) ?? checked),
  // Not `default`: generated clients would then send it with every update.
  ...(attribute.default === undefined ? {} : { description: `default: ${JSON.stringify(attribute.default)}` }),
});

const valueSchema = (context: Context, attribute: Attribute, checked: SchemaObject): SchemaObject => {
  switch (attribute.kind) {
    case 'scalar':
      return scalarSchema(attribute, checked);
    case 'relation':
      return schemaRef(attribute.many ? 'Links' : 'Link');
    case 'morph':
      return schemaRef(attribute.many ? 'PolymorphicLinks' : 'PolymorphicLink');
    case 'component': {
      const component = typeSchemaRef(context, attribute.component, 'Input');
      if (attribute.repeatable) return { ...checked, items: component };
      return Array.isArray(checked.type) ? { anyOf: [component, { type: 'null' }] } : component;
    }
    case 'dynamiczone':
      return { ...checked, items: typeSchemaRef(context, zoneKey(attribute), 'Input') };
  }
};

interface BodyProperties {
  readonly properties: Readonly<Record<string, SchemaObject>>;
  readonly required: readonly string[];
}

/** The properties of a body, and the names of those that a component requires. */
export const bodyProperties = (context: Context, holder: AttributeHolder): BodyProperties => {
  const { properties, required } = jsonSchemaOf(holder, 'published');
  const checked = (name: string): SchemaObject => {
    const found = isObject(properties) ? properties[name] : undefined;
    return isObject(found) ? toOpenApiSchema(found) : {};
  };
  const writable = writableAttributes(holder);
  const names = new Set(writable.map(({ name }) => name));
  return {
    properties: Object.fromEntries(
      writable.map((attribute) => [attribute.name, valueSchema(context, attribute, checked(attribute.name))]),
    ),
    // Lectern fills in defaults.
    required: (required as readonly string[]).filter((name) => names.has(name) && !hasDefault(holder, name)),
  };
};

const hasDefault = ({ attributes }: AttributeHolder, name: string): boolean => {
  const attribute = attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.default !== undefined;
};

const isLink = ({ kind }: Attribute): boolean => kind === 'relation' || kind === 'morph';

/** The attributes that a new published document requires, without those that Lectern fills in or generates. */
const requiredAttributes = (type: ContentType): readonly string[] => {
  const generated = new Set(generatedUids(type).map(({ name }) => name));
  return writableAttributes(type)
    .filter((attribute) => attribute.required && !isLink(attribute))
    .map(({ name }) => name)
    .filter((name) => !generated.has(name) && !hasDefault(type, name));
};

const typeSchemas = (context: Context, type: ContentType): readonly (readonly [string, SchemaObject])[] => {
  const name = schemaName(context, type.uid);
  const { properties } = bodyProperties(context, type);
  // Lectern ignores other keys in the body of a user.
  const input = type.uid === builtInUids.user ? { type: 'object', properties } : closedObject(properties);
  const needed = requiredAttributes(type);
  return [
    [`${name}Input`, input],
    [
      `${name}New`,
      needed.length === 0 ? schemaRef(`${name}Input`) : { allOf: [schemaRef(`${name}Input`)], required: needed },
    ],
  ];
};

const componentSchemas = (
  context: Context,
  component: Component,
  inZones: ReadonlySet<string>,
): readonly (readonly [string, SchemaObject])[] => {
  const name = schemaName(context, component.uid);
  const { properties: own, required } = bodyProperties(context, component);
  const id = {
    type: 'integer',
    description: 'the `id` of a component that the document has, which keeps its passwords',
  };
  const properties = { id, ...own };
  const entry = closedObject({ __component: { const: component.uid }, ...properties }, ['__component', ...required]);
  return [
    [`${name}Input`, closedObject(properties, required)],
    ...(inZones.has(component.uid) ? [[`${name}EntryInput`, entry] as const] : []),
  ];
};

/** The types whose documents are written with these bodies; roles and files have other bodies. */
const writableTypes = ({ types, served }: Schema): readonly ContentType[] =>
  [...types.values()].filter((type) => type.uid === builtInUids.user || [...served.values()].includes(type));

/** The schemas of bodies by name: of all types and components, and of new documents of all types. */
export const bodySchemas = (context: Context): Readonly<Record<string, SchemaObject>> => {
  const { schema } = context;
  const inZones = zoneComponentUids(schema);
  return Object.fromEntries([
    ...writableTypes(schema).flatMap((type) => typeSchemas(context, type)),
    ...[...schema.components.values()].flatMap((component) => componentSchemas(context, component, inZones)),
    ...zoneSchemas(context, 'Input'),
  ]);
};
