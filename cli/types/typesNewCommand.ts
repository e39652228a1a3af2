// The commands `lectern types new` and `lectern types new component`.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newComponent, newType, searchOf, type TypeOptions, type ChangedFiles } from './scaffold.ts';
import { findLayout, readFolder, type FolderLayout, type SchemaFiles } from '../../lib/schema/index.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface NewTypeOptions extends Omit<TypeOptions, 'search'> {
  /** Undefined: the user says it, where somebody can answer. */
  readonly search?: boolean;
  readonly dryRun?: true;
}

/** Creates a new file only if it still does not exist; replaces an existing file atomically. */
const writeSchemaFile = async (folder: string, path: string, text: string, exists: boolean): Promise<void> => {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  if (!exists) {
    await writeFile(file, text, { flag: 'wx' });
    return;
  }
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
};

/** Writes the files and prints the path of each to stdout; a dry run prints their text too and writes nothing. */
const writeSchemaFiles = async (
  terminal: Terminal,
  make: (files: SchemaFiles, layout: FolderLayout) => ChangedFiles | Promise<ChangedFiles>,
  dryRun: true | undefined,
): Promise<void> => {
  const folder = contentTypesFolder(terminal.env);
  const files = await readFolder(folder);
  for (const [path, text] of Object.entries(await make(files, await findLayout(folder)))) {
    if (dryRun !== true) await writeSchemaFile(folder, path, text, files[path] !== undefined);
    terminal.print(dryRun === true ? `${join(folder, path)}\n${text}` : join(folder, path));
  }
};

export const newTypeFiles = (
  terminal: Terminal,
  name: string,
  attributes: readonly string[],
  { dryRun, search, ...options }: NewTypeOptions,
): Promise<void> =>
  writeSchemaFiles(
    terminal,
    async (files, layout) => {
      const make = (isSearched: boolean): ChangedFiles =>
        newType(files, name, attributes, { ...options, search: isSearched }, layout);
      if (search !== undefined || terminal.ask === undefined) return make(search ?? false);
      // Faults come before the question.
      const made = make(false);
      const names = Object.keys(searchOf(attributes)).join(', ');
      return names !== '' && (await confirm(terminal, `Do visitors search ${names}?`, '')) ? make(true) : made;
    },
    dryRun,
  );

export const newComponentFile = (
  terminal: Terminal,
  uid: string,
  attributes: readonly string[],
  { dryRun }: { readonly dryRun?: true },
): Promise<void> => writeSchemaFiles(terminal, (files, layout) => newComponent(files, uid, attributes, layout), dryRun);
