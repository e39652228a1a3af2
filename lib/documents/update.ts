// A change of a document: computed from what stands, and written only if that still stands.
import { documentNotFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { addLocale } from './add-locale.ts';
import { commit, Overtaken, untilNotOvertaken } from './commit.ts';
import { createDocument } from './create.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import { livingAnywhere, type Stored } from '../db/index.ts';
import { uniquely } from './unique.ts';

/**
 * A document that is there in another locale only is made in this one.
 *
 * @param documentId undefined: the one document of a single type
 * @param data the body's `data`: what it does not name stays
 * @returns the document as stored
 * @throws ApiError 404 when there is no such document in any locale; 400 naming everything in `data` that does not fit
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
    const living = await documents.find(livingAnywhere(type, documentId), { useBigInt64: true }).toArray();
    const [one] = living;
    if (one === undefined) throw documentNotFound();
    const others = living.filter((other) => other.locale !== locale);
    const before = living.find((other) => other.locale === locale);
    if (before === undefined) return addLocale(service, target, one.documentId, read, others);
    const { versions, reaches } = await prepare(service, target, before.documentId, read, before, others);
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
    const anywhere = livingAnywhere(target.type, undefined);
    const there = await documents.findOne(anywhere, { projection: { documentId: 1 } });
    return there === null
      ? createDocument(service, target, data)
      : updateDocument(service, target, there.documentId, data);
  });
