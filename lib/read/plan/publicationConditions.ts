// Conditions for how the draft and the published version of a document relate.
import type { DraftStatus } from '../../platform/db/index.ts';
import type { Publication } from '../query/index.ts';
import type { Status } from '../../schema/index.ts';
import type { Document } from './types.ts';

const versionExists = (version: Status): Document => ({ [`${version}.id`]: { $gte: 0 } });
const both = { $and: [versionExists('draft'), versionExists('published')] };
const draftIsNewer = { $expr: { $gt: ['$draft.updatedAt', '$published.updatedAt'] } };
const neverPublished = { 'published.id': { $exists: false } };

/**
 * The status has an index. Documents that are older than the field have none, and an earlier server does not change it:
 * the condition on the versions decides.
 */
const withStatus = (status: DraftStatus, condition: Document): Document => ({
  $and: [{ draftStatus: { $in: [status, null] } }, condition],
});

/** The condition on a stored document, by the value of `publicationFilter`. */
export const publicationConditions: Record<Publication, Document> = {
  'never-published': withStatus('draft', neverPublished),
  'never-published-document': withStatus('draft', neverPublished),
  'has-published-version': versionExists('published'),
  'has-published-version-document': versionExists('published'),
  modified: withStatus('modified', { $and: [both, draftIsNewer] }),
  unmodified: withStatus('published', { $and: [both, { $nor: [draftIsNewer] }] }),
  'published-without-draft': { $and: [versionExists('published'), { 'draft.id': { $exists: false } }] },
  'published-with-draft': both,
};
