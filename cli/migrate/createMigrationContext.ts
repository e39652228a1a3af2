// Creates the context in which a migration reads and rewrites documents.
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { possibleCollections } from './scanDocuments.ts';
import type { MigrationContext, MigrationPhase, MigrationPlan } from './types.ts';

export const createMigrationContext = async (
  service: Service,
  plan: MigrationPlan,
  phase: MigrationPhase,
): Promise<MigrationContext> => {
  const { database, sequences, locales } = service;
  const db = await database.get();
  return {
    ...plan,
    phase,
    now: service.now(),
    defaultLocale: (await locales.known()).defaultLocale,
    nextId: (type) => sequences.next(type.collectionName),
    others: async ({ documentId, locale }, now) => {
      const oldType = [...plan.base.types.values()].find(({ uid }) => (plan.renames.types.get(uid) ?? uid) === now.uid);
      const lookups = possibleCollections(plan, oldType ?? now).map((collection) =>
        db
          .collection<StoredDocument>(collection)
          .find({ documentId, locale: { $ne: locale }, deletedAt: { $exists: false } })
          .project<StoredDocument>({ documentId: 1, locale: 1 })
          .toArray(),
      );
      return (await Promise.all(lookups)).flat();
    },
  };
};
