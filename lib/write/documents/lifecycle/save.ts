// Saves a document to which a body was applied, then checks once more that its targets exist.
import { standaloneOperations, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { commit } from './commit.ts';
import type { PreparedVersions } from './prepare.ts';
import { releaseAfterDelete } from '../links/sweep.ts';
import { missingTargets, type LinkedTargets } from '../links/findTargets.ts';
import { withUniqueCheck, type UniqueCandidate } from '../values/unique.ts';

/**
 * Removes the links to targets that were deleted between their lookup and the write. Such a deletion does not see the
 * new link. The deletion also looks for links once more after it, so that one of the two always sees the other.
 */
const releaseDeletedTargets = async (service: Service, linked: LinkedTargets): Promise<void> => {
  const unit = await standaloneOperations(service.database);
  for (const { type, documentIds } of await missingTargets(unit, linked))
    for (const documentId of documentIds) await releaseAfterDelete(service, type, documentId, linked.locale);
};

/**
 * Saves a document with the changes of other documents.
 *
 * @param own writes the document itself, and returns it as written
 * @returns the document as stored
 * @throws ApiError 400 for unique values that another document has; WriteConflict when another write came first
 */
export const save = async (
  service: Service,
  unit: Transaction,
  written: UniqueCandidate,
  own: (unit: Transaction) => Promise<StoredDocument>,
  { relatedUpdates, linked }: Omit<PreparedVersions, 'versions'>,
): Promise<StoredDocument> => {
  const stored = await withUniqueCheck(unit, written, () => commit(unit, written.type, own, relatedUpdates));
  if (linked.targets.length > 0) await unit.afterCommit(() => releaseDeletedTargets(service, linked));
  return stored;
};
