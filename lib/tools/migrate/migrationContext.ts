// Creates the context in which a migration reads and rewrites documents.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { collectionsOf } from './scan.ts';
import type { Going, Plan } from './types.ts';

export const goingOf = async (service: Service, plan: Plan, again: boolean): Promise<Going> => {
  const { database, sequences, locales } = service;
  const db = await database.get();
  return {
    ...plan,
    again,
    now: service.now(),
    defaultLocale: (await locales.known()).defaultLocale,
    nextId: (type) => sequences.next(type.collectionName),
    others: async ({ documentId, locale }, now) => {
      const before = [...plan.base.types.values()].find(({ uid }) => (plan.renames.types.get(uid) ?? uid) === now.uid);
      const found = collectionsOf(plan, before ?? now).map((collection) =>
        db
          .collection<StoredDocument>(collection)
          .find({ documentId, locale: { $ne: locale }, deletedAt: { $exists: false } })
          .project<StoredDocument>({ documentId: 1, locale: 1 })
          .toArray(),
      );
      return (await Promise.all(found)).flat();
    },
  };
};
