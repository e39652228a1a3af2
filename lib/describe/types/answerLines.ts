// Generates the types of answers: the values, and what can be populated.
import {
  builtInUids,
  componentIdAttribute,
  computedAttributes,
  creatorAttributes,
  creatorUid,
  identityAttributes,
  isContentType,
  hasLocalizations,
  publicSystemAttributes,
  type Attribute,
  type ContentType,
  type AttributeHolder,
  type ScalarAttribute,
  type ScalarType,
} from '../../schema/index.ts';
import { typeName } from './typeNames.ts';
import { stringLiteral, propertyLine, unionOf } from './typescriptText.ts';

const text = (): string => 'string';
const number = (): string => 'number';

/** The type of a value that is not null. */
const valueTypes: Readonly<Record<ScalarType, (attribute: ScalarAttribute) => string>> = {
  string: text,
  text,
  richtext: text,
  email: text,
  password: text,
  uid: text,
  enumeration: ({ enum: values = [] }) => unionOf(values),
  integer: number,
  float: number,
  decimal: number,
  biginteger: text,
  date: text,
  time: text,
  datetime: text,
  timestamp: text,
  boolean: () => 'boolean',
  json: () => 'unknown',
  blocks: () => 'Blocks',
};

/** The types of JSON attributes of files, whose form is known. */
const fileValues: Readonly<Record<string, string>> = {
  focalPoint: '{ x: number; y: number } | null',
  formats: 'MediaFormats | null',
};

export const nullableType = (type: string): string => (type === 'unknown' ? type : `${type} | null`);

export const valueType = (attribute: ScalarAttribute): string => valueTypes[attribute.type](attribute);

const isPublicScalar = (attribute: Attribute): attribute is ScalarAttribute =>
  attribute.kind === 'scalar' && !attribute.private;

/** The scalars that an answer contains, with computed ones. */
export const publicScalars = (holder: AttributeHolder): readonly ScalarAttribute[] => [
  ...[...holder.attributes.values()].filter(isPublicScalar),
  ...computedAttributes(holder).values(),
];

/** The lines of system attributes. Only publishedAt can be null, in drafts. */
const systemLines = (type: ContentType): readonly string[] =>
  publicSystemAttributes(type).map(({ name }) => propertyLine(name, 'string'));

/** The line of the `id` of components, if they have one. */
const componentIdLines = (componentIds: boolean): readonly string[] =>
  componentIds ? [propertyLine(componentIdAttribute.name, valueType(componentIdAttribute))] : [];

/** The lines of the interface of values. Required values are never null in published versions. */
export const fieldLines = (holder: AttributeHolder, componentIds: boolean): readonly string[] => {
  const isFile = holder.uid === builtInUids.file;
  const own = publicScalars(holder).map((attribute) => {
    const type = valueType(attribute);
    const known = isFile ? fileValues[attribute.name] : undefined;
    return propertyLine(attribute.name, known ?? (attribute.required ? type : nullableType(type)));
  });
  if (holder.uid === creatorUid) return own;
  if (!isContentType(holder)) return [...componentIdLines(componentIds), ...own];
  const [id, documentId] = identityAttributes.map((attribute) => propertyLine(attribute.name, valueType(attribute)));
  const signed = isFile ? [propertyLine('isUrlSigned', 'boolean', true)] : [];
  return [id ?? '', documentId ?? '', ...own, ...signed, ...systemLines(holder)];
};

/** The names of the values that a draft may lack, as a union type. */
export const draftLacksType = (holder: AttributeHolder): string => {
  const hasDrafts = !isContentType(holder) || holder.draftAndPublish;
  const required = publicScalars(holder).filter(({ required }) => required);
  const names = hasDrafts ? required.map(({ name }) => name) : [];
  const times = isContentType(holder) && holder.draftAndPublish ? publicSystemAttributes(holder) : [];
  return unionOf([...names, ...times.flatMap(({ name }) => (name === 'publishedAt' ? [name] : []))]);
};

const linkType = (attribute: Attribute, names: ReadonlyMap<string, string>): string | undefined => {
  if (attribute.private) return undefined;
  const model = (uid: string): string => `${typeName(names, uid)}Model`;
  switch (attribute.kind) {
    case 'scalar':
      return undefined;
    case 'relation': {
      const [one, many] = attribute.type === 'media' ? ['MaybeFile', 'ManyFiles'] : ['Maybe', 'Many'];
      return `${attribute.many ? many : one}<${model(attribute.target)}>`;
    }
    case 'morph':
      return attribute.many ? 'AnyTypes' : 'AnyType';
    case 'component':
      return `${attribute.repeatable ? 'Many' : attribute.required ? 'One' : 'Maybe'}<${model(attribute.component)}>`;
    case 'dynamiczone':
      return `DynamicZone<${attribute.components.map(stringLiteral).join(' | ')}>`;
  }
};

/** The lines of the interface of what can be populated. */
export const linkLines = (holder: AttributeHolder, names: ReadonlyMap<string, string>): readonly string[] => {
  const creators = isContentType(holder) ? creatorAttributes(holder) : [];
  const own = [...holder.attributes.values(), ...creators].flatMap((attribute) => {
    const type = linkType(attribute, names);
    return type === undefined ? [] : [propertyLine(attribute.name, type)];
  });
  const localized = isContentType(holder) && hasLocalizations(holder);
  return localized ? [...own, propertyLine('localizations', `Many<${typeName(names, holder.uid)}Model>`)] : own;
};
