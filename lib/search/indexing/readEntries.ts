// Makes of stored documents what the index should have of them.
import { isDeepStrictEqual } from 'node:util';
import type { Document, WithId } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';
import { errorDetails, writeLog } from '../../platform/log.ts';
import { searchedAttributes, type ContentType, type Schema, type Status } from '../../schema/index.ts';
import { documentTexts } from '../text/index.ts';
import type { IndexEntry } from '../types.ts';

/** The fields of a stored document that the index needs of these versions. */
export const indexedFields = (type: ContentType, statuses: readonly Status[]): Document => ({
  documentId: 1,
  locale: 1,
  ...Object.fromEntries(
    statuses.flatMap((status) =>
      ['id', 'updatedAt', ...searchedAttributes(type).keys()].map((name) => [`${status}.${name}`, 1]),
    ),
  ),
});

/** Logs that a document is not in the index as it should be. */
export const logSkipped = ({ uid }: ContentType, documentId: string, error: unknown): void => {
  const message = 'a document cannot be indexed: a search finds it as it was before, or not';
  writeLog('error', { message, type: uid, documentId, error: errorDetails(error) });
};

type ReadDocument = Pick<WithId<StoredDocument>, 'documentId' | 'locale' | 'draft' | 'published'>;

/**
 * @param defaultLocale has the language of types that are not localized
 * @returns what the index should have of a version of a document; undefined, with a log line, if its text cannot be read
 */
export const entryOf = (
  schema: Schema,
  type: ContentType,
  status: Status,
  document: ReadDocument,
  defaultLocale: string,
): IndexEntry | undefined => {
  const { documentId, locale } = document;
  const version = document[status];
  try {
    const text = version === undefined ? undefined : documentTexts(type, version, schema, locale ?? defaultLocale);
    return { partition: { type, status, locale }, documentId, text };
  } catch (error) {
    logSkipped(type, documentId, error);
    return undefined;
  }
};

const haveSameText = (type: ContentType, { draft, published }: ReadDocument): boolean =>
  draft !== undefined &&
  published !== undefined &&
  [...searchedAttributes(type).keys()].every((name) => isDeepStrictEqual(draft[name], published[name]));

/**
 * Makes the entries of several versions. If they have the same text, their entries share it, so that it is read once.
 *
 * @returns as `entryOf`, without versions whose text cannot be read
 */
export const entriesOf = (
  schema: Schema,
  type: ContentType,
  statuses: readonly Status[],
  document: ReadDocument,
  defaultLocale: string,
): readonly IndexEntry[] => {
  const entries: IndexEntry[] = [];
  const isShared = haveSameText(type, document);
  for (const status of statuses) {
    const [first] = entries;
    const entry =
      isShared && first !== undefined
        ? { ...first, partition: { ...first.partition, status } }
        : entryOf(schema, type, status, document, defaultLocale);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
};
