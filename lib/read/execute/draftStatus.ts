// The statuses of drafts in the `meta` of answers, by the rule of `publicationFilter=modified`.
import { draftStatusOf, type DraftStatus } from '../../platform/db/index.ts';
import { requestedVersion } from '../plan/index.ts';
import type { Query } from '../query/index.ts';
import type { Row } from './databaseQuery.ts';

/** The `meta` of an answer with one document: the status of a draft. */
export const metaOf = (row: Row, query: Query): { readonly status?: DraftStatus } =>
  requestedVersion(query) === 'draft' ? { status: draftStatusOf(row) } : {};

/** The `meta` of a list with `view=edit`: the status of each draft. */
export const listMetaOf = (rows: readonly Row[], query: Query): { readonly status?: readonly DraftStatus[] } =>
  requestedVersion(query) === 'draft' ? { status: rows.map(draftStatusOf) } : {};
