// A change of a document: computed from what stands, and written only if that still stands.
import { documentNotFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { commit, Overtaken, untilNotOvertaken } from './commit.ts';
import { createDocument } from './create.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import { livingOf, type Stored } from '../db/index.ts';
import { uniquely } from './unique.ts';

/**
 * @param documentId undefined: the one document of a single type
 * @param data the body's `data`: what it does not name stays
 * @returns the document as stored
 * @throws ApiError 404 when there is no such document in the locale; 400 naming everything in `data` that does not fit
 */
export const updateDocument = async (
  service: Service,
  target: WriteTarget,
  documentId: string | undefined,
  data: unknown,
): Promise<Stored> => {
  const { type, locale } = target;
  const read = await readBody(service, target, data);
  const db = await service.database.get();
  const documents = db.collection<Stored>(type.collectionName);
  return untilNotOvertaken(async () => {
    const before = await documents.findOne(livingOf(locale, documentId), { useBigInt64: true });
    if (before === null) throw documentNotFound();
    const { versions, reaches } = await prepare(service, target, before.documentId, read, before);
    await uniquely(db, { type, documentId: before.documentId, locale, versions }, () =>
      commit(
        service.database,
        async (options) => {
          const { matchedCount } = await documents.updateOne(
            { documentId: before.documentId, locale, revision: before.revision },
            { $set: versions, $inc: { revision: 1 } },
            options,
          );
          if (matchedCount === 0) throw new Overtaken();
        },
        reaches,
      ),
    );
    return { ...before, ...versions, revision: before.revision + 1 };
  });
};

/** PUT on a single type: its one document is changed, or made when there is none. Throws as `updateDocument`. */
export const putSingle = async (service: Service, target: WriteTarget, data: unknown): Promise<Stored> =>
  untilNotOvertaken(async () => {
    const documents = (await service.database.get()).collection<Stored>(target.type.collectionName);
    const there = await documents.findOne(livingOf(target.locale, undefined), { projection: { documentId: 1 } });
    return there === null
      ? createDocument(service, target, data)
      : updateDocument(service, target, there.documentId, data);
  });
