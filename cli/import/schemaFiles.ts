// Makes the schema files of a project from the schemas of an archive.
import { builtInUids, isBuiltIn } from '../../lib/schema/index.ts';
import type { ArchiveSchema } from '../archive/index.ts';
import { isOwnType, projectUidOf, singularNameOf } from './archiveTypes.ts';

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
export const ownAttributesOf = ({ uid, attributes }: ArchiveSchema): readonly string[] =>
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
