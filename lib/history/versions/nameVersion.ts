// Names a version, which keeps it for good, or removes its name.
import { documentNotFound } from '../../errors.ts';
import { requirePermission } from '../../platform/access/index.ts';
import { standaloneOperations, type StoredDocument } from '../../platform/db/index.ts';
import { replacedVersionOf, storeVersions, versionsCollection } from '../../write/documents/index.ts';
import { checkWritable } from '../../write/permissions/index.ts';
import type { ListedVersion } from '../documentVersions.ts';
import { describeVersion, type VersionAnswer } from './describeVersions.ts';
import { withVersion, type VersionContext } from './versionContext.ts';

/** Stores a version that is still in its document, so that it can have a name. It keeps its id, so it is not stored twice. */
const storeWaiting = async ({ service, key }: VersionContext, { _id }: ListedVersion): Promise<void> => {
  const { type, documentId, locale } = key;
  const db = await service.database.get();
  if ((await versionsCollection(db).findOne({ _id }, { projection: { _id: 1 } })) !== null) return;
  const stored = await db
    .collection<StoredDocument>(type.collectionName)
    .findOne({ documentId, locale }, { useBigInt64: true });
  if (stored === null) return;
  const candidates = [
    replacedVersionOf(type, stored),
    ...(stored.pending ?? []).flatMap(({ replaced }) => replaced ?? []),
  ];
  const versions = candidates
    .filter(({ id }) => id.equals(_id))
    .map((version) => ({ type, documentId, locale, version }));
  await storeVersions({ db, options: {} }, service.schema, versions);
};

/**
 * @param number as the path names it
 * @param name null removes the name
 * @throws ApiError 404 if the version does not exist for the caller, 403 for a document that the caller may not update
 */
export const nameVersion = async (
  context: VersionContext,
  number: string,
  name: string | null,
): Promise<VersionAnswer> => {
  const { service, caller, locales, type, key } = context;
  requirePermission(caller, 'update', type.uid);
  const unit = await standaloneOperations(service.database);
  await checkWritable({ service, caller, locales, type, locale: key.locale }, 'update', key.documentId, unit);
  return withVersion(context, number, async ({ version }) => {
    await storeWaiting(context, version);
    const { matchedCount } = await versionsCollection(unit.db).updateOne(
      { _id: version._id },
      name === null ? { $unset: { name: 1 } } : { $set: { name } },
    );
    // An autosave of the same group has replaced it, or it is no longer kept.
    if (matchedCount === 0) throw documentNotFound();
    return { ...(await describeVersion(context, version)), name };
  });
};
