// Generates the declarations with which the extensions of a project are checked.
import { contentPaths } from '../../api/project/index.ts';
import { readOnlyAttributes } from '../../accounts/administration/index.ts';
import {
  builtInUids,
  componentIdAttribute,
  isContentType,
  isServed,
  typeOf,
  type ContentType,
  type Schema,
  type Attribute,
  type AttributeHolder,
  type ScalarAttribute,
} from '../../schema/index.ts';
import type { Site } from '../../platform/site.ts';
import { inputLines } from './inputLines.ts';
import { projectHelpers } from './projectHelpers.ts';
import { assignTypeNames, typeName } from './typeNames.ts';
import { typesModule } from './typesModule.ts';
import { block, inlineObject, propertyLine, readonlyLine, unionOf } from './typescriptText.ts';
import { nullableType, valueType } from './answerLines.ts';

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
const dataLines = (holder: AttributeHolder, names: Names): readonly string[] => [
  ...(isContentType(holder) ? [] : [readonlyLine(componentIdAttribute.name, 'number')]),
  ...[...holder.attributes.values()]
    .filter(({ type }) => type !== 'password')
    .map((attribute) => {
      const isInverse = attribute.kind === 'relation' && attribute.side.holds === 'nothing';
      return readonlyLine(attribute.name, dataType(attribute, names), isInverse);
    }),
];

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
const changeLines = (holder: AttributeHolder, names: Names): readonly string[] =>
  [...holder.attributes.values()].map((attribute) =>
    readonlyLine(attribute.name, `${changeType(attribute, names)} | undefined`, true),
  );

/** The types that extensions can name: the project's own, users and files. */
const extendedTypes = (schema: Schema): readonly ContentType[] =>
  [...schema.types.values()].filter(
    (type) => isServed(schema, type) || type.uid === builtInUids.user || type.uid === builtInUids.file,
  );

/** Users with the attributes that code can write. */
const writtenUser = (schema: Schema): ContentType => {
  const user = typeOf(schema, builtInUids.user);
  const attributes = [...user.attributes].filter(([name]) => name !== 'role' && !readOnlyAttributes.includes(name));
  return { ...user, attributes: new Map(attributes) };
};

/** A map from uid to the given type. */
const mapOf = (name: string, entries: readonly (readonly [uid: string, type: string])[]): string =>
  block(
    `export interface ${name}`,
    entries.map(([uid, type]) => propertyLine(uid, type)),
  );

/**
 * Generates `.lectern/types.d.ts`: the module of `typesModule`, the types of hooks, and those of the `documents` service. The same
 * site always gives the same text.
 *
 * @returns a module that extends the module `lectern`
 */
export const projectTypesModule = ({ schema, config }: Pick<Site, 'schema' | 'config'>): string => {
  const names = assignTypeNames(schema);
  const types = extendedTypes(schema);
  const nameOf = ({ uid }: { readonly uid: string }): string => typeName(names, uid);
  const served = types.filter((type) => isServed(schema, type));
  const declarations = [
    ...[...schema.components.values()].map((component) =>
      block(`export interface ${nameOf(component)}Data`, dataLines(component, names)),
    ),
    ...types.flatMap((type) => [
      block(`export interface ${nameOf(type)}Data`, dataLines(type, names)),
      block(`export interface ${nameOf(type)}Changes`, changeLines(type, names)),
    ]),
    block('export interface UserInput', [
      ...inputLines(writtenUser(schema), names, config.api.rest.componentIds),
      propertyLine('role', 'ToOne | { readonly type: string }', true),
    ]),
    mapOf(
      'ComponentData',
      [...schema.components.values()].map((component) => [component.uid, `${nameOf(component)}Data`]),
    ),
    mapOf(
      'ProjectTypes',
      types.map((type) => [
        type.uid,
        inlineObject([
          ['data', `${nameOf(type)}Data`],
          ['changes', `${nameOf(type)}Changes`],
        ]),
      ]),
    ),
    mapOf(
      'SingleTypes',
      served.filter(({ kind }) => kind === 'singleType').map(({ uid }) => [uid, 'true']),
    ),
    mapOf(
      'CollectionTypes',
      served.filter(({ kind }) => kind === 'collectionType').map(({ uid }) => [uid, 'true']),
    ),
    `type TakenPath =${
      [...schema.served.keys()]
        .flatMap(contentPaths)
        .map((path) => `\n  | '${path}'`)
        .join('') || ' never'
    };`,
  ];
  return [typesModule(schema, config.api.rest).trimEnd(), ...declarations, projectHelpers].join('\n\n');
};
