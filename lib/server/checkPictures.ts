// Checks that the pictures which the configuration and views name are in the project.
import { existsSync, readdirSync } from 'node:fs';
import { configFile } from '../platform/config/index.ts';
import type { Site } from '../platform/site.ts';
import { didYouMean, SchemaError, type Fault } from '../schema/index.ts';
import { readProjectFiles } from './editor/index.ts';

const source = 'extensions/editor';

/** The names of the pictures that were built, or that are going to be. */
const pictureNames = ({ LECTERN_EDITOR_FILES: built }: NodeJS.ProcessEnv): readonly string[] => {
  if (built !== undefined) return Object.keys(readProjectFiles(built === '' ? undefined : built).pictures);
  return existsSync(source) ? readdirSync(source) : [];
};

/**
 * @param env `LECTERN_EDITOR_FILES`: the folder with the built part of the project; not set: its source is read
 * @returns a fault for each name without a file
 */
export const pictureFaults = (
  { schema: { source: files }, config: { editor } }: Pick<Site, 'schema' | 'config'>,
  env: NodeJS.ProcessEnv,
): readonly Fault[] => {
  if (!editor.enabled) return [];
  const views = [...(files?.views.values() ?? [])];
  const named = [
    { file: configFile(env), path: 'editor.logo', name: editor.logo },
    ...views.map(({ file, view }) => ({ file, path: 'preview', name: 'preview' in view ? view.preview : undefined })),
  ];
  const names = pictureNames(env);
  return named.flatMap(({ file, path, name = '' }) =>
    name === '' || name.startsWith('/') || names.includes(name)
      ? []
      : [{ file, path, message: `there is no ${source}/${name}${didYouMean(name, names)}` }],
  );
};

/** @throws SchemaError with every fault of `pictureFaults` */
export const checkPictures = (site: Pick<Site, 'schema' | 'config'>, env: NodeJS.ProcessEnv): void => {
  const faults = pictureFaults(site, env);
  if (faults.length > 0) throw new SchemaError(faults);
};
