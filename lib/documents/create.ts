// A new document.
import { withDefaults } from '../input/index.ts';
import type { Service } from '../service.ts';
import { commit } from './commit.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import { alone } from './single.ts';
import type { Stored } from '../db/index.ts';
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
  const { input, errors } = await readBody(service, target, data);
  const read = { input: withDefaults(service.schema, type.attributes, input), errors };
  const { versions, reaches } = await prepare(service, target, documentId, read, {});
  const stored: Omit<Stored, '_id'> = {
    documentId,
    locale,
    revision: 1,
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...versions,
  };
  const db = await service.database.get();
  await uniquely(db, { type, documentId, locale, versions }, () =>
    commit(
      service.database,
      // A copy: the driver adds its _id to what it is given.
      (options) => db.collection(type.collectionName).insertOne({ ...stored }, options),
      type.kind === 'singleType' && type.localized ? [alone(type, documentId), ...reaches] : reaches,
    ),
  );
  return stored;
};
