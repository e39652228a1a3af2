// Creates, changes and deletes locales; exactly one locale is the default at any time.
import { changedNames, insertAuditRow, recordChange, type AuditEntry } from '../audit/index.ts';
import { inTransaction, isDuplicateKey, type Transaction } from '../db/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import { countLocaleDocuments, type LocaleStore } from './locales.ts';
import { toLocale, livingLocaleFilter, type Locale, type StoredLocale } from './storedLocale.ts';

const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'locale.notFound');

/** Without a name, or with an empty one, it has none. */
export interface NewLocale {
  readonly code: string;
  readonly name?: string | null;
  readonly isDefault?: boolean;
}

/** Properties that are undefined stay unchanged. */
export interface LocaleChange {
  readonly name?: string | null;
  readonly isDefault?: boolean;
  /** If present, it must be the current code. */
  readonly code?: string;
}

const applicationError = (message: string, details = {}): ApiError =>
  new ApiError(400, 'ApplicationError', message, details);

const auditEntry = (
  action: AuditEntry['action'],
  { _id, id }: StoredLocale,
  changed?: readonly string[],
): AuditEntry => ({
  action,
  target: { type: 'locale', id: String(id), name: _id },
  ...(changed === undefined ? {} : { changed }),
});

/** Removes `isDefault` from all other locales. */
const clearOtherDefaults = async (locales: LocaleStore, code: string, { options }: Transaction): Promise<void> => {
  const others = { _id: { $ne: code }, isDefault: true };
  await (await locales.collection()).updateMany(others, { $set: { isDefault: false } }, options);
};

/** @throws ApiError 400 if a locale with this code exists */
export const createLocale = async (
  locales: LocaleStore,
  { code, name, isDefault = false }: NewLocale,
): Promise<Locale> => {
  await locales.list(); // creates the first locale before any other
  const created = await locales.newLocale(code, name === undefined || name === '' ? null : name, isDefault);
  const collection = await locales.collection();
  try {
    await inTransaction(locales.context.database, async (unit) => {
      // This replaces a locale that is marked as deleted. If the locale exists, it fails with a duplicate key.
      const { _id, ...rest } = created;
      await collection.replaceOne({ _id, deletedAt: { $exists: true } }, rest, { ...unit.options, upsert: true });
      if (isDefault) await clearOtherDefaults(locales, code, unit);
      await insertAuditRow(locales.context, unit, auditEntry('locale.create', created));
    });
  } catch (error) {
    if (isDuplicateKey(error)) throw applicationError('This locale already exists');
    throw error;
  }
  locales.clearCache();
  return toLocale(created);
};

/** @throws ApiError 404 if the locale does not exist; 400 for another code, and for `isDefault: false` on the default locale */
export const updateLocale = async (locales: LocaleStore, id: number, change: LocaleChange): Promise<Locale> => {
  await locales.list();
  const collection = await locales.collection();
  const { name, isDefault, code } = change;
  const updated = await inTransaction(locales.context.database, async (unit) => {
    const before = await collection.findOne({ id, ...livingLocaleFilter }, unit.options);
    if (before === null) throw notFound();
    if (code !== undefined && code !== before._id)
      throw invalidValues([{ path: ['code'], message: 'The code of a locale cannot be changed', value: code }]);
    if (isDefault === false && before.isDefault)
      throw invalidValues([
        { path: ['isDefault'], message: 'There must be a default locale: make another one the default', value: false },
      ]);
    const after = {
      ...before,
      ...(name === undefined ? {} : { name }),
      ...(isDefault === undefined ? {} : { isDefault }),
      updatedAt: locales.context.now(),
    };
    await collection.replaceOne({ _id: before._id }, after, unit.options);
    if (isDefault === true) await clearOtherDefaults(locales, before._id, unit);
    const changed = changedNames(before, after);
    await insertAuditRow(locales.context, unit, auditEntry('locale.update', before, changed));
    return after;
  });
  locales.clearCache();
  return toLocale(updated);
};

/**
 * Deletes a locale without documents. It marks the locale, which is removed later (`settleDeletion`).
 *
 * @throws ApiError 404 if the locale does not exist; 400 for the default locale, and if the locale has documents, with
 *   their number
 */
export const deleteLocale = async (locales: LocaleStore, id: number): Promise<Locale> => {
  await locales.list();
  const { schema, database, now } = locales.context;
  const collection = await locales.collection();
  const stored = await collection.findOne({ id, ...livingLocaleFilter });
  if (stored === null) throw notFound();
  if (stored.isDefault) throw applicationError('Cannot delete the default locale');
  const counted = await countLocaleDocuments(await database.get(), schema, stored._id);
  if (counted.length > 0)
    throw applicationError(
      `The locale ${stored._id} still has ${counted.map(([{ singularName }, count]) => `${count} of ${singularName}`).join(', ')}: delete them first`,
      { documents: Object.fromEntries(counted.map(([{ uid }, count]) => [uid, count])) },
    );
  // If it has become the default or was deleted meanwhile, the second attempt throws the right error.
  const { matchedCount } = await recordChange(
    locales.context,
    ({ options }) =>
      collection.updateOne({ id, isDefault: false, ...livingLocaleFilter }, { $set: { deletedAt: now() } }, options),
    (result) => (result.matchedCount === 0 ? undefined : auditEntry('locale.delete', stored)),
  );
  if (matchedCount === 0) return deleteLocale(locales, id);
  locales.clearCache();
  return toLocale(stored);
};
