// Conditions for how the draft and the published version of a document relate.
import type { Publication } from '../query/index.ts';
import type { Status } from '../../schema/index.ts';
import type { Document } from './types.ts';

const versionExists = (version: Status): Document => ({ [`${version}.id`]: { $gte: 0 } });
const both = { $and: [versionExists('draft'), versionExists('published')] };
const draftIsNewer = { $expr: { $gt: ['$draft.updatedAt', '$published.updatedAt'] } };
const neverPublished = { 'published.id': { $exists: false } };

/** The condition on a stored document, by the value of `publicationFilter`. */
export const publicationConditions: Record<Publication, Document> = {
  'never-published': neverPublished,
  'never-published-document': neverPublished,
  'has-published-version': versionExists('published'),
  'has-published-version-document': versionExists('published'),
  modified: { $and: [both, draftIsNewer] },
  unmodified: { $and: [both, { $nor: [draftIsNewer] }] },
  'published-without-draft': { $and: [versionExists('published'), { 'draft.id': { $exists: false } }] },
  'published-with-draft': both,
};
