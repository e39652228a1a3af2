// Determines whether a draft differs from the published version of its document.
import { requestedVersion } from '../plan/index.ts';
import type { Query } from '../query/index.ts';
import type { Row } from './databaseQuery.ts';

/** `draft`: not published; `modified`: changed since it was published; `published`: not changed since. */
export type DraftStatus = 'draft' | 'modified' | 'published';

const updatedAt = (version: unknown): unknown => (version as { readonly updatedAt?: unknown } | undefined)?.updatedAt;

/**
 * The `meta` of an answer with one document: the status of a draft, by the rule of `publicationFilter=modified`.
 *
 * @param row the document with both `updatedAt`, as it is stored or as `planOne` projects it
 */
export const metaOf = (row: Row, query: Query): { readonly status?: DraftStatus } => {
  if (requestedVersion(query) !== 'draft') return {};
  const [draft, published] = [updatedAt(row.draft), updatedAt(row.published)];
  if (!(draft instanceof Date) || !(published instanceof Date)) return { status: 'draft' };
  return { status: draft > published ? 'modified' : 'published' };
};
