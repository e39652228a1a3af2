// Writes the schema files that a project lacks for an archive.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  buildSchema,
  formatFault,
  readFolder,
  SchemaError,
  type Schema,
  type SchemaFiles,
  builtInUids,
  isBuiltIn,
} from '../../lib/schema/index.ts';
import type { ArchiveSchema } from '../archive/index.ts';
import { projectUidOf, isOwnType, singularNameOf } from './archiveTypes.ts';
import type { UnpackedArchive } from './types.ts';

/** The attributes that Strapi adds to every type. */
const addedAttributes = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'documentId'],
  ...['locale', 'localizations', 'strapi_stage', 'strapi_assignee'],
]);

/** The uid of each type in the project, where it is another one than in the archive. */
const renamesIn = (schemas: Iterable<ArchiveSchema>): ReadonlyMap<string, string> =>
  new Map([...schemas].map((one) => [one.uid, projectUidOf(one)]));

type Attribute = ArchiveSchema['attributes'][string];

const toAttribute = (attribute: Attribute, renames: ReadonlyMap<string, string>): Attribute =>
  typeof attribute.target === 'string'
    ? { ...attribute, target: renames.get(attribute.target) ?? attribute.target }
    : attribute;

const toFile = (schema: ArchiveSchema, renames: ReadonlyMap<string, string>): string => {
  const { kind, collectionName, info, options, pluginOptions, attributes } = schema;
  const own = Object.entries(attributes).filter(([name]) => !addedAttributes.has(name));
  const json = {
    kind,
    collectionName,
    info,
    options,
    pluginOptions,
    attributes: Object.fromEntries(own.map(([name, attribute]) => [name, toAttribute(attribute, renames)])),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
};

const extensible: readonly string[] = [builtInUids.user, builtInUids.role];

/** The attributes that the project has declared: without those that Strapi adds, and those of its own types. */
const ownAttributesOf = ({ uid, attributes }: ArchiveSchema): readonly string[] =>
  Object.keys(attributes).filter(
    (name) => !addedAttributes.has(name) && !isBuiltIn(uid, name) && name !== 'permissions',
  );

/** Whether a project has added attributes to Strapi's users or roles. */
const isExtended = (schema: ArchiveSchema): boolean =>
  extensible.includes(schema.uid) && ownAttributesOf(schema).length > 0;

const pathOf = (schema: ArchiveSchema): string | undefined => {
  if (schema.modelType === 'component') {
    const [category = '', name = ''] = schema.uid.split('.');
    return `components/${category}/${name}.json`;
  }
  return isOwnType(schema) || isExtended(schema) ? `${singularNameOf(schema)}.json` : undefined;
};

/** A name of an archive must not lead out of the folder. */
const pathPattern = /^(?:components\/[\w-]+\/)?[\w-]+\.json$/;

/**
 * @param uids the schemas to write, by their uid in the archive
 * @returns the texts of the files by path in the folder of content types
 */
export const schemaFilesOf = (
  schemas: ReadonlyMap<string, ArchiveSchema>,
  uids: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const all = [...schemas.values()];
  const renames = renamesIn(all);
  return new Map(
    all.flatMap((schema) => {
      const path = uids.has(schema.uid) ? pathOf(schema) : undefined;
      return path === undefined || !pathPattern.test(path) ? [] : [[path, toFile(schema, renames)] as const];
    }),
  );
};

/** @throws SchemaError with every fault of the files */
const schemaOfFiles = (files: SchemaFiles): Schema => {
  const { schema, faults } = buildSchema(files);
  if (schema === undefined) throw new SchemaError(faults);
  return schema;
};

/** @throws Error with every fault that the folder would have with the files of the archive */
const requireFit = (folder: string, files: SchemaFiles): void => {
  const { faults } = buildSchema(files);
  if (faults.length === 0) return;
  const message = `The content types in ${folder} and those of the archive do not go together`;
  const advice = 'if the folder is of another site, let CONTENT_TYPES name a new one';
  throw new Error([`${message}; ${advice}:`, ...faults.map(formatFault)].join('\n  '));
};

/** Whether the project has the type or component; of Strapi's users and roles also the attributes that the archive adds. */
const isKnown = ({ types, components }: Schema, archived: ArchiveSchema): boolean => {
  const uid = projectUidOf(archived);
  if (components.has(uid)) return true;
  const type = types.get(archived.uid) ?? types.get(uid);
  return (
    type !== undefined &&
    (uid.startsWith('api::') || ownAttributesOf(archived).every((name) => type.attributes.has(name)))
  );
};

/**
 * Writes the files of types and components that the folder does not have; existing files stay.
 *
 * @param folder created if it does not exist
 * @returns the paths of the written files
 * @throws SchemaError with every fault that the folder has; Error with those that it would have. Nothing is written then
 */
export const writeSchemaFiles = async (
  folder: string,
  { schemas }: Pick<UnpackedArchive, 'schemas'>,
): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true });
  const files = await readFolder(folder);
  const project = schemaOfFiles(files);
  const unknown = new Set([...schemas.values()].filter((one) => !isKnown(project, one)).map(({ uid }) => uid));
  const missing = [...schemaFilesOf(schemas, unknown)].filter(([path]) => files[path] === undefined);
  requireFit(folder, { ...files, ...Object.fromEntries(missing) });
  for (const [path, text] of missing) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return missing.map(([path]) => join(folder, path));
};
