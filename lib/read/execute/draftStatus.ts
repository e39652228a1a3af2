// Determines whether a draft differs from the published version of its document.
import { requestedVersion } from '../plan/index.ts';
import type { Query } from '../query/index.ts';
import type { Row } from './databaseQuery.ts';

/** `draft`: not published; `modified`: changed since it was published; `published`: not changed since. */
export type DraftStatus = 'draft' | 'modified' | 'published';

const updatedAt = (version: unknown): unknown => (version as { readonly updatedAt?: unknown } | undefined)?.updatedAt;

/**
 * The status of a document, by the rule of `publicationFilter=modified`.
 *
 * @param row the document with both `updatedAt`, as it is stored or as a plan projects it
 */
export const draftStatusOf = (row: Row): DraftStatus => {
  const [draft, published] = [updatedAt(row.draft), updatedAt(row.published)];
  if (!(draft instanceof Date) || !(published instanceof Date)) return 'draft';
  return draft > published ? 'modified' : 'published';
};

/** The `meta` of an answer with one document: the status of a draft. */
export const metaOf = (row: Row, query: Query): { readonly status?: DraftStatus } =>
  requestedVersion(query) === 'draft' ? { status: draftStatusOf(row) } : {};

/** The `meta` of a list with `view=edit`: the status of each draft. */
export const listMetaOf = (rows: readonly Row[], query: Query): { readonly status?: readonly DraftStatus[] } =>
  requestedVersion(query) === 'draft' ? { status: rows.map(draftStatusOf) } : {};
