// Format 2: documents with a draft have `draftStatus`, so that `publicationFilter` has an index.
import type { Document } from 'mongodb';
import type { Service } from '../../../lib/platform/service.ts';
import { storedCollections } from './storedCollections.ts';
import type { FormatMigration } from './types.ts';

/** `draftStatusOf` as an expression of MongoDB. */
const draftStatus: Document = {
  $switch: {
    branches: [
      { case: { $lt: ['$published.updatedAt', new Date(-8.64e15)] }, then: 'draft' },
      { case: { $gt: ['$draft.updatedAt', '$published.updatedAt'] }, then: 'modified' },
    ],
    default: 'published',
  },
};

/** The documents whose status is absent, or outdated by a server before this format. */
const outdated = { 'draft.id': { $gte: 0 }, $expr: { $ne: ['$draftStatus', draftStatus] } };

const collectionsWithDrafts = (service: Service) =>
  storedCollections(service, ({ draftAndPublish }) => draftAndPublish);

/** Each document changes in one atomic update that depends on nothing else, so writes meanwhile need no guard. */
export const draftStatuses: FormatMigration = {
  description: 'the status of drafts is stored',
  dryRun: async (service) => {
    const counts = (await collectionsWithDrafts(service)).map((documents) => documents.countDocuments(outdated));
    const count = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
    return [{ change: 'documents get the status of their draft', count }];
  },
  apply: async (service) => {
    for (const documents of await collectionsWithDrafts(service))
      await documents.updateMany(outdated, [{ $set: { draftStatus } }]);
  },
};
