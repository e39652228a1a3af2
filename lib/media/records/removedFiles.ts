// The bytes of deleted files: they stay as long as the trash has the record.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { builtInUids, type ContentType } from '../../schema/index.ts';
import { storeOf } from '../store/storeOf.ts';
import { allKeysOf } from './fileRecord.ts';
import { fileRecordOf } from './files.ts';
import { discardFiles } from './prepareFile.ts';

/** The keys of a record, also of one in the trash; none if its content is removed. */
export const keysOfRecord = ({ published, removed }: StoredDocument): readonly string[] => {
  const version = published ?? removed?.published;
  return version === undefined ? [] : allKeysOf(fileRecordOf({ published: version }));
};

/** Deletes files where they are served and in the trash. If that fails, the daily sweep deletes them later. */
export const discardKeys = async ({ config }: Pick<Service, 'config'>, keys: readonly string[]): Promise<void> => {
  const store = storeOf(config.upload);
  await discardFiles(store, keys);
  await discardFiles(store.trash, keys);
};

/** Deletes the bytes of files that were erased from the trash. Documents of other types have none. */
export const discardRemovedFiles = async (
  service: Pick<Service, 'config'>,
  { uid }: ContentType,
  tombstones: readonly StoredDocument[],
): Promise<void> => {
  if (uid === builtInUids.file) await discardKeys(service, tombstones.flatMap(keysOfRecord));
};
