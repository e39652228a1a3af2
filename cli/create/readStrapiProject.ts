// Reads the content types of a Strapi project and puts them into Lectern's layout.
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
  viewPathOf,
  SchemaError,
  type Fault,
  type SchemaFiles,
} from '../../lib/schema/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { defaultPopulateFaults } from '../../lib/read/query/index.ts';
import {
  projectFolder,
  readPopulateMiddlewares,
  readRestLimits,
  strapiLeftovers,
  type PopulateMiddleware,
  type RestLimits,
} from '../strapi/index.ts';
import { requireStrapiFolder } from './arguments.js';

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

/** What the middleware of an API populates, as options of its type. */
const populateOptions = (file: ParsedFile, middlewares: readonly PopulateMiddleware[], options: unknown): object => {
  const middleware = middlewares.find(({ api }) => file.is === 'type' && file.namespace === `api::${api}`);
  if (middleware === undefined) return {};
  const { populate, mode } = middleware;
  const populateMode = mode === 'always' ? { populateMode: mode } : {};
  return { options: { ...(isObject(options) ? options : {}), populate, ...populateMode } };
};

const textOf = (
  file: ParsedFile,
  renames: ReadonlyMap<unknown, string>,
  middlewares: readonly PopulateMiddleware[],
): string => {
  const json = isObject(file.json) ? file.json : {};
  const written = {
    ...json,
    ...extensionNames(file, json.info),
    ...populateOptions(file, middlewares, json.options),
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
 * `user.json` for the attributes that the project adds to users. Views go with their schemas.
 *
 * @param files of a project without faults
 * @param middlewares what they populate becomes options of their types
 * @throws SchemaError if two types would have one file
 */
export const toOwnLayout = (files: SchemaFiles, middlewares: readonly PopulateMiddleware[] = []): SchemaFiles => {
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
  return Object.fromEntries(
    [...sources].flatMap(([path, file]) => {
      const view = files[viewPathOf(file.file)];
      return [
        [path, textOf(file, renames, middlewares)] as const,
        ...(view === undefined ? [] : [[viewPathOf(path), view] as const]),
      ];
    }),
  );
};

interface SortedMiddlewares {
  readonly used: readonly PopulateMiddleware[];
  /** By its file, why a middleware that populates cannot become an option of a type. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** The middlewares whose populate a type can have, and the others. */
const sortMiddlewares = async (root: string, files: SchemaFiles): Promise<SortedMiddlewares> => {
  const { parsed } = parseFiles(files);
  const found = await readPopulateMiddlewares(root);
  const typesOf = (name: string) => parsed.filter(({ is, namespace }) => is === 'type' && namespace === `api::${name}`);
  const reasonFor = ({ file, api, populate }: PopulateMiddleware): string | undefined => {
    if (populate === undefined) return 'its code computes it';
    if (typesOf(api).length !== 1) return `src/api/${api} does not have exactly one type`;
    const other = found.find((one) => one.api === api && one.file !== file && one.populate !== undefined);
    return other && `${other.file} populates too`;
  };
  const unambiguous = found.filter((middleware) => reasonFor(middleware) === undefined);
  const { schema } = buildSchema(toOwnLayout(files, unambiguous));
  const faults = schema === undefined ? [] : defaultPopulateFaults(schema, defaultConfig.api.rest);
  const reasons = found.flatMap((middleware): readonly (readonly [string, string])[] => {
    const [type] = typesOf(middleware.api);
    const fault = type && faults.find(({ file }) => file === pathOf(type));
    const reason = reasonFor(middleware) ?? (fault && `${fault.path}: ${fault.message}`);
    return reason === undefined ? [] : [[middleware.file, reason]];
  });
  const unused = new Map(reasons);
  return { used: found.filter(({ file }) => !unused.has(file)), reasons: unused };
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
  requireStrapiFolder(project);
  if ((await findLayout(project)) === ownLayout)
    throw new Error(`${project} is no Strapi project: it has no folder src/api.`);
  const read = await readFolder(project);
  const warnings = requireNoFaults(read);
  requireNoFaults(toOwnLayout(read));
  const root = await projectFolder(project);
  const { used, reasons } = await sortMiddlewares(root, read);
  const files = toOwnLayout(read, used);
  const { limits, computed, taken } = await readRestLimits(root);
  const replaced = new Set([taken, ...used.map(({ file }) => file)]);
  const leftovers = (await strapiLeftovers(project)).flatMap((leftover): readonly Fault[] => {
    const file = relative(root, join(project, leftover.file));
    if (replaced.has(file)) return [];
    const reason = reasons.get(file);
    return [
      reason === undefined
        ? leftover
        : { ...leftover, message: `${leftover.message}; its populate does not become options.populate: ${reason}` },
    ];
  });
  return { files, limits, findings: [...warnings, ...computed, ...leftovers] };
};
