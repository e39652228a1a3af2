// Removes the links to deleted documents that slow writes stored after the deletion, and those of interrupted deletions.
import type { WithId } from 'mongodb';
import { standaloneOperations, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';
import type { ContentType } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { recordRemovedLinks } from './removedLinks.ts';
import { countDocuments, findLinkingDocuments, deletedTargetOf, sweepRemaining } from './sweep.ts';

/**
 * How long after a deletion its sweep runs. MongoDB aborts a transaction after 60 seconds and checks every 30, and a write
 * that lasts longer than `maxLinkingMs` looks for its targets again. The rest is for slow servers.
 */
const delayMs = 180_000;

/** How many deleted documents one query searches links to. */
const batchSize = 500;

type Mark = Exclude<StoredDocument['unswept'], undefined>;
type Tombstone = WithId<Pick<StoredDocument, 'documentId'>> & { readonly unswept: Mark };

/**
 * Removes the links to documents with the same mark, and the mark. A tombstone of a later deletion, after `until`, keeps
 * its mark.
 */
const sweepBatch = async (
  unit: Transaction,
  { schema }: Service,
  type: ContentType,
  mark: Mark,
  tombstones: readonly Tombstone[],
  until: Date,
): Promise<number> => {
  const targets = tombstones.map(({ documentId }) => deletedTargetOf(type, documentId, mark));
  const any = { ...deletedTargetOf(type, '', mark), documentId: { $in: targets.map(({ documentId }) => documentId) } };
  let swept = 0;
  if (countDocuments(await findLinkingDocuments(unit, any, schema, 1)) > 0)
    for (const target of targets) if (await sweepRemaining(unit, schema, target, recordRemovedLinks)) swept++;
  const ids = tombstones.map(({ _id }) => _id);
  await unit.db
    .collection<StoredDocument>(type.collectionName)
    .updateMany({ _id: { $in: ids }, deletedAt: { $lte: until } }, { $unset: { unswept: 1 } });
  return swept;
};

/**
 * Removes links to deleted documents. Deletions of the last three minutes are left out: a write that found the document
 * before its deletion may still store a link.
 *
 * @param maxAgeMs older deletions are left out, too
 * @returns the number of deleted documents that other documents still linked to
 */
export const sweepLinks = async (service: Service, maxAgeMs = Infinity): Promise<number> => {
  // No caller waits for the result, so it waits for locks without a limit.
  const unit = await standaloneOperations(service.database, Infinity);
  const { localTime } = (await unit.db.command({ hello: 1 })) as { readonly localTime: Date };
  const [from, until] = [Math.max(0, localTime.getTime() - maxAgeMs), localTime.getTime() - delayMs].map(
    (ms) => new Date(ms),
  ) as [Date, Date];
  let swept = 0;
  for (const type of service.schema.types.values()) {
    const left = unit.db
      .collection<StoredDocument>(type.collectionName)
      .find({ deletedAt: { $gt: from, $lte: until }, unswept: { $exists: true } })
      .project<Tombstone>({ documentId: 1, unswept: 1 });
    const batches = new Map<Mark, Tombstone[]>();
    for await (const tombstone of left) {
      const { unswept: mark } = tombstone;
      const batch = batches.get(mark) ?? [];
      batch.push(tombstone);
      batches.set(mark, batch);
      if (batch.length < batchSize) continue;
      batches.delete(mark);
      swept += await sweepBatch(unit, service, type, mark, batch, until);
    }
    for (const [mark, batch] of batches) swept += await sweepBatch(unit, service, type, mark, batch, until);
  }
  return swept;
};
