// Makes the schemas of documents and components in answers.
import {
  builtInUids,
  componentIdAttribute,
  hasLocalizations,
  isContentType,
  isServed,
  libraryFileType,
  reviewNames,
  writerAttributes,
  type Attribute,
  type AttributeHolder,
  type ContentType,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '../../schema/index.ts';
import { creatorNames, populatableAttributes, scalarsOf } from './attributes.ts';
import type { Context, SchemaObject } from './types.ts';
import { closedObject, arrayOf, schemaName, typeSchemaRef, nullable, schemaRef } from './schemaParts.ts';
import { zoneComponentUids, zoneKey, dynamicZones } from './assignNames.ts';

const nullableType = (type: string, more: SchemaObject = {}): SchemaObject => ({ type: [type, 'null'], ...more });

/** All values can be null: drafts may lack required attributes, and documents may be older than a rule. */
const valueSchemas: Readonly<Record<ScalarType, SchemaObject>> = {
  string: nullableType('string'),
  text: nullableType('string'),
  richtext: nullableType('string'),
  blocks: nullable(schemaRef('Blocks')),
  email: nullableType('string'),
  password: nullableType('string'),
  uid: nullableType('string'),
  integer: nullableType('integer'),
  biginteger: nullableType('string', { description: 'a whole number as text' }),
  float: nullableType('number'),
  decimal: nullableType('number'),
  date: nullableType('string', { format: 'date' }),
  time: nullableType('string', { description: 'HH:mm:ss, with a fraction where there is one' }),
  datetime: nullableType('string', { format: 'date-time' }),
  timestamp: nullableType('string', { description: 'milliseconds since 1970, as text' }),
  boolean: nullableType('boolean'),
  enumeration: nullableType('string'),
  json: { description: 'any JSON' },
};

const alwaysPresent = ['id', 'documentId'];

export const valueSchema = ({ name, type, enum: words }: ScalarAttribute): SchemaObject => {
  if (alwaysPresent.includes(name)) return { type: name === 'id' ? 'integer' : 'string' };
  return { ...valueSchemas[type], ...(words === undefined ? {} : { enum: [...words, null] }) };
};

const writer = { ...nullable(schemaRef('Writer')), description: 'only with `view=edit`' };

/** With `view=edit`, or a creator if the type has creators and the query populates them. */
const writerProperties = (type: ContentType): Readonly<Record<string, SchemaObject>> =>
  Object.fromEntries(
    writerAttributes.map(({ name }) => [
      name,
      creatorNames(type).includes(name)
        ? { anyOf: [schemaRef('Creator'), schemaRef('Writer'), { type: 'null' }] }
        : writer,
    ]),
  );

/** Only with `view=edit`. */
const reviewProperties = ({ review }: ContentType): Readonly<Record<string, SchemaObject>> =>
  review === undefined ? {} : { [reviewNames.stage]: { enum: [...review.stages] }, [reviewNames.assignee]: writer };

const isPassword = (attribute: Attribute): boolean => attribute.kind === 'scalar' && attribute.type === 'password';

/** Whether answers with `view=edit` have attributes that the description does not name. */
const hasPrivate = ({ schema }: Context, holder: AttributeHolder): boolean =>
  (!isContentType(holder) || isServed(schema, holder)) &&
  ([...holder.attributes.values()].some((attribute) => attribute.private && !isPassword(attribute)) ||
    (isContentType(holder) && holder.privateSystem !== undefined));

/** An object without other properties; but with `view=edit` it has private attributes, if it has `updatedBy`. */
const answerObject = (
  context: Context,
  holder: AttributeHolder,
  properties: Readonly<Record<string, SchemaObject>>,
  required: readonly string[],
): SchemaObject => {
  if (!hasPrivate(context, holder)) return closedObject(properties, required);
  const open = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  if (!isContentType(holder)) return open;
  const names = { propertyNames: { enum: Object.keys(properties) } };
  return { ...open, if: { not: { required: ['updatedBy'] } }, then: names };
};

/** The properties that a document or component may have in an answer. */
export const answerProperties = (
  context: Context,
  holder: AttributeHolder,
): Readonly<Record<string, SchemaObject>> => ({
  ...Object.fromEntries(scalarsOf(holder).map((attribute) => [attribute.name, valueSchema(attribute)])),
  ...Object.fromEntries(
    populatableAttributes(holder).map((attribute) => [attribute.name, populatedSchema(context, attribute)]),
  ),
  ...(isContentType(holder) && isServed(context.schema, holder)
    ? { ...writerProperties(holder), ...reviewProperties(holder) }
    : {}),
  ...(isContentType(holder) && hasLocalizations(holder)
    ? { localizations: arrayOf(typeSchemaRef(context, holder.uid)) }
    : {}),
  // In answers of files, although it is no attribute.
  ...(holder.uid === builtInUids.file ? { isUrlSigned: { type: 'boolean' } } : {}),
});

/** The schema of a populated attribute, or of its count with `count`. */
const populatedSchema = (context: Context, attribute: Attribute): SchemaObject => {
  switch (attribute.kind) {
    case 'relation': {
      const target = typeSchemaRef(context, attribute.target);
      const schema = attribute.many ? arrayOf(target) : nullable(target);
      return attribute.type === 'media' ? schema : withCount(schema);
    }
    case 'component': {
      const component = typeSchemaRef(context, attribute.component);
      return withCount(attribute.repeatable ? arrayOf(component) : nullable(component));
    }
    case 'dynamiczone':
      return arrayOf(typeSchemaRef(context, zoneKey(attribute)));
    case 'morph':
      return attribute.many ? arrayOf(schemaRef(linkedDocumentName)) : nullable(schemaRef(linkedDocumentName));
    case 'scalar':
      return valueSchema(attribute);
  }
};

const withCount = (schema: SchemaObject): SchemaObject => ({
  anyOf: [...((schema.anyOf as readonly SchemaObject[] | undefined) ?? [schema]), schemaRef('Count')],
});

/** One of several schemas, which a property with the uid distinguishes. */
const oneOfComponents = (
  context: Context,
  propertyName: string,
  uids: readonly string[],
  ending: string,
): SchemaObject => ({
  anyOf: uids.map((uid) => typeSchemaRef(context, uid, ending)),
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(uids.map((uid) => [uid, typeSchemaRef(context, uid, ending).$ref])),
  },
});

/** The schemas of the entries of every dynamic zone. */
export const zoneSchemas = (context: Context, ending: '' | 'Input'): readonly (readonly [string, SchemaObject])[] =>
  dynamicZones(context.schema).map(({ key, attribute }) => [
    `${schemaName(context, key)}${ending}`,
    oneOfComponents(context, '__component', attribute.components, `Entry${ending}`),
  ]);

/** The name of the schema for all targets of polymorphic relations. */
export const linkedDocumentName = 'LinkedDocument';

/** The name of the schema of a file as the media library shows it: with its folder. */
export const libraryFileName = 'LibraryFile';

const own: SchemaObject = {
  type: 'boolean',
  description:
    'whether the user uploaded the file; only in reads of users who may change or delete only their own files',
};

const hasMorph = ({ types, components }: Schema): boolean =>
  [...types.values(), ...components.values()].some((holder) =>
    populatableAttributes(holder).some(({ kind }) => kind === 'morph'),
  );

/**
 * The schema of any target of a polymorphic relation. It has a name because a target may have polymorphic relations itself.
 * It has no `allOf`, because Swagger UI cannot resolve a recursive one.
 */
const linkedSchema = (context: Context): SchemaObject => ({
  ...oneOfComponents(context, '__type', [...context.schema.types.keys()], ''),
  required: ['__type'],
});

/** The schemas of all types and components in answers, by name. */
export const answerSchemas = (context: Context): Readonly<Record<string, SchemaObject>> => {
  const { schema } = context;
  const inZones = zoneComponentUids(schema);
  const linked = hasMorph(schema);
  const of = ({ uid }: AttributeHolder): string => schemaName(context, uid);
  return Object.fromEntries([
    ...[...schema.types.values()].map((type) => {
      // The schema is closed, so it must list `__type`, which only targets of polymorphic relations have.
      const __type = linked ? { __type: { const: type.uid } } : {};
      return [of(type), answerObject(context, type, { ...__type, ...answerProperties(context, type) }, alwaysPresent)];
    }),
    ...[...schema.components.values()].flatMap((component) => {
      const { name: id } = componentIdAttribute;
      // Without `componentIds`, only answers with `view=edit` have ids.
      const required = context.config.api.rest.componentIds ? [id] : [];
      const properties = { [id]: valueSchema(componentIdAttribute), ...answerProperties(context, component) };
      const entry = answerObject(context, component, { __component: { const: component.uid }, ...properties }, [
        '__component',
        ...required,
      ]);
      return [
        [of(component), answerObject(context, component, properties, required)],
        ...(inZones.has(component.uid) ? [[`${of(component)}Entry`, entry]] : []),
      ];
    }),
    ...zoneSchemas(context, ''),
    ...(linked ? [[linkedDocumentName, linkedSchema(context)]] : []),
    [libraryFileName, closedObject({ ...answerProperties(context, libraryFileType(schema)), own }, alwaysPresent)],
  ]) as Readonly<Record<string, SchemaObject>>;
};
