// Checks the form of schema files with ajv, against JSON Schemas made from the table of attribute types.
import { Ajv, type ValidateFunction } from 'ajv';
import { attributeTypes, attributeType, optionsOf, pluginOptions, type AttributeTypeName } from './attributeTypes.ts';
import type { AttributeDefinition } from './definition.ts';
import { formFaults } from './formFaults.ts';
import { maxSearchWeight } from './searchedAttributes.ts';
import type { Fault } from './types.ts';

const kebabCase = '^[a-z0-9]+(-[a-z0-9]+)*$';

export const isKebabCase = (name: string): boolean => new RegExp(kebabCase).test(name);

const kebabCaseSchema = (example: string) => ({
  type: 'string',
  pattern: kebabCase,
  description: `small letters, digits and single dashes, such as "${example}"`,
});
const text = { type: 'string', description: 'a text' };
const object = { type: 'object', description: 'an object' };
const flag = { type: 'boolean', description: 'true or false' };
const attributes = {
  type: 'object',
  description: 'an object of attributes by name',
  additionalProperties: { type: 'object', description: 'an object with a "type"' },
};
const collectionName = {
  type: 'string',
  minLength: 1,
  maxLength: 120,
  pattern: '^[^$\\u0000]+$',
  description: 'the name of a MongoDB collection: 1 to 120 characters, no "$"',
};
const indexes = {
  type: 'array',
  description: 'a list of indexes, each a list of attributes, such as [["category", "-views"]]',
  items: {
    type: 'array',
    minItems: 1,
    description: 'a list of attributes, "-" before those that descend, such as ["category", "-views"]',
    items: { type: 'string', pattern: '^-?[^-]', description: 'the name of an attribute' },
  },
};
const privateAttributes = { type: 'array', items: text, description: 'a list of attribute names' };

const populate = {
  type: ['string', 'array', 'object'],
  description: 'what the populate of a query can be, such as "*", ["cover", "topic.image"] or {"cover": true}',
};

const search = {
  type: 'object',
  minProperties: 1,
  description: 'attributes and their weights, such as {"title": 10, "text": 1}',
  additionalProperties: {
    ...{ type: 'integer', minimum: 1, maximum: maxSearchWeight },
    description: `a whole number from 1 to ${maxSearchWeight}`,
  },
};

const stageName = { type: 'string', pattern: '^\\S(.{0,98}\\S)?$', description: 'a text of 1 to 100 characters' };
const stages = {
  ...{ type: 'array', minItems: 2, maxItems: 20, uniqueItems: true, items: stageName },
  description: 'a list of 2 to 20 different stages, such as ["writing", "review", "ready"]',
};
const review = {
  ...stages,
  type: ['array', 'object'],
  required: ['stages'],
  additionalProperties: false,
  properties: { stages, publishFrom: stageName, returnTo: stageName },
};

const populateMode = {
  enum: ['default', 'always'],
  description: '"default" (requests may choose otherwise) or "always"',
};

const typeFile = {
  type: 'object',
  description: 'an object',
  required: ['info', 'attributes'],
  properties: {
    kind: { enum: ['collectionType', 'singleType'], description: '"collectionType" or "singleType"' },
    collectionName,
    info: {
      type: 'object',
      description: 'an object with singularName and pluralName',
      required: ['singularName', 'pluralName'],
      properties: {
        singularName: kebabCaseSchema('blog-post'),
        pluralName: kebabCaseSchema('blog-posts'),
        displayName: text,
      },
    },
    options: {
      ...object,
      properties: {
        ...{ draftAndPublish: flag, privateAttributes, indexes, populate, populateMode, history: flag, search, review },
      },
    },
    pluginOptions,
    attributes,
  },
};

const componentFile = {
  type: 'object',
  description: 'an object',
  required: ['attributes'],
  properties: {
    collectionName: text,
    info: { ...object, properties: { displayName: text } },
    options: { ...object, properties: { privateAttributes } },
    attributes,
  },
};

const attributeSchema = (name: AttributeTypeName) => {
  const type = attributeType(name);
  return {
    type: 'object',
    required: type.kind === 'scalar' ? (name === 'enumeration' ? ['enum'] : []) : type.required,
    properties: optionsOf(name),
  };
};

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
const validators = new Map<string, ValidateFunction>();

/** Compiles a schema on first use, because most folders use few attribute types. */
const validatorFor = (key: string, schema: () => object): ValidateFunction => {
  const validate = validators.get(key) ?? ajv.compile(schema());
  validators.set(key, validate);
  return validate;
};

/** @returns the faults of the file outside its attributes */
export const checkFileForm = (is: 'type' | 'component', json: unknown, file: string): readonly Fault[] =>
  formFaults(
    validatorFor(is, () => (is === 'type' ? typeFile : componentFile)),
    json,
    '',
    file,
  );

/**
 * @param path where the attribute is in the file
 * @returns the attribute, or the faults of its options
 */
export const checkAttributeForm = (
  name: AttributeTypeName,
  json: unknown,
  path: string,
  file: string,
): { readonly attribute: AttributeDefinition } | { readonly faults: readonly Fault[] } => {
  const validate = validatorFor(`attribute ${name}`, () => attributeSchema(name));
  const faults = formFaults(validate, json, path, file);
  return isDefinition(json, faults) ? { attribute: json } : { faults };
};

/** The compiled schema has accepted the value, so it is a definition. */
const isDefinition = (_json: unknown, faults: readonly Fault[]): _json is AttributeDefinition => faults.length === 0;

export const attributeTypeNames: readonly string[] = Object.keys(attributeTypes);
