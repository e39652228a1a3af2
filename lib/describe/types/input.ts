// Content types and components as bodies write them.
import type { Attribute, Holder, ScalarAttribute } from '../../schema/index.ts';
import { nameOf } from './names.ts';
import { orNull, valueType } from './read.ts';
import { property, unionOf } from './text.ts';

/** Bodies may write numbers where answers have texts. */
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

/** Whether a body that makes a document has to give it: links never, and nothing that is made when it is not given. */
const mustBeGiven = (attribute: Attribute): boolean => {
  if (!attribute.required || attribute.kind === 'relation' || attribute.kind === 'morph') return false;
  return attribute.kind !== 'scalar' || (attribute.default === undefined && attribute.targetField === undefined);
};

/** Lines of the interface of a body. Private attributes are written as all others. */
export const inputLines = ({ attributes }: Holder, names: ReadonlyMap<string, string>): readonly string[] =>
  [...attributes.values()].map((attribute) =>
    property(attribute.name, written(attribute, names), !mustBeGiven(attribute)),
  );
