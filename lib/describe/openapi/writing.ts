// Documents and components as bodies write them, by the same rules that check them.
import { documentOf } from '../../write/input/index.ts';
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

/** What checks a holder's attributes sees moments as numbers, and dates by a pattern that says which days there are. */
const forms: Readonly<Partial<Record<ScalarType, (checked: JsonSchema, attribute: ScalarAttribute) => JsonSchema>>> = {
  date: ({ type }) => ({ type, format: 'date' }),
  datetime: ({ type }) => ({ type: textual(type), format: 'date-time' }),
  timestamp: ({ type }) => ({ type: textual(type), format: 'date-time' }),
  email: (checked) => ({ ...checked, format: 'email' }),
  password: (checked) => ({ ...checked, format: 'password', writeOnly: true }),
  // Without bounds of its own there are those of 64 bits, which make long patterns.
  biginteger: ({ type, pattern, ...more }, { min, max }) =>
    min === undefined && max === undefined ? { type, pattern } : { type, pattern, ...more },
};

const textual = (type: unknown): unknown =>
  Array.isArray(type) && type.includes('null') ? ['string', 'null'] : 'string';

const scalar = (attribute: ScalarAttribute, checked: JsonSchema): JsonSchema => ({
  ...(forms[attribute.type]?.(checked, attribute) ?? checked),
  // Not `default`: a change leaves what it does not name, and clients are generated that would give it.
  ...(attribute.default === undefined ? {} : { description: `by default ${JSON.stringify(attribute.default)}` }),
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

/** The properties that a body may have, and those that a component must. */
export const bodyOf = (context: Context, holder: Holder): Body => {
  const { properties, required } = documentOf(holder, 'published');
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
    // What has a default is filled in.
    required: (required as readonly string[]).filter((name) => names.has(name) && !hasDefault(holder, name)),
  };
};

const hasDefault = ({ attributes }: Holder, name: string): boolean => {
  const attribute = attributes.get(name);
  return attribute?.kind === 'scalar' && attribute.default !== undefined;
};

const isLink = ({ kind }: Attribute): boolean => kind === 'relation' || kind === 'morph';

/** What a new document that is published at once must be given; uids are made where nobody gives them. */
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

/** Types whose documents bodies write by themselves: roles and files are written in other ways. */
const writtenTypes = ({ types, served }: Schema): readonly ContentType[] =>
  [...types.values()].filter((type) => type.uid === builtInUids.user || [...served.values()].includes(type));

/** By name: every type and component as it is written, and every type as it is made. */
export const writeSchemas = (context: Context): Readonly<Record<string, JsonSchema>> => {
  const { schema } = context;
  const inZones = zoneComponents(schema);
  return Object.fromEntries([
    ...writtenTypes(schema).flatMap((type) => ofType(context, type)),
    ...[...schema.components.values()].flatMap((component) => ofComponent(context, component, inZones)),
    ...zoneSchemas(context, 'Input'),
  ]);
};
