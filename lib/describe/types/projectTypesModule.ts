// Generates the declarations with which the extensions of a project are checked.
import { contentPaths } from '../../api/project/index.ts';
import { readOnlyAttributes } from '../../accounts/users/index.ts';
import { builtInUids, isServed, typeOf, type ContentType, type Schema } from '../../schema/index.ts';
import type { Site } from '../../platform/site.ts';
import { inputLines } from './inputLines.ts';
import { changeLines, dataLines } from './hookLines.ts';
import { projectHelpers } from './projectHelpers.ts';
import { assignTypeNames, typeName } from './typeNames.ts';
import { typesModule } from './typesModule.ts';
import { block, inlineObject, propertyLine } from './typescriptText.ts';

/** The types that extensions can name: the project's own, users and files. */
const extendedTypes = (schema: Schema): readonly ContentType[] =>
  [...schema.types.values()].filter(
    (type) => isServed(schema, type) || type.uid === builtInUids.user || type.uid === builtInUids.file,
  );

/** Users with the attributes that code can write. */
const writtenUser = (schema: Schema): ContentType => {
  const user = typeOf(schema, builtInUids.user);
  const attributes = [...user.attributes].filter(([name]) => !readOnlyAttributes.includes(name));
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
    block('export interface UserInput', inputLines(writtenUser(schema), names, config.api.rest.componentIds)),
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
    `type TakenPath =${[...schema.served.keys()]
      .flatMap(contentPaths)
      .map((path) => `\n  | '${path}'`)
      .join('')};`,
  ];
  return [typesModule(schema, config.api.rest).trimEnd(), ...declarations, projectHelpers].join('\n\n');
};
