// A document in one more locale: it begins with what all of its locales share.
import { withDefaults, type Checked } from '../input/index.ts';
import type { Service } from '../service.ts';
import { commit } from './commit.ts';
import { prepare, type WriteTarget } from './prepare.ts';
import { ownAttributes } from './shared.ts';
import type { Stored } from '../db/index.ts';
import { uniquely } from './unique.ts';

/**
 * @param others the locales that the document has, as they stand: one at least
 * @returns the document as stored, in the locale of the target
 * @throws ApiError 400 naming everything that does not fit; Overtaken when another write came first
 */
export const addLocale = async (
  service: Service,
  target: WriteTarget,
  documentId: string,
  { input, errors }: Checked,
  others: readonly Stored[],
): Promise<Stored> => {
  const { type, locale } = target;
  const read = { input: withDefaults(service.schema, ownAttributes(type), input), errors };
  const { versions, reaches } = await prepare(service, target, documentId, read, {}, others);
  const db = await service.database.get();
  const documents = db.collection<Stored>(type.collectionName);
  const single = type.kind === 'singleType' ? ({ single: true } as const) : {};
  let revision = 1;
  await uniquely(db, { type, documentId, locale, versions }, () =>
    commit(
      service.database,
      async (options) => {
        // Where this locale was deleted its tombstone lives again. Where someone else just made it, an index says so.
        const made = await documents.findOneAndUpdate(
          { documentId, locale, deletedAt: { $exists: true } },
          { $set: { ...single, ...versions }, $unset: { deletedAt: 1 }, $inc: { revision: 1 } },
          { ...options, upsert: true, returnDocument: 'after', projection: { revision: 1 } },
        );
        revision = made?.revision ?? revision;
      },
      reaches,
    ),
  );
  return { documentId, locale, revision, ...single, ...versions };
};
