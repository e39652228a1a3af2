// A new document.
import { withDefaults } from '../input/index.ts';
import type { Service } from '../service.ts';
import { commit, untilNotOvertaken } from './commit.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import type { Stored } from '../db/index.ts';
import { withUids } from './uids.ts';
import { uniquely } from './unique.ts';

/**
 * @param data the body's `data`
 * @returns the document as stored
 * @throws ApiError 400 naming everything in `data` that does not fit, and nothing is written; Overtaken when the one
 *   document of a single type was made meanwhile
 */
export const createDocument = async (service: Service, target: WriteTarget, data: unknown): Promise<Stored> => {
  const { type, locale } = target;
  const documentId = service.newDocumentId();
  const { input: given, errors } = await readBody(service, target, data);
  const filled = withDefaults(service.schema, type, given);
  const db = await service.database.get();
  const make = async (): Promise<Stored> => {
    const { input, made } = await withUids(db, type, locale, given, filled);
    const { versions, reaches } = await prepare(service, target, documentId, { input, errors }, {});
    const stored: Omit<Stored, '_id'> = {
      documentId,
      locale,
      revision: 1,
      ...(type.kind === 'singleType' ? { single: true } : {}),
      ...versions,
    };
    await uniquely(db, { type, documentId, locale, versions, made }, () =>
      commit(
        service.database,
        // A copy: the driver adds its _id to what it is given.
        (options) => db.collection(type.collectionName).insertOne({ ...stored }, options),
        reaches,
      ),
    );
    return stored;
  };
  // Who makes a single type looks whether it is there before trying again.
  return type.kind === 'singleType' ? make() : untilNotOvertaken(make);
};
