// Reads the content types of a folder from disk: Lectern's own layout, or a Strapi project.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { hasErrorCode } from '../errors.ts';
import { buildSchema } from './buildSchema.ts';
import { SchemaError } from './faults.ts';
import type { SchemaFiles } from './parseFiles.ts';
import { readProgram } from './readProgram.ts';
import { ownLayout, parseSchemaPath, schemaPathOfView, strapiLayout, type FolderLayout } from './schemaPaths.ts';
import type { Fault, Schema } from './types.ts';

/** The sorted names of the files or of the folders in a folder, without hidden ones; empty if the folder does not exist. */
const listNames = async (folder: string, kind: 'files' | 'folders'): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
  return entries
    .filter((entry) => (kind === 'folders' ? !entry.isFile() : !entry.isDirectory()) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
};

const folderExists = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    () => true,
    () => false,
  );

const folderFault = (dir: string, message: string): SchemaError => new SchemaError([{ file: dir, path: '', message }]);

/** The paths of all entries in these folders of `dir`; those in `dir` itself for the empty path. */
const listBelow = async (
  dir: string,
  folders: readonly string[],
  kind: 'files' | 'folders',
): Promise<readonly string[]> => {
  const lists = folders.map(async (folder) =>
    (await listNames(join(dir, folder), kind)).map((name) => (folder === '' ? name : `${folder}/${name}`)),
  );
  return (await Promise.all(lists)).flat();
};

/** The files below `<root>/<name>/content-types/<type>`. */
const listTypeFiles = async (dir: string, root: string): Promise<readonly string[]> => {
  const types = (await listBelow(dir, [root], 'folders')).map((path) => `${path}/content-types`);
  return listBelow(dir, await listBelow(dir, types, 'folders'), 'files');
};

/**
 * Recognises the layout of a folder. A folder with `src/api` is a Strapi project; so is its `src`.
 *
 * @throws SchemaError if the folder does not exist, or is the `api` folder of a Strapi project
 */
export const findLayout = async (dir: string): Promise<FolderLayout> => {
  if (!(await folderExists(dir)))
    throw folderFault(dir, 'there is no such folder; make it, or name another one in CONTENT_TYPES');
  if (await folderExists(join(dir, 'src/api'))) return strapiLayout('src/');
  const isSource = basename(resolve(dir)) === 'src' && (await folderExists(join(dir, 'api')));
  if (isSource || (await listTypeFiles(dir, 'api')).length > 0) return strapiLayout('');
  if ((await listTypeFiles(dir, '')).length > 0)
    throw folderFault(
      dir,
      'is a part of a Strapi project; name the folder of the project, or its src, in CONTENT_TYPES',
    );
  return ownLayout;
};

/** The files of types and components in a folder, and other files beside them. */
const listSchemaFiles = async (dir: string, layout: FolderLayout): Promise<readonly string[]> => {
  if (layout !== ownLayout) {
    const [api = '', components = '', extensions = ''] = layout.roots;
    const categories = await listBelow(dir, [components], 'folders');
    return [
      ...(await listTypeFiles(dir, api)),
      ...(await listTypeFiles(dir, extensions)),
      ...(await listBelow(dir, [components, ...categories], 'files')),
    ];
  }
  const categories = await listBelow(dir, ['components'], 'folders');
  return listBelow(dir, ['', 'components', ...categories], 'files');
};

const isProgram = (path: string): boolean => /\/content-types\/[^/]+\/schema\.[jt]s$/.test(path);

/** @returns the texts of files by their path */
const readTexts = async (dir: string, paths: readonly string[]): Promise<SchemaFiles> =>
  Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), 'utf8')] as const)),
  );

/**
 * Reads schemas that are programs: Strapi runs them, and Lectern reads those that only export an object.
 *
 * @returns their JSON, by the path that it would have
 * @throws SchemaError for those that do more, or are beside a schema.json
 */
const readPrograms = async (dir: string, paths: readonly string[]): Promise<SchemaFiles> => {
  const files: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [file, code] of Object.entries(await readTexts(dir, paths.filter(isProgram)))) {
    const path = file.replace(/[jt]s$/, 'json');
    const json = paths.includes(path) ? undefined : await readProgram(code);
    if (json === undefined) faults.push({ file, path: '', message: 'is a program; write the schema as schema.json' });
    else files[path] = json;
  }
  if (faults.length > 0) throw new SchemaError(faults);
  return files;
};

/**
 * Reads the schema files of a folder and their views: `article.json`, `article.view.json`, `components/shared/seo.json`, or
 * those of a Strapi project. It ignores other folders and files.
 *
 * @returns their texts by path in the folder
 * @throws SchemaError as `findLayout` and `readPrograms`
 */
export const readFolder = async (dir: string): Promise<SchemaFiles> => {
  const paths = await listSchemaFiles(dir, await findLayout(dir));
  const programs = await readPrograms(dir, paths);
  const isRead = (path: string): boolean => parseSchemaPath(path) !== undefined || schemaPathOfView(path) !== undefined;
  return { ...(await readTexts(dir, paths.filter(isRead))), ...programs };
};

/**
 * Reads and checks a folder of content types.
 *
 * @returns the schema and its warnings
 * @throws SchemaError with every fault
 */
export const loadSchema = async (
  dir: string,
): Promise<{ readonly schema: Schema; readonly warnings: readonly Fault[] }> => {
  const { schema, faults, warnings } = buildSchema(await readFolder(dir));
  if (schema === undefined) throw new SchemaError(faults);
  return { schema, warnings };
};
