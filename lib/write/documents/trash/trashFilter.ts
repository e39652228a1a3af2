// Finds what is in the trash.
import type { Filter, WithId } from 'mongodb';
import type { ContentType } from '../../../schema/index.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import { dayMs } from '../../../platform/dayMs.ts';
import type { Service } from '../../../platform/service.ts';

/** A document in the trash, as `trashFilter` finds it. */
export type Tombstone = WithId<StoredDocument> & Required<Pick<StoredDocument, 'deletedAt' | 'removed'>>;

/** Documents that were deleted before are not in the trash any more, also while the job has not yet removed their content. */
export const trashStart = ({ config, now }: Pick<Service, 'config' | 'now'>): Date =>
  new Date(now().getTime() - config.trash.days * dayMs);

/** When a document that was deleted at this time leaves the trash. */
export const trashEnd = ({ config }: Pick<Service, 'config'>, deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + config.trash.days * dayMs);

/** Tombstones that still have their content, also if their time in the trash is over. */
export const removedFilter = { 'removed.deletion': { $exists: true } } as const;

/** The filter for the tombstones of a type in the trash. */
export const trashFilter = (
  service: Pick<Service, 'config' | 'now'>,
  { localized }: Pick<ContentType, 'localized'>,
): Filter<StoredDocument> => ({
  deletedAt: { $gt: trashStart(service) },
  ...removedFilter,
  locale: localized ? { $ne: null } : null,
});

/**
 * Finds the locales of a document in the trash; null where the type is not localized.
 *
 * @param locale the only one to look for; undefined: all
 */
export const findRemovedLocales = async (
  service: Pick<Service, 'config' | 'now'>,
  { db, options }: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<readonly (string | null)[]> => {
  const one = locale === undefined ? {} : { locale };
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .find({ ...trashFilter(service, type), documentId, ...one }, { ...options, projection: { locale: 1 } })
    .toArray();
  return found.map((tombstone) => tombstone.locale);
};
