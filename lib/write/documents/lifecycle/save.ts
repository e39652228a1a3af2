// What a body made of a document, written; and what it links to, looked for once more.
import { unitOf, type Stored, type Unit } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { commit } from './commit.ts';
import type { Prepared } from './prepare.ts';
import { releaseLate } from '../links/sweep.ts';
import { missing, type Linked } from '../links/targets.ts';
import { uniquely, type Written } from '../values/unique.ts';

/**
 * A document that is deleted after it was found and before it is linked to does not see the link: who links to it sees
 * then that it is gone. The deletion looks for links once more when it has happened, so that one of the two sees the other.
 */
const releaseGone = async (service: Service, linked: Linked): Promise<void> => {
  const unit = await unitOf(service.database);
  for (const { type, documentIds } of await missing(unit, linked))
    for (const documentId of documentIds) await releaseLate(service, type, documentId, linked.locale);
};

/**
 * Writes a document that a body was laid over, and with it what that changes elsewhere.
 *
 * @param own the write of the document itself, which returns it as it leaves it
 * @returns the document as stored
 * @throws ApiError 400 for values that another document has; Overtaken when another write came first
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
