// Saves a document to which a body was applied, then checks once more that its targets exist.
import {
  elapsedSince,
  standaloneOperations,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { commit } from './commit.ts';
import type { PreparedVersions } from './prepare.ts';
import { releaseAfterDelete } from '../links/sweep.ts';
import { existingAmong } from '../existingDocuments.ts';
import type { LinkedTargets } from '../links/findTargets.ts';
import { withUniqueCheck, type UniqueCandidate } from '../values/unique.ts';

/**
 * How long a write may last that does not look for its targets again. Links to targets that were deleted meanwhile are
 * removed by `sweepLinks`, which runs minutes after the deletion.
 */
const maxLinkingMs = 10_000;

/**
 * Removes the links to targets that were deleted between their lookup and the write, so long ago that their sweep may not
 * have seen the links.
 */
const releaseDeletedTargets = async (service: Service, { targets, locale }: LinkedTargets): Promise<void> => {
  const unit = await standaloneOperations(service.database);
  for (const { type, documentIds } of targets) {
    const existing = await existingAmong(unit, type, documentIds, locale);
    for (const documentId of documentIds)
      if (!existing.has(documentId)) await releaseAfterDelete(service, type, documentId, locale);
  }
};

/** After a long write of links, looks for targets that were deleted meanwhile. */
export const recheckTargets = async (service: Service, unit: Transaction, linked: LinkedTargets): Promise<void> => {
  if (linked.targets.length > 0)
    await unit.afterCommit(async () => {
      if (elapsedSince(unit.start) > maxLinkingMs) await releaseDeletedTargets(service, linked);
    });
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
  { relatedUpdates, linked }: Pick<PreparedVersions, 'relatedUpdates' | 'linked'>,
): Promise<StoredDocument> => {
  const stored = await withUniqueCheck(unit, written, () => commit(unit, written.type, own, relatedUpdates));
  await recheckTargets(service, unit, linked);
  return stored;
};
