// Generates the types of bodies.
import type { Attribute, Holder, ScalarAttribute } from '../../schema/index.ts';
import { nameOf } from './names.ts';
import { orNull, valueType } from './read.ts';
import { property, unionOf } from './text.ts';

/** The type of a scalar: bodies may have numbers where answers have texts. */
const scalar = (attribute: ScalarAttribute): string => {
  const { type } = attribute;
  return type === 'biginteger' || type === 'datetime' || type === 'timestamp'
    ? 'string | number'
    : valueType(attribute);
};

const written = (attribute: Attribute, names: ReadonlyMap<string, string>): string => {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.required ? scalar(attribute) : orNull(scalar(attribute));
    case 'relation':
      return attribute.many ? 'ToMany' : 'ToOne';
    case 'morph':
      return `${attribute.many ? 'ToMany' : 'ToOne'}<TypedRef, TypedRef>`;
    case 'component': {
      const type = `${nameOf(names, attribute.component)}Input`;
      if (attribute.repeatable) return `readonly ${type}[]`;
      return attribute.required ? type : orNull(type);
    }
    case 'dynamiczone':
      return `readonly ZoneInput<${unionOf(attribute.components)}>[]`;
  }
};

/** Whether the body of a new document must contain the attribute: not if it is a link, has a default or is generated. */
const mustBeGiven = (attribute: Attribute): boolean => {
  if (!attribute.required || attribute.kind === 'relation' || attribute.kind === 'morph') return false;
  return attribute.kind !== 'scalar' || (attribute.default === undefined && attribute.targetField === undefined);
};

/** The lines of the interface of a body, which includes private attributes. */
export const inputLines = ({ attributes }: Holder, names: ReadonlyMap<string, string>): readonly string[] =>
  [...attributes.values()].map((attribute) =>
    property(attribute.name, written(attribute, names), !mustBeGiven(attribute)),
  );
