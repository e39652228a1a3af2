// Imports the locales of an archive. They replace those of the database, which has no documents.
import { collections } from '../../lib/platform/db/index.ts';
import { isLocaleCode, localeDisplayName, type StoredLocale } from '../../lib/platform/locales/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { JsonObject } from '../../lib/schema/index.ts';
import { ArchiveError, defaultLocaleKey, type ArchiveConfiguration } from '../archive/index.ts';
import { readTime } from './archiveRow.ts';
import { skipSequence } from './targetDatabase.ts';

/**
 * @returns the archive's default locale; `en`, as in Strapi, if it does not say
 * @throws ArchiveError for a value that is no code of a locale
 */
export const defaultLocaleIn = (configuration: readonly ArchiveConfiguration[]): string => {
  const found = configuration.find(({ value }) => value.key === defaultLocaleKey)?.value.value;
  if (found === undefined || found === null) return 'en';
  if (!isLocaleCode(found)) throw new ArchiveError('The archive is damaged: its default locale is no code of a locale');
  return found;
};

const codeOf = ({ code }: JsonObject): string => String(code);

/** The codes of the archive's locales, at least that of the default one. */
export const localeCodesOf = (rows: readonly JsonObject[], defaultLocale: string): ReadonlySet<string> =>
  new Set([defaultLocale, ...rows.map(codeOf)]);

const toStoredLocale = (
  { now, newDocumentId }: Service,
  row: JsonObject,
  id: number,
  defaultLocale: string,
): StoredLocale => {
  const code = codeOf(row);
  const { documentId, name } = row;
  const createdAt = readTime(row.createdAt) ?? now();
  const updatedAt = readTime(row.updatedAt) ?? createdAt;
  return {
    ...{ _id: code, id, documentId: typeof documentId === 'string' ? documentId : newDocumentId() },
    name: typeof name === 'string' ? name : localeDisplayName(code),
    ...{ createdAt, updatedAt, publishedAt: readTime(row.publishedAt) ?? updatedAt },
    isDefault: code === defaultLocale,
  };
};

export const importLocales = async (
  service: Service,
  rows: readonly JsonObject[],
  defaultLocale: string,
): Promise<void> => {
  const highest = Math.max(0, ...rows.map(({ id }) => Number(id)));
  const missing = rows.some((row) => codeOf(row) === defaultLocale) ? [] : [{ code: defaultLocale, id: highest + 1 }];
  const locales = [...rows, ...missing].map((row) => toStoredLocale(service, row, Number(row.id), defaultLocale));
  const db = await service.database.get();
  const stored = db.collection<StoredLocale>(collections.locales);
  await stored.bulkWrite([
    { deleteMany: { filter: { _id: { $nin: locales.map(({ _id }) => _id) } } } },
    ...locales.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
  ]);
  await skipSequence(db, collections.locales, highest + missing.length);
  service.locales.clearCache();
};
