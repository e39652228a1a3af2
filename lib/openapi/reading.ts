// Documents and components as they are answered.
import {
  builtInUids,
  isContentType,
  type Attribute,
  type ContentType,
  type Holder,
  type ScalarAttribute,
  type ScalarType,
} from '../schema/index.ts';
import { populatedOf, scalarsOf } from './attributes.ts';
import type { Context, JsonSchema } from './types.ts';
import { closed, listOf, named, orNull, ref } from './words.ts';

const plain = (type: string, more: JsonSchema = {}): JsonSchema => ({ type: [type, 'null'], ...more });

/** A draft may lack whatever it must have to be published, and what was written before a rule was made stands. */
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
  // Said of files, and no attribute of theirs.
  ...(holder.uid === builtInUids.file ? { isUrlSigned: { type: 'boolean' } } : {}),
});

/** There when it is populated; only how many there are where `count` is asked for. */
const populated = (context: Context, attribute: Attribute): JsonSchema => {
  switch (attribute.kind) {
    case 'relation': {
      const target = named(context, attribute.target);
      return countable(attribute.many ? listOf(target) : orNull(target));
    }
    case 'component': {
      const component = named(context, attribute.component);
      return countable(attribute.repeatable ? listOf(component) : orNull(component));
    }
    case 'dynamiczone':
      return listOf(oneOfZone(context, attribute.components, 'Entry'));
    case 'morph': {
      const any = { anyOf: [...context.schema.types.values()].map((type) => linked(context, type)) };
      return attribute.many ? listOf(any) : orNull(any);
    }
    case 'scalar':
      return valueOf(attribute);
  }
};

const countable = (schema: JsonSchema): JsonSchema => ({
  anyOf: [...((schema.anyOf as readonly JsonSchema[] | undefined) ?? [schema]), ref('Count')],
});

/** An entry of a zone, told by its `__component`. */
export const oneOfZone = (context: Context, components: readonly string[], ending: string): JsonSchema => ({
  anyOf: components.map((uid) => named(context, uid, ending)),
  discriminator: {
    propertyName: '__component',
    mapping: Object.fromEntries(components.map((uid) => [uid, named(context, uid, ending).$ref])),
  },
});

/** What a polymorphic relation leads to says what it is. */
const linked = (context: Context, type: ContentType): JsonSchema =>
  closed({ __type: { const: type.uid }, ...propertiesOf(context, type) }, ['__type', ...always]);

/** The components that stand in zones. */
export const zoned = ({ schema }: Pick<Context, 'schema'>): ReadonlySet<string> =>
  new Set(
    [...schema.types.values(), ...schema.components.values()].flatMap(({ attributes }) =>
      [...attributes.values()].flatMap((attribute) => (attribute.kind === 'dynamiczone' ? attribute.components : [])),
    ),
  );

/** By name: every type and component as it is read. */
export const readSchemas = (context: Context): Readonly<Record<string, JsonSchema>> => {
  const { schema, names } = context;
  const inZones = zoned(context);
  const of = ({ uid }: Holder): string => names.get(uid) ?? '';
  return Object.fromEntries([
    ...[...schema.types.values()].map((type) => [of(type), closed(propertiesOf(context, type), always)]),
    ...[...schema.components.values()].flatMap((component) => {
      const properties = propertiesOf(context, component);
      const entry = closed({ __component: { const: component.uid }, ...properties }, ['__component']);
      return [
        [of(component), closed(properties)],
        ...(inZones.has(component.uid) ? [[`${of(component)}Entry`, entry]] : []),
      ];
    }),
  ]) as Readonly<Record<string, JsonSchema>>;
};
