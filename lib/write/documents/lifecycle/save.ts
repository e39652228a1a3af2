// Saves a document to which a body was applied, then checks once more that its targets exist.
import { unitOf, type Stored, type Unit } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { commit } from './commit.ts';
import type { Prepared } from './prepare.ts';
import { releaseLate } from '../links/sweep.ts';
import { missing, type Linked } from '../links/targets.ts';
import { uniquely, type Written } from '../values/unique.ts';

/**
 * Removes the links to targets that were deleted between their lookup and the write. Such a deletion does not see the
 * new
 * link. The deletion also looks for links once more after it, so that one of the two always sees the other.
 */
const releaseGone = async (service: Service, linked: Linked): Promise<void> => {
  const unit = await unitOf(service.database);
  for (const { type, documentIds } of await missing(unit, linked))
    for (const documentId of documentIds) await releaseLate(service, type, documentId, linked.locale);
};

/**
 * Saves a document with the changes of other documents.
 *
 * @param own writes the document itself, and returns it as written
 * @returns the document as stored
 * @throws ApiError 400 for unique values that another document has; Overtaken when another write came first
 */
export const save = async (
  service: Service,
  unit: Unit,
  written: Written,
  own: (unit: Unit) => Promise<Stored>,
  { reaches, linked }: Omit<Prepared, 'versions'>,
): Promise<Stored> => {
  const stored = await uniquely(unit, written, () => commit(unit, written.type, own, reaches));
  if (linked.targets.length > 0) await unit.later(() => releaseGone(service, linked));
  return stored;
};
