// Makes the schemas of documents and components in bodies, from the schemas that check bodies.
import { jsonSchemaOf } from '../../write/input/index.ts';
import {
  builtInUids,
  isObject,
  sluggedIn,
  type Attribute,
  type Component,
  type ContentType,
  type Holder,
  type ScalarAttribute,
  type ScalarType,
  type Schema,
} from '../../schema/index.ts';
import { writtenOf } from './attributes.ts';
import { toldOf } from './bodies.ts';
import { zoneSchemas } from './reading.ts';
import type { Context, JsonSchema } from './types.ts';
import { closed, nameOf, named, ref } from './words.ts';
import { zoneComponents, zoneKey } from './zones.ts';

/** Types whose check differs from their form in a body: it sees datetimes as numbers, and checks dates with a long pattern. */
const forms: Readonly<Partial<Record<ScalarType, (checked: JsonSchema, attribute: ScalarAttribute) => JsonSchema>>> = {
  date: ({ type }) => ({ type, format: 'date' }),
  datetime: ({ type }) => ({ type: textual(type), format: 'date-time' }),
  timestamp: ({ type }) => ({ type: textual(type), format: 'date-time' }),
  email: (checked) => ({ ...checked, format: 'email' }),
  password: (checked) => ({ ...checked, format: 'password', writeOnly: true }),
  // Without own bounds, the check has those of 64 bits, which are long patterns.
  biginteger: ({ type, pattern, ...more }, { min, max }) =>
    min === undefined && max === undefined ? { type, pattern } : { type, pattern, ...more },
};

const textual = (type: unknown): unknown =>
  Array.isArray(type) && type.includes('null') ? ['string', 'null'] : 'string';

const scalar = (attribute: ScalarAttribute, checked: JsonSchema): JsonSchema => ({
  ...(forms[attribute.type]?.(checked, attribute) ?? checked),
  // Not `default`: generated clients would then send it with every update.
  ...(attribute.default === undefined ? {} : { description: `default: ${JSON.stringify(attribute.default)}` }),
});

const valueOf = (context: Context, attribute: Attribute, checked: JsonSchema): JsonSchema => {
  switch (attribute.kind) {
    case 'scalar':
      return scalar(attribute, checked);
    case 'relation':
      return ref(attribute.many ? 'Links' : 'Link');
    case 'morph':
      return ref(attribute.many ? 'PolymorphicLinks' : 'PolymorphicLink');
    case 'component': {
      const component = named(context, attribute.component, 'Input');
      if (attribute.repeatable) return { ...checked, items: component };
      return Array.isArray(checked.type) ? { anyOf: [component, { type: 'null' }] } : component;
    }
    case 'dynamiczone':
      return { ...checked, items: named(context, zoneKey(attribute), 'Input') };
  }
};

interface Body {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The properties of a body, and the names of those that a component requires. */
export const bodyOf = (context: Context, holder: Holder): Body => {
  const { properties, required } = jsonSchemaOf(holder, 'published');
  const checked = (name: string): JsonSchema => {
    const found = isObject(properties) ? properties[name] : undefined;
    return isObject(found) ? toldOf(found) : {};
  };
  const written = writtenOf(holder);
  const names = new Set(written.map(({ name }) => name));
  return {
    properties: Object.fromEntries(
      written.map((attribute) => [attribute.name, valueOf(context, attribute, checked(attribute.name))]),
    ),
    // Lectern fills in defaults.
    required: (required as readonly string[]).filter((name) => names.has(name) && !hasDefault(holder, name)),
  };
};

const hasDefault = ({ attributes }: Holder, name: string): boolean => {
  const attribute = attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.default !== undefined;
};

const isLink = ({ kind }: Attribute): boolean => kind === 'relation' || kind === 'morph';

/** The attributes that a new published document requires, without those that Lectern fills in or generates. */
const neededBy = (type: ContentType): readonly string[] => {
  const made = new Set(sluggedIn(type).map(({ name }) => name));
  return writtenOf(type)
    .filter((attribute) => attribute.required && !isLink(attribute))
    .map(({ name }) => name)
    .filter((name) => !made.has(name) && !hasDefault(type, name));
};

const ofType = (context: Context, type: ContentType): readonly (readonly [string, JsonSchema])[] => {
  const name = nameOf(context, type.uid);
  const input = closed(bodyOf(context, type).properties);
  const needed = neededBy(type);
  return [
    [`${name}Input`, input],
    [`${name}New`, needed.length === 0 ? ref(`${name}Input`) : { allOf: [ref(`${name}Input`)], required: needed }],
  ];
};

const ofComponent = (
  context: Context,
  component: Component,
  inZones: ReadonlySet<string>,
): readonly (readonly [string, JsonSchema])[] => {
  const name = nameOf(context, component.uid);
  const { properties, required } = bodyOf(context, component);
  const entry = closed({ __component: { const: component.uid }, ...properties }, ['__component', ...required]);
  return [
    [`${name}Input`, closed(properties, required)],
    ...(inZones.has(component.uid) ? [[`${name}EntryInput`, entry] as const] : []),
  ];
};

/** The types whose documents are written with these bodies; roles and files have other bodies. */
const writtenTypes = ({ types, served }: Schema): readonly ContentType[] =>
  [...types.values()].filter((type) => type.uid === builtInUids.user || [...served.values()].includes(type));

/** The schemas of bodies by name: of all types and components, and of new documents of all types. */
export const writeSchemas = (context: Context): Readonly<Record<string, JsonSchema>> => {
  const { schema } = context;
  const inZones = zoneComponents(schema);
  return Object.fromEntries([
    ...writtenTypes(schema).flatMap((type) => ofType(context, type)),
    ...[...schema.components.values()].flatMap((component) => ofComponent(context, component, inZones)),
    ...zoneSchemas(context, 'Input'),
  ]);
};
