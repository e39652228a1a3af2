// The job of the trash: finishes interrupted restores, and removes what was deleted too long ago.
import { standaloneOperations, type StoredDocument } from '../../../platform/db/index.ts';
import { isContent } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { finishRestores } from './finishRestores.ts';
import { removedFilter, trashStart } from './trashFilter.ts';

/** How many documents of each type one run removes, so that it ends soon. */
const maxDocuments = 1_000;

/** Removes the contents of documents whose time in the trash is over. The parameter and the result are those of `sweepTrash`. */
const expireRemoved = async (service: Service, maxAgeMs: number): Promise<number> => {
  const db = await service.database.get();
  const until = trashStart(service);
  const from = new Date(Math.max(0, until.getTime() - maxAgeMs));
  let count = 0;
  for (const type of [...service.schema.types.values()].filter(isContent)) {
    const documents = db.collection<StoredDocument>(type.collectionName);
    for (let found = maxDocuments; found === maxDocuments;) {
      const ids = await documents
        .find(
          { deletedAt: { $gt: from, $lte: until }, ...removedFilter },
          { projection: { _id: 1 }, limit: maxDocuments },
        )
        .map(({ _id }) => _id)
        .toArray();
      found = ids.length;
      count += found;
      if (found > 0)
        await documents.updateMany({ _id: { $in: ids }, deletedAt: { $lte: until } }, { $unset: { removed: 1 } });
      // The next run goes on: this one has other work too.
      if (maxAgeMs < Infinity) break;
    }
  }
  return count;
};

/**
 * @param maxAgeMs leaves out documents whose time in the trash ended earlier, which a complete run has removed
 * @returns how many documents it removed from the trash
 */
export const sweepTrash = async (service: Service, maxAgeMs = Infinity): Promise<number> => {
  // No caller waits for the result, so it waits for locks without a limit.
  await finishRestores(await standaloneOperations(service.database, Infinity), service.schema);
  return expireRemoved(service, maxAgeMs);
};
