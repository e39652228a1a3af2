// Deletes documents in the trash for good.
import { ApiError } from '../../errors.ts';
import { insertAuditRow } from '../../platform/audit/index.ts';
import type { StoredDocument, Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { eraseRemoved, findRemovedLocales, runInTransaction } from '../../write/documents/index.ts';
import { builtInUids, type ContentType } from '../../schema/index.ts';
import { removeVersions } from '../retention.ts';
import { listTrash } from './listTrash.ts';
import { checkRestorable, type TrashContext } from './trashContext.ts';

/** Part of the transaction that erases documents, with their tombstones as they were: files lose their bytes then. */
export type EraseBytes = (
  service: Service,
  unit: Transaction,
  type: ContentType,
  tombstones: readonly StoredDocument[],
) => Promise<void>;

/**
 * Erases a document and its versions at once, also from events that wait to be dispatched. Restoring it is then impossible.
 *
 * @param locale the only locale to erase; undefined: every deleted one
 * @throws ApiError 404 and 403 as `checkRestorable`
 */
export const eraseOne = async (
  context: TrashContext,
  documentId: string,
  locale: string | undefined,
  eraseBytes: EraseBytes,
): Promise<void> => {
  const { service, type } = context;
  const versionsFilter = (tombstones: readonly StoredDocument[]) => {
    const erasedLocales = tombstones.map((one) => one.locale);
    return { type: type.uid, documentId, locale: { $in: erasedLocales } };
  };
  const erased = await runInTransaction(service, async (unit) => {
    await checkRestorable(context, documentId, await findRemovedLocales(service, unit, type, documentId, locale), unit);
    const tombstones = await eraseRemoved(unit, type, documentId, locale);
    const action = type.uid === builtInUids.file ? 'media.erase' : 'content.erase';
    for (const { locale: erasedLocale } of tombstones) {
      const target = { type: type.uid, documentId, ...(erasedLocale === null ? {} : { locale: erasedLocale }) };
      await insertAuditRow(service, unit, { action, target });
    }
    await removeVersions(unit, versionsFilter(tombstones));
    await eraseBytes(service, unit, type, tombstones);
    return tombstones;
  });
  // Again, because the transaction does not see what the relay stores meanwhile.
  await removeVersions({ db: await service.database.get(), options: {} }, versionsFilter(erased));
};

/** How many documents one request erases, so that it ends in time. */
const maxErased = 500;

/** @returns whether the document was still in the trash: another request may have restored or erased it meanwhile */
const eraseIfPresent = async (...target: Parameters<typeof eraseOne>): Promise<boolean> => {
  try {
    await eraseOne(...target);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
};

/**
 * Erases the documents of a type that the caller may erase, among at most about 500.
 *
 * @param before only documents that were deleted before this time
 * @returns which, and the time before which the next call goes on; null: there are no more
 */
export const eraseAll = async (
  context: TrashContext,
  before: Date | undefined,
  eraseBytes: EraseBytes,
): Promise<{ readonly erased: readonly string[]; readonly nextCursor: string | null }> => {
  const erased: string[] = [];
  const { data, nextCursor } = await listTrash(context, { pageSize: maxErased, before });
  for (const { documentId, locales } of data) {
    const results: boolean[] = [];
    for (const locale of locales.length === 0 ? [undefined] : locales)
      results.push(await eraseIfPresent(context, documentId, locale, eraseBytes));
    if (results.includes(true)) erased.push(documentId);
  }
  return { erased, nextCursor };
};
