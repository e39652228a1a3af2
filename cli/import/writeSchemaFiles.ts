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
} from '../../lib/schema/index.ts';
import type { ArchiveSchema } from '../archive/index.ts';
import { projectUidOf } from './archiveTypes.ts';
import { ownAttributesOf, schemaFilesOf } from './schemaFiles.ts';
import type { UnpackedArchive } from './types.ts';

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
