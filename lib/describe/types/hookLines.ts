// Generates the types of what hooks get and return.
import type { Attribute, AttributeHolder, ScalarAttribute } from '../../schema/index.ts';
import { nullableType, valueType } from './answerLines.ts';
import { typeName } from './typeNames.ts';
import { readonlyLine, unionOf } from './typescriptText.ts';

type Names = ReadonlyMap<string, string>;

const dataType = (attribute: Attribute, names: Names): string => {
  switch (attribute.kind) {
    case 'scalar':
      return nullableType(valueType(attribute));
    case 'relation':
      if (attribute.side.holds === 'nothing') return 'InverseLinks';
      return attribute.many ? 'readonly DocumentLink[]' : 'DocumentLink | null';
    case 'morph':
      return attribute.many ? 'readonly TypedLink[]' : 'TypedLink | null';
    case 'component': {
      const type = `${typeName(names, attribute.component)}Data`;
      return attribute.repeatable ? `readonly ${type}[]` : nullableType(type);
    }
    case 'dynamiczone':
      return `readonly ZoneData<${unionOf(attribute.components)}>[]`;
  }
};

/** The lines of what hooks get of a document or component. Any value may be null: hooks run before required values are checked. */
export const dataLines = (holder: AttributeHolder, names: Names): readonly string[] =>
  [...holder.attributes.values()]
    .filter(({ type }) => type !== 'password')
    .map((attribute) => {
      const isInverse = attribute.kind === 'relation' && attribute.side.holds === 'nothing';
      return readonlyLine(attribute.name, dataType(attribute, names), isInverse);
    });

/** Further JavaScript values that stand for a scalar. */
const convertedTypes = ({ value }: ScalarAttribute): string => {
  if (value === 'date' || value === 'datetime') return ' | Date';
  return value === 'biginteger' ? ' | number | bigint' : '';
};

const changeType = (attribute: Attribute, names: Names): string => {
  switch (attribute.kind) {
    case 'scalar':
      return `${nullableType(valueType(attribute))}${convertedTypes(attribute)}`;
    case 'relation':
      return attribute.many ? 'ToMany' : 'ToOne';
    case 'morph':
      return `${attribute.many ? 'ToMany' : 'ToOne'}<TypedRef, TypedRef>`;
    case 'component': {
      const name = typeName(names, attribute.component);
      const type = `${name}Data | ${name}Input`;
      return attribute.repeatable ? `readonly (${type})[]` : nullableType(type);
    }
    case 'dynamiczone': {
      const components = unionOf(attribute.components);
      return `readonly (ZoneData<${components}> | ZoneInput<${components}>)[]`;
    }
  }
};

/** The lines of what hooks may return. */
export const changeLines = (holder: AttributeHolder, names: Names): readonly string[] =>
  [...holder.attributes.values()].map((attribute) =>
    readonlyLine(attribute.name, `${changeType(attribute, names)} | undefined`, true),
  );
