// Writes the view files that a project lacks for an archive.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../lib/errors.ts';
import { findLayout, ownLayout, viewFaults, viewPathOf, type Schema, type View } from '../../lib/schema/index.ts';
import { projectUidOf } from './archiveTypes.ts';
import { strapiViews } from './strapiViews.ts';
import type { UnpackedArchive } from './types.ts';

/** Whether the project could be read with the view. */
const isValid = (uid: string, file: string, view: View, schema: Schema): boolean =>
  schema.source !== undefined &&
  viewFaults({ ...schema, source: { ...schema.source, views: new Map([[uid, { file, view }]]) } }).length === 0;

const writeNew = async (path: string, view: View): Promise<boolean> => {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(view, null, 2)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/**
 * Writes what the settings of Strapi's content manager say of the types that the project has. Existing views stay. In a Strapi
 * project it writes none for components, because Strapi would take their files for components.
 *
 * @param folder of content types
 * @param schema that was read from it
 * @returns the paths of the written files
 */
export const writeViews = async (
  folder: string,
  { configuration, schemas }: Pick<UnpackedArchive, 'configuration' | 'schemas'>,
  schema: Schema,
): Promise<readonly string[]> => {
  const { types, components, served, source } = schema;
  const own = new Set([...served.values()].map(({ uid }) => uid));
  const views = strapiViews(configuration, schemas, (archived) => {
    const uid = projectUidOf(archived);
    const type = types.get(archived.uid) ?? types.get(uid);
    return type === undefined ? components.get(uid) : own.has(type.uid) ? type : undefined;
  });
  const withComponents = (await findLayout(folder)) === ownLayout;
  const written: string[] = [];
  for (const [uid, view] of views) {
    const file = source?.files.get(uid)?.file;
    if (file === undefined || (components.has(uid) && !withComponents)) continue;
    const path = viewPathOf(file);
    if (isValid(uid, path, view, schema) && (await writeNew(join(folder, path), view)))
      written.push(join(folder, path));
  }
  return written;
};
