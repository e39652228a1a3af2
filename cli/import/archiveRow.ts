// Reads the lines of an archive, and the rows and times in them.
import { ArchiveError } from '../archive/index.ts';
import { parseWholeNumber } from '../../lib/platform/db/index.ts';
import { isObject, type ContentType, type JsonObject, type Status } from '../../lib/schema/index.ts';
import type { TypesByArchiveUid } from './archiveTypes.ts';

/** Far more than a document may have, and few enough for code that recurses. */
const maxLevels = 500;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/**
 * @param file what the line is in, for the error
 * @param line counts from 1
 * @throws ArchiveError for a line that is no JSON object, or is nested too deep
 */
export const parseLine = (text: string, file: string, line: number): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is not JSON`, { cause: error });
  }
  if (!isObject(value)) throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is no object`);
  if (isDeeper(value, maxLevels))
    throw new ArchiveError(`The archive is damaged: line ${line} of ${file} is nested over ${maxLevels} levels`);
  return value;
};

/** Ten times what the types, settings and folders of a large site have. */
const maxKeptCharacters = 50_000_000;

/** Counts the lines of which all stay in memory: types, settings, and rows that are no documents. */
export class KeptLines {
  private characters = 0;

  /** @throws ArchiveError if they are too many for the memory */
  add(line: string): void {
    this.characters += line.length;
    if (this.characters > maxKeptCharacters)
      throw new ArchiveError(
        `The archive has more than ${maxKeptCharacters} characters of types, settings, folders, locales and permissions`,
      );
  }
}

/** @returns undefined for a value that is no time */
export const readTime = (value: unknown): Date | undefined => {
  const date = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** A row of a type that the project has. */
export interface ArchiveRow {
  readonly type: ContentType;
  readonly archiveUid: string;
  readonly id: number;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
  readonly version: Status;
  readonly data: JsonObject;
}

/** A row of a type that the project lacks, or that Lectern keeps in another form. */
export interface OtherRow {
  readonly type: undefined;
  readonly archiveUid: string;
  readonly id: number;
  readonly data: JsonObject;
}

/** Finds the documentId of a row: Strapi 5 stores it, and for Strapi 4 the import makes it. */
export type FindDocumentId = (archiveUid: string, id: number, data: JsonObject) => string | undefined;

/** Strapi makes 24 letters and digits. Code of a project may store others, such as UUIDs. */
const documentIdPattern = /^[\w-]{1,64}$/;

/** undefined: the row has none, or a text that cannot be one in a path: an integer there is an `id`. */
export const storedDocumentId: FindDocumentId = (_, __, { documentId }) =>
  typeof documentId === 'string' && documentIdPattern.test(documentId) && parseWholeNumber(documentId) === undefined
    ? documentId
    : undefined;

/** What it takes to read rows. */
export interface RowReader {
  readonly types: TypesByArchiveUid;
  readonly defaultLocale: string;
  readonly findDocumentId: FindDocumentId;
}

/** Paths and queries know integer ids of up to 15 digits. */
const isRowId = (id: unknown): boolean => parseWholeNumber(typeof id === 'number' ? String(id) : '') !== undefined;

/**
 * @param line the number of the line in the archive, for the error
 * @throws ArchiveError for a line that is no row
 */
export const readRow = (
  { types, defaultLocale, findDocumentId }: RowReader,
  text: string,
  line: number,
): ArchiveRow | OtherRow => {
  const { type: archiveUid, id, data } = parseLine(text, 'entities', line);
  if (typeof archiveUid !== 'string' || !isRowId(id) || !isObject(data))
    throw new ArchiveError(`The archive is damaged: line ${line} of entities is no row`);
  const row = { archiveUid, id: Number(id), data };
  const type = types.get(archiveUid);
  if (type === undefined) return { type, ...row };
  const documentId = findDocumentId(archiveUid, row.id, data);
  if (documentId === undefined)
    throw new ArchiveError(`The archive is damaged: line ${line} of entities has no valid documentId`);
  const isPublished = !type.draftAndPublish || (data.publishedAt ?? null) !== null;
  const locale = typeof data.locale === 'string' && data.locale !== '' ? data.locale : defaultLocale;
  return {
    ...row,
    type,
    documentId,
    locale: type.localized ? locale : null,
    version: isPublished ? 'published' : 'draft',
  };
};
