// The project's part of the editor, as bin/editorFields.js builds it: fields and pictures of `extensions/editor/`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageSettings } from '../../schema/index.ts';

export type ProjectFiles = Pick<PageSettings, 'fields' | 'pictures'>;

export const projectList = (folder: string): string => join(folder, 'files.json');

/**
 * @param folder where they are built; undefined: the project has none
 * @throws SyntaxError if the list was not written by Lectern
 */
export const readProjectFiles = (folder: string | undefined): ProjectFiles => {
  const list = projectList(folder ?? '');
  if (folder === undefined || !existsSync(list)) return { fields: {}, pictures: {} };
  // Lectern's own file.
  const { fields, pictures } = JSON.parse(readFileSync(list, 'utf8')) as ProjectFiles;
  return { fields, pictures };
};
