// Makes the schemas of documents and components in answers.
import {
  builtInUids,
  isContentType,
  type Attribute,
  type Holder,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '../../schema/index.ts';
import { populatedOf, scalarsOf } from './attributes.ts';
import type { Context, JsonSchema } from './types.ts';
import { closed, listOf, nameOf, named, orNull, ref } from './words.ts';
import { zoneComponents, zoneKey, zonesOf } from './zones.ts';

const plain = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });

/** All values can be null: drafts may lack required attributes, and documents may be older than a rule. */
const values: Readonly<Record<ScalarType, JsonSchema>> = {
  string: plain('string'),
  text: plain('string'),
  richtext: plain('string'),
  blocks: plain('array', { items: { type: 'object' } }),
  email: plain('string'),
  password: plain('string'),
  uid: plain('string'),
  integer: plain('integer'),
  biginteger: plain('string', { description: 'a whole number as text' }),
  float: plain('number'),
  decimal: plain('number'),
  date: plain('string', { format: 'date' }),
  time: plain('string', { description: 'HH:mm:ss, with a fraction where there is one' }),
  datetime: plain('string', { format: 'date-time' }),
  timestamp: plain('string', { description: 'milliseconds since 1970, as text' }),
  boolean: plain('boolean'),
  enumeration: plain('string'),
  json: { description: 'any JSON' },
};

const always = ['id', 'documentId'];

export const valueOf = ({ name, type, enum: words }: ScalarAttribute): JsonSchema => {
  if (always.includes(name)) return { type: name === 'id' ? 'integer' : 'string' };
  return { ...values[type], ...(words === undefined ? {} : { enum: [...words, null] }) };
};

/** The properties that a document or component may have in an answer. */
export const propertiesOf = (context: Context, holder: Holder): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(scalarsOf(holder).map((attribute) => [attribute.name, valueOf(attribute)])),
  ...Object.fromEntries(populatedOf(holder).map((attribute) => [attribute.name, populated(context, attribute)])),
  ...(isContentType(holder) && holder.localized ? { localizations: listOf(named(context, holder.uid)) } : {}),
  // In answers of files, although it is no attribute.
  ...(holder.uid === builtInUids.file ? { isUrlSigned: { type: 'boolean' } } : {}),
});

/** The schema of a populated attribute, or of its count with `count`. */
const populated = (context: Context, attribute: Attribute): JsonSchema => {
  switch (attribute.kind) {
    case 'relation': {
      const target = named(context, attribute.target);
      const schema = attribute.many ? listOf(target) : orNull(target);
      return attribute.type === 'media' ? schema : countable(schema);
    }
    case 'component': {
      const component = named(context, attribute.component);
      return countable(attribute.repeatable ? listOf(component) : orNull(component));
    }
    case 'dynamiczone':
      return listOf(named(context, zoneKey(attribute)));
    case 'morph':
      return attribute.many ? listOf(ref(linkedDocument)) : orNull(ref(linkedDocument));
    case 'scalar':
      return valueOf(attribute);
  }
};

const countable = (schema: JsonSchema): JsonSchema => ({
  anyOf: [...((schema.anyOf as readonly JsonSchema[] | undefined) ?? [schema]), ref('Count')],
});

/** One of several schemas, which a property with the uid distinguishes. */
const oneOf = (context: Context, propertyName: string, uids: readonly string[], ending: string): JsonSchema => ({
  anyOf: uids.map((uid) => named(context, uid, ending)),
  discriminator: {
    propertyName,
    mapping: Object.fromEntries(uids.map((uid) => [uid, named(context, uid, ending).$ref])),
  },
});

/** The schemas of the entries of every dynamic zone. */
export const zoneSchemas = (context: Context, ending: '' | 'Input'): readonly (readonly [string, JsonSchema])[] =>
  zonesOf(context.schema).map(({ key, attribute }) => [
    `${nameOf(context, key)}${ending}`,
    oneOf(context, '__component', attribute.components, `Entry${ending}`),
  ]);

/** The name of the schema for all targets of polymorphic relations. */
export const linkedDocument = 'LinkedDocument';

const hasMorph = ({ types, components }: Schema): boolean =>
  [...types.values(), ...components.values()].some((holder) =>
    populatedOf(holder).some(({ kind }) => kind === 'morph'),
  );

/**
 * The schema of any target of a polymorphic relation. It has a name because a target may have polymorphic relations itself.
 * It has no `allOf`, because Swagger UI cannot resolve a recursive one.
 */
const linkedSchema = (context: Context): JsonSchema => ({
  ...oneOf(context, '__type', [...context.schema.types.keys()], ''),
  required: ['__type'],
});

/** The schemas of all types and components in answers, by name. */
export const readSchemas = (context: Context): Readonly<Record<string, JsonSchema>> => {
  const { schema } = context;
  const inZones = zoneComponents(schema);
  const linked = hasMorph(schema);
  const of = ({ uid }: Holder): string => nameOf(context, uid);
  return Object.fromEntries([
    ...[...schema.types.values()].map((type) => {
      // The schema is closed, so it must list `__type`, which only targets of polymorphic relations have.
      const __type = linked ? { __type: { const: type.uid } } : {};
      return [of(type), closed({ ...__type, ...propertiesOf(context, type) }, always)];
    }),
    ...[...schema.components.values()].flatMap((component) => {
      const properties = propertiesOf(context, component);
      const entry = closed({ __component: { const: component.uid }, ...properties }, ['__component']);
      return [
        [of(component), closed(properties)],
        ...(inZones.has(component.uid) ? [[`${of(component)}Entry`, entry]] : []),
      ];
    }),
    ...zoneSchemas(context, ''),
    ...(linked ? [[linkedDocument, linkedSchema(context)]] : []),
  ]) as Readonly<Record<string, JsonSchema>>;
};
