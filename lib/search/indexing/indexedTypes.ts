// Which types are searched completely.
import type { Service } from '../../platform/service.ts';
import { editedVersion, type ContentType } from '../../schema/index.ts';
import { searchedTypes } from './partitions.ts';
import { isOfPartition } from './storedIndexes.ts';
import { findUsedIndexes } from './usedIndexes.ts';

/**
 * Finds the types whose documents are indexed as editors see them, drafts if the type has them, in every locale. A type is absent
 * while one of its indexes is built for the first time, and if the search is turned off.
 */
export const findIndexedTypes = async (service: Service): Promise<readonly ContentType[]> => {
  const [{ codes }, indexes] = await Promise.all([
    service.locales.known(),
    service.database.get().then((db) => findUsedIndexes(db)),
  ]);
  return searchedTypes(service).filter((type) =>
    (type.localized ? [...codes] : [null]).every((locale) =>
      indexes.some((index) => isOfPartition(index, { type, status: editedVersion(type), locale })),
    ),
  );
};
