// Reads the bodies of requests about folders: `{data: …}`.
import { dataOf } from '../../api/http/index.ts';
import { invalid, refuseFaults, type InvalidValue } from '../../errors.ts';
import { isName, nameRule, plainBody } from '../../contracts/index.ts';
import { isObject } from '../../schema/index.ts';
import { cleanTitle } from '../records/fileNames.ts';

export interface NewFolder {
  readonly name: string;
  /** The documentId of the folder to create it in; null: at the top. */
  readonly parent: string | null;
}

/** Properties that are undefined stay unchanged. */
export type FolderChange = Partial<NewFolder>;

export interface FileMove {
  /** The documentIds of the files, each once. */
  readonly files: readonly string[];
  readonly folder: string | null;
}

/** The most files that one request moves. */
export const maxMovedFiles = 1_000;

const dataIn = (body: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> => {
  const data = dataOf(body);
  if (!isObject(data)) throw invalid('Missing "data" payload in the request body');
  plainBody(body, ['data']);
  return plainBody(data, keys);
};

const nameFaults = (value: unknown): readonly InvalidValue[] =>
  typeof value === 'string' && isName(cleanTitle(value)) && !value.includes('/')
    ? []
    : [{ path: ['name'], message: `name must be ${nameRule}, without slashes`, value }];

const folderIdFaults = (value: unknown, key: string): readonly InvalidValue[] =>
  value === null || (typeof value === 'string' && value !== '')
    ? []
    : [{ path: [key], message: `${key} must be the documentId of a folder, or null`, value }];

/** @throws ApiError 400 naming every invalid value */
export const readNewFolder = (body: unknown): NewFolder => {
  const { name, parent = null } = dataIn(body, ['name', 'parent']);
  refuseFaults([...nameFaults(name), ...folderIdFaults(parent, 'parent')]);
  return { name: cleanTitle(name as string), parent: parent as string | null }; // checked
};

/** @throws ApiError 400 naming every invalid value */
export const readFolderChange = (body: unknown): FolderChange => {
  const { name, parent } = dataIn(body, ['name', 'parent']);
  refuseFaults([
    ...(name === undefined ? [] : nameFaults(name)),
    ...(parent === undefined ? [] : folderIdFaults(parent, 'parent')),
  ]);
  return {
    ...(name === undefined ? {} : { name: cleanTitle(name as string) }), // checked
    ...(parent === undefined ? {} : { parent: parent as string | null }), // checked
  };
};

/** @throws ApiError 400 naming every invalid value */
export const readFileMove = (body: unknown): FileMove => {
  const { files, folder } = dataIn(body, ['files', 'folder']);
  const isList = Array.isArray(files) && files.length > 0 && files.length <= maxMovedFiles;
  refuseFaults([
    ...(isList
      ? files.flatMap((file: unknown, index) =>
          typeof file === 'string'
            ? []
            : [{ path: ['files', String(index)], message: 'must be the documentId of a file', value: file }],
        )
      : [{ path: ['files'], message: `files must be a list of 1 to ${maxMovedFiles} documentIds`, value: files }]),
    ...folderIdFaults(folder, 'folder'),
  ]);
  return { files: [...new Set(files as readonly string[])], folder: folder as string | null }; // checked
};
