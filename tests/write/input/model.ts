// A small schema, built by hand, with every kind of attribute.
import type {
  Attribute,
  Attributes,
  Component,
  ComponentAttribute,
  ContentType,
  DynamicZoneAttribute,
  MorphAttribute,
  RelationAttribute,
  ScalarAttribute,
  ScalarType,
  Schema,
  ValueKind,
} from '../../../lib/schema/index.ts';

const valueKinds: Partial<Record<ScalarType, ValueKind>> = {
  integer: 'integer',
  biginteger: 'biginteger',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  json: 'json',
  blocks: 'blocks',
};

type Named = (name: string) => Attribute;

const common = (name: string) => ({ name, required: false, private: false, localized: false });

export const scalar =
  (type: ScalarType, more: Partial<ScalarAttribute> = {}): Named =>
  (name) => ({ ...common(name), kind: 'scalar', type, value: valueKinds[type] ?? 'text', unique: false, ...more });

export const relation =
  (many: boolean, more: Partial<RelationAttribute> = {}): Named =>
  (name) => ({
    ...common(name),
    kind: 'relation',
    type: 'relation',
    target: 'api::tag.tag',
    many,
    exclusive: false,
    side: { holds: 'links' },
    ...more,
  });

export const media = (many: boolean, more: Partial<RelationAttribute> = {}): Named =>
  relation(many, { type: 'media', target: 'plugin::upload.file', ...more });

export const morph =
  (many: boolean, more: Partial<MorphAttribute> = {}): Named =>
  (name) => ({ ...common(name), kind: 'morph', type: 'relation', many, ...more });

export const component =
  (uid: string, more: Partial<ComponentAttribute> = {}): Named =>
  (name) => ({ ...common(name), kind: 'component', type: 'component', component: uid, repeatable: false, ...more });

export const repeatable = (uid: string, more: Partial<ComponentAttribute> = {}): Named =>
  component(uid, { repeatable: true, ...more });

export const zone =
  (components: readonly string[], more: Partial<DynamicZoneAttribute> = {}): Named =>
  (name) => ({ ...common(name), kind: 'dynamiczone', type: 'dynamiczone', components, ...more });

type Specification = Readonly<Record<string, Named>>;

const attributes = (specification: Specification): Attributes =>
  new Map(Object.entries(specification).map(([name, make]) => [name, make(name)]));

const part = (uid: string, specification: Specification): Component => ({
  uid,
  displayName: uid,
  attributes: attributes(specification),
});

export const type = (uid: string, specification: Specification, draftAndPublish = true): ContentType => ({
  uid,
  kind: 'collectionType',
  singularName: uid,
  pluralName: `${uid}s`,
  displayName: uid,
  collectionName: `${uid}s`,
  draftAndPublish,
  localized: false,
  indexes: [],
  attributes: attributes(specification),
});

const components = [
  part('shared.seo', {
    metaTitle: scalar('string', { required: true }),
    metaDescription: scalar('text', { maxLength: 20 }),
    n: scalar('integer'),
  }),
  part('shared.quote', {
    title: scalar('string', { required: true }),
    body: scalar('text', { minLength: 3 }),
    tag: relation(false),
  }),
  part('shared.other', { x: scalar('string') }),
  part('deep.inner', { name: scalar('string', { required: true }), size: scalar('integer', { min: 1, max: 5 }) }),
  part('deep.outer', {
    label: scalar('string'),
    inner: component('deep.inner'),
    inners: repeatable('deep.inner', { min: 1, max: 2 }),
    again: component('deep.outer'),
  }),
  part('deep.defaults', {
    a: scalar('string', { default: 'A' }),
    at: scalar('datetime', { default: '2024-01-02T00:00:00Z' }),
    inner: component('deep.inner'),
  }),
];

export const schemaOf = (...types: readonly ContentType[]): Schema => ({
  types: new Map(
    [
      ...types,
      type('api::tag.tag', { name: scalar('string') }),
      type('plugin::upload.file', { name: scalar('string') }),
    ].map((one) => [one.uid, one]),
  ),
  components: new Map(components.map((one) => [one.uid, one])),
  served: new Map(),
});
