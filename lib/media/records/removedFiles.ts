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

/** Deletes the bytes of files that were erased from the trash. Documents of other types have none. */
export const discardRemovedFiles = async (
  { config }: Pick<Service, 'config'>,
  { uid }: ContentType,
  tombstones: readonly StoredDocument[],
): Promise<void> => {
  if (uid !== builtInUids.file) return;
  await discardFiles(storeOf(config.upload), tombstones.flatMap(keysOfRecord));
};
