// Generates the types of bodies.
import {
  componentIdAttribute,
  isContentType,
  type Attribute,
  type AttributeHolder,
  type ScalarAttribute,
} from '../../schema/index.ts';
import { typeName } from './typeNames.ts';
import { nullableType, valueType } from './answerLines.ts';
import { propertyLine, unionOf } from './typescriptText.ts';

/** The type of a scalar: bodies may have numbers where answers have texts. */
const scalarType = (attribute: ScalarAttribute): string => {
  const { type } = attribute;
  return type === 'biginteger' || type === 'datetime' || type === 'timestamp'
    ? 'string | number'
    : valueType(attribute);
};

const bodyType = (attribute: Attribute, names: ReadonlyMap<string, string>): string => {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.required ? scalarType(attribute) : nullableType(scalarType(attribute));
    case 'relation':
      return attribute.many ? 'ToMany' : 'ToOne';
    case 'morph':
      return `${attribute.many ? 'ToMany' : 'ToOne'}<TypedRef, TypedRef>`;
    case 'component': {
      const type = `${typeName(names, attribute.component)}Input`;
      if (attribute.repeatable) return `readonly ${type}[]`;
      return attribute.required ? type : nullableType(type);
    }
    case 'dynamiczone':
      return `readonly ZoneInput<${unionOf(attribute.components)}>[]`;
  }
};

/** Whether the body of a new document must contain the attribute: not if it is a link, has a default or is generated. */
const isRequired = (attribute: Attribute): boolean => {
  if (!attribute.required || attribute.kind === 'relation' || attribute.kind === 'morph') return false;
  return attribute.kind !== 'scalar' || (attribute.default === undefined && attribute.targetField === undefined);
};

/** The lines of the interface of a body, which includes private attributes and, if components have an `id`, theirs. */
export const inputLines = (
  holder: AttributeHolder,
  names: ReadonlyMap<string, string>,
  componentIds: boolean,
): readonly string[] => [
  ...(componentIds && !isContentType(holder) ? [propertyLine(componentIdAttribute.name, 'number', true)] : []),
  ...[...holder.attributes.values()]
    .filter(({ writable }) => writable !== false || !isContentType(holder))
    .map((attribute) => propertyLine(attribute.name, bodyType(attribute, names), !isRequired(attribute))),
];
