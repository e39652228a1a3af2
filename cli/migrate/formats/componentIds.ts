// Format 4: components are stored with ids.
import {
  fillComponentIds,
  placesIn,
  resetTotals,
  type StoredDocument,
  type Version,
} from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { componentsIn, type ContentType, type Schema } from '../../../lib/schema/index.ts';
import { readBatch } from '../readBatch.ts';
import { storedTypes } from './storedCollections.ts';
import type { FormatMigration } from './types.ts';

/** @returns the attributes in which components have no ids, by their paths, with ids */
const missingIds = (schema: Schema, type: ContentType, document: StoredDocument): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (['draft', 'published'] as const).flatMap((status) => {
      const version: Version | undefined = document[status];
      if (version === undefined) return [];
      const filled = fillComponentIds(schema, type.attributes, version, placesIn(document));
      return [...type.attributes.keys()].flatMap((name) =>
        filled[name] === version[name] ? [] : [[`${status}.${name}`, filled[name]]],
      );
    }),
  );

/**
 * Reads and servers compute the same ids, so no answer changes with the migration, and the revision stays.
 *
 * @param change whether to change the documents
 * @returns how many documents lack ids
 */
const storeIds = async (service: Service, change: boolean): Promise<number> => {
  const db = await service.database.get();
  const withComponents = ({ attributes }: ContentType) =>
    [...attributes.values()].some((attribute) => componentsIn(attribute).length > 0);
  let count = 0;
  for (const { schema, type } of await storedTypes(service, withComponents)) {
    const documents = db.collection<StoredDocument>(type.collectionName);
    for (
      let batch = await readBatch(db, type.collectionName, undefined);
      batch !== undefined;
      batch = await readBatch(db, type.collectionName, batch.after)
    )
      for (const { _id, ...document } of batch.documents) {
        let $set = missingIds(schema, type, document);
        if (Object.keys($set).length > 0) count += 1;
        let { revision } = document;
        while (change && Object.keys($set).length > 0) {
          const { matchedCount } = await documents.updateOne({ _id, revision }, { $set });
          const written = matchedCount > 0 ? null : await documents.findOne({ _id }, { useBigInt64: true });
          if (written === null) break;
          revision = written.revision;
          $set = missingIds(schema, type, written);
        }
      }
  }
  return count;
};

/** A document changes only if its revision is still the one that was read. */
export const componentIds: FormatMigration = {
  description: 'components have ids',
  dryRun: async (service) => [
    { change: 'documents get ids in their components', count: await storeIds(service, false) },
  ],
  apply: async (service) => {
    await storeIds(service, true);
    // Servers remember what filters by these ids counted before.
    await resetTotals(await service.database.get());
  },
};
