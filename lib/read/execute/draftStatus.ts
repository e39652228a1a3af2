// How a draft stands to the published version of its document.
import { askedVersion } from '../plan/index.ts';
import type { Query } from '../query/index.ts';
import type { Row } from './ask.ts';

/** `draft`: never published, or no longer; `modified`: changed since; `published`: not changed since. */
export type Standing = 'draft' | 'modified' | 'published';

const updatedAt = (version: unknown): unknown => (version as { readonly updatedAt?: unknown } | undefined)?.updatedAt;

/**
 * What an answer about one document says beside it: of a draft how it stands, by the rule of `publicationFilter=modified`.
 *
 * @param row the document with both `updatedAt`, as it is stored or as the plan of one document projects it
 */
export const metaOf = (row: Row, query: Query): { readonly status?: Standing } => {
  if (askedVersion(query) !== 'draft') return {};
  const [draft, published] = [updatedAt(row.draft), updatedAt(row.published)];
  if (!(draft instanceof Date) || !(published instanceof Date)) return { status: 'draft' };
  return { status: draft > published ? 'modified' : 'published' };
};
