// The table of attribute types: the kind of value of each, and the options that a schema file may give it.

/** How Lectern stores, compares and checks a scalar; several attribute types can share a kind. */
export type ValueKind =
  | 'text'
  | 'integer'
  | 'biginteger'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'json'
  | 'blocks';

/** A JSON Schema. Its description completes the sentence "write <description>" in messages. */
export interface OptionSchema {
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

type Options = Readonly<Record<string, OptionSchema>>;

/** A scalar type has a value of its own; the other kinds are links or structure. */
export type AttributeType =
  | { readonly kind: 'scalar'; readonly value: ValueKind; readonly options: Options }
  | {
      readonly kind: 'media' | 'relation' | 'component' | 'dynamiczone';
      readonly options: Options;
      /** Options that the attribute must have. */
      readonly required: readonly string[];
    };

const flag: OptionSchema = { type: 'boolean', description: 'true or false' };
const text: OptionSchema = { type: 'string', description: 'a text' };
const length: OptionSchema = { type: 'integer', minimum: 0, description: 'a whole number, 0 or more' };
const number: OptionSchema = { type: 'number', description: 'a number' };
const integer: OptionSchema = { type: 'integer', description: 'a whole number' };
const bigInteger: OptionSchema = {
  type: ['integer', 'string'],
  pattern: '^-?\\d+$',
  description: 'a whole number as a text, such as "9007199254740993"',
};
const object: OptionSchema = { type: 'object', description: 'an object' };
const anyValue: OptionSchema = {};

/** `pluginOptions.i18n.localized` of a content type or an attribute. */
export const pluginOptions: OptionSchema = {
  type: 'object',
  description: 'an object',
  properties: { i18n: { type: 'object', description: 'an object', properties: { localized: flag } } },
};

/** Options that Strapi accepts on attributes of all types. Lectern ignores those for Strapi's admin panel and for SQL. */
const universalOptions: Options = {
  type: text,
  required: flag,
  private: flag,
  unique: flag,
  configurable: flag,
  writable: flag,
  visible: flag,
  searchable: flag,
  useJoinTable: flag,
  pluginOptions,
  customField: text,
  // For the custom field: the multiple choice of Strapi has a list here.
  options: anyValue,
  conditions: object,
  default: anyValue,
  column: anyValue,
  columnName: anyValue,
  columnType: anyValue,
  joinColumn: anyValue,
  joinTable: anyValue,
  displayName: anyValue,
  description: anyValue,
};

const lengthOptions: Options = { minLength: length, maxLength: length };
const textOptions: Options = {
  ...lengthOptions,
  regex: { type: 'string', description: 'a regular expression' },
  default: text,
};
const numberOptions = (bound: OptionSchema): Options => ({ min: bound, max: bound, default: bound });
const countOptions: Options = { min: length, max: length };
const dateOptions = (example: string): Options => ({
  default: { type: 'string', description: `a text such as "${example}"` },
});
const datetime = dateOptions('2024-05-31T09:30:00.000Z');

/** A unique index compares the entries of lists: it would refuse a list that shares an entry with another document's list. */
const neverUnique: Options = {
  unique: {
    enum: [false],
    description: 'false (whole JSON values cannot be kept unique; give what must be unique an attribute of its own)',
  },
};

const scalarType = (value: ValueKind, options: Options = {}): Extract<AttributeType, { kind: 'scalar' }> => ({
  kind: 'scalar',
  value,
  options,
});

/** The uid of a component: `shared.seo`. */
const component: OptionSchema = { type: 'string', description: 'the name of a component, such as "shared.seo"' };

export const relationKinds = [
  'oneToOne',
  'oneToMany',
  'manyToOne',
  'manyToMany',
  'morphToOne',
  'morphToMany',
  'morphOne',
  'morphMany',
] as const;

/**
 * The one table of attribute types. The check of schema files, the model, input validators, generated types and OpenAPI
 * derive from it.
 */
export const attributeTypes = {
  string: scalarType('text', textOptions),
  text: scalarType('text', textOptions),
  richtext: scalarType('text', textOptions),
  blocks: scalarType('blocks', { ...neverUnique, default: { type: 'array', description: 'a list of blocks' } }),
  email: scalarType('text', {
    ...textOptions,
    default: { type: 'string', pattern: '@', description: 'an email address' },
  }),
  password: scalarType('text', textOptions),
  uid: scalarType('text', {
    ...textOptions,
    targetField: { type: 'string', description: 'the name of a text attribute' },
  }),
  integer: scalarType('integer', numberOptions(integer)),
  biginteger: scalarType('biginteger', numberOptions(bigInteger)),
  float: scalarType('number', numberOptions(number)),
  decimal: scalarType('number', numberOptions(number)),
  date: scalarType('date', dateOptions('2024-05-31')),
  time: scalarType('time', dateOptions('09:30:00.000')),
  datetime: scalarType('datetime', datetime),
  timestamp: scalarType('datetime', datetime),
  boolean: scalarType('boolean', { default: flag }),
  enumeration: scalarType('text', {
    enum: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1, description: 'a text' },
      description: 'a list of the values it may take',
    },
    enumName: text,
  }),
  json: scalarType('json', neverUnique),
  media: {
    kind: 'media',
    required: [],
    options: {
      ...countOptions,
      multiple: flag,
      allowedTypes: {
        type: ['array', 'string'],
        items: { type: 'string', description: 'a text' },
        description: 'a list of images, videos, audios, files',
      },
    },
  },
  relation: {
    kind: 'relation',
    required: ['relation'],
    options: {
      ...countOptions,
      relation: { enum: relationKinds, description: `one of ${relationKinds.join(', ')}` },
      target: { type: 'string', description: 'the uid of a type, such as "api::article.article"' },
      inversedBy: { type: 'string', description: 'the name of an attribute of the target' },
      mappedBy: { type: 'string', description: 'the name of an attribute of the target' },
      morphBy: { type: 'string', description: 'the name of a polymorphic attribute of the target' },
      targetAttribute: anyValue,
    },
  },
  component: {
    kind: 'component',
    required: ['component'],
    options: { ...countOptions, component, repeatable: flag },
  },
  dynamiczone: {
    kind: 'dynamiczone',
    required: ['components'],
    options: {
      ...countOptions,
      components: {
        type: 'array',
        minItems: 1,
        items: component,
        description: 'a list of components, such as ["shared.quote"]',
      },
    },
  },
} as const satisfies Readonly<Record<string, AttributeType>>;

export type AttributeTypeName = keyof typeof attributeTypes;

/** The names of the types whose values are scalar. */
export type ScalarType = {
  readonly [Name in AttributeTypeName]: (typeof attributeTypes)[Name]['kind'] extends 'scalar' ? Name : never;
}[AttributeTypeName];

export const isAttributeTypeName = (name: string): name is AttributeTypeName => Object.hasOwn(attributeTypes, name);

/** The entry of the table, as the type that all entries share. */
export const attributeType = (name: AttributeTypeName): AttributeType => attributeTypes[name];

/** All options that an attribute of this type may have. The type's own options replace universal ones of the same name. */
export const optionsOf = (name: AttributeTypeName): Options => ({
  ...universalOptions,
  ...attributeTypes[name].options,
});
