// Reads the content types of a Strapi project and puts them into Lectern's layout.
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  buildSchema,
  builtInTypes,
  builtInUids,
  findLayout,
  isObject,
  ownLayout,
  parseFiles,
  readFolder,
  SchemaError,
  type Fault,
  type SchemaFiles,
} from '../../schema/index.ts';
import { projectFolder, readRestLimits, strapiLeftovers, type RestLimits } from '../strapi/index.ts';

type ParsedFile = ReturnType<typeof parseFiles>['parsed'][number];

export interface StrapiTypes {
  /** The texts of schema files by their path in a folder of content types. */
  readonly files: SchemaFiles;
  /** The limits of lists that the project sets. */
  readonly limits: RestLimits;
  /** What Lectern reads in another way than Strapi, and what it does not run. */
  readonly findings: readonly Fault[];
}

const singularNameOf = ({ json, stem }: ParsedFile): string => {
  const info = isObject(json) ? json.info : undefined;
  return isObject(info) && typeof info.singularName === 'string' ? info.singularName : stem;
};

const uidIn = (namespace: string, name: string): string => `${namespace}.${name}`;

/** In Lectern's layout, both parts of a uid are the name of the type. */
const newUidOf = (name: string): string => uidIn(`api::${name}`, name);

const extensible: readonly string[] = [builtInUids.user, builtInUids.role];

/** The built-in type that the file extends. */
const extendedType = ({ namespace = '', stem }: ParsedFile) =>
  builtInTypes.find(({ uid }) => extensible.includes(uid) && uid === uidIn(namespace, stem));

/** @returns undefined for the extension of a type that Lectern does not have */
const pathOf = (file: ParsedFile): string | undefined => {
  if (file.is === 'component') return ownLayout.componentPath(file.category, file.stem);
  if (file.namespace?.startsWith('plugin::') !== true) return ownLayout.typePath(singularNameOf(file));
  const extended = extendedType(file);
  return extended && ownLayout.typePath(extended.singularName);
};

const withTargets = (attributes: unknown, renames: ReadonlyMap<unknown, string>): object =>
  Object.fromEntries(
    Object.entries(isObject(attributes) ? attributes : {}).map(([name, attribute]) => {
      const target = isObject(attribute) ? renames.get(attribute.target) : undefined;
      return [name, target === undefined ? attribute : { ...(attribute as object), target }]; // an object, as it has a target
    }),
  );

/** These two names say in Lectern's layout that a file extends a built-in type. */
const extensionNames = (file: ParsedFile, info: unknown): object => {
  const extended = extendedType(file);
  if (extended === undefined) return {};
  const { collectionName, singularName, pluralName } = extended;
  return { collectionName, info: { ...(isObject(info) ? info : {}), singularName, pluralName } };
};

const textOf = (file: ParsedFile, renames: ReadonlyMap<unknown, string>): string => {
  const json = isObject(file.json) ? file.json : {};
  const written = {
    ...json,
    ...extensionNames(file, json.info),
    attributes: withTargets(json.attributes, renames),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
};

/** The new uid of each type of an API that has another name than the type. */
const renamesIn = (parsed: readonly ParsedFile[]): ReadonlyMap<unknown, string> =>
  new Map(
    parsed.flatMap((file) => {
      const { namespace } = file;
      const name = singularNameOf(file);
      return namespace?.startsWith('api::') !== true || namespace === `api::${name}`
        ? []
        : [[uidIn(namespace, name), newUidOf(name)]];
    }),
  );

/**
 * Puts the schema files of a Strapi project into Lectern's layout: `article.json`, `components/shared/seo.json`,
 * `user.json` for the attributes that the project adds to users.
 *
 * @param files of a project without faults
 * @throws SchemaError if two types would have one file
 */
export const toOwnLayout = (files: SchemaFiles): SchemaFiles => {
  const { parsed } = parseFiles(files);
  const renames = renamesIn(parsed);
  const sources = new Map<string, ParsedFile>();
  const faults: Fault[] = [];
  for (const file of parsed) {
    const path = pathOf(file);
    if (path === undefined) continue;
    const other = sources.get(path);
    if (other !== undefined)
      faults.push({ file: file.file, path: 'info.singularName', message: `is that of ${other.file} too` });
    sources.set(path, file);
  }
  if (faults.length > 0) throw new SchemaError(faults);
  return Object.fromEntries([...sources].map(([path, file]) => [path, textOf(file, renames)]));
};

/** @throws SchemaError with every fault of the files */
const requireNoFaults = (files: SchemaFiles): readonly Fault[] => {
  const { faults, warnings } = buildSchema(files);
  if (faults.length > 0) throw new SchemaError(faults);
  return warnings;
};

/**
 * @param project the folder of a Strapi 5 project
 * @throws Error if it is none; SchemaError with every fault of its schemas
 */
export const readStrapiProject = async (project: string): Promise<StrapiTypes> => {
  const isFolder = await stat(project).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Error(`There is no folder ${project}: name the folder of a Strapi project.`);
  if ((await findLayout(project)) === ownLayout)
    throw new Error(`${project} is no Strapi project: it has no folder src/api.`);
  const read = await readFolder(project);
  const warnings = requireNoFaults(read);
  const files = toOwnLayout(read);
  requireNoFaults(files);
  const root = await projectFolder(project);
  const { limits, taken } = await readRestLimits(root);
  const leftovers = (await strapiLeftovers(project)).filter(
    ({ file }) => relative(root, join(project, file)) !== taken,
  );
  return { files, limits, findings: [...warnings, ...leftovers] };
};
