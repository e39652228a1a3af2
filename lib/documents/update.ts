// A change of a document: computed from what stands, and written only if that still stands.
import { documentNotFound } from '../errors.ts';
import type { Checked } from '../input/index.ts';
import type { Service } from '../service.ts';
import { commit, Overtaken } from './commit.ts';
import { make } from './create.ts';
import { checkExpected } from './expected.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import { livingOf, type Stored, type Unit } from '../db/index.ts';
import { uniquely } from './unique.ts';
import { alone, nameOf, type Write } from './write.ts';

const standing = (
  { db, options }: Unit,
  { type, locale }: WriteTarget,
  documentId: string | undefined,
): Promise<Stored | null> =>
  db.collection<Stored>(type.collectionName).findOne(livingOf(locale, documentId), { ...options, useBigInt64: true });

const change = async (
  service: Service,
  unit: Unit,
  target: WriteTarget,
  before: Stored,
  read: Checked,
): Promise<Stored> => {
  const { type, locale } = target;
  const { documentId, revision } = before;
  const { versions, reaches } = await prepare(service, unit, target, documentId, read, before);
  const own = async ({ db, options }: Unit): Promise<void> => {
    const { matchedCount } = await db
      .collection<Stored>(type.collectionName)
      .updateOne({ documentId, locale, revision }, { $set: versions, $inc: { revision: 1 } }, options);
    if (matchedCount === 0) throw new Overtaken();
  };
  await uniquely(unit, { type, documentId, locale, versions }, () => commit(unit, own, reaches));
  return { ...before, ...versions, revision: revision + 1 };
};

/** `updateDocument`, made ready: the body is checked. Throws what can be told of the body alone. */
export const updating = async (
  service: Service,
  target: WriteTarget,
  documentId: string | undefined,
  data: unknown,
): Promise<Write<Stored>> => {
  const read = await readBody(service, target, data);
  return {
    about: nameOf(target.type, documentId),
    attempt: async (unit) => {
      const before = await standing(unit, target, documentId);
      if (before === null) throw documentNotFound();
      checkExpected(target.expected, before);
      return change(service, unit, target, before, read);
    },
  };
};

/**
 * @param documentId undefined: the one document of a single type
 * @param data the body's `data`: what it does not name stays
 * @returns the document as stored
 * @throws ApiError 404 when there is no such document in the locale; 412 when it is not what the target expects; 400
 *   naming everything in `data` that does not fit
 */
export const updateDocument = async (
  service: Service,
  target: WriteTarget,
  documentId: string | undefined,
  data: unknown,
): Promise<Stored> => alone(service, await updating(service, target, documentId, data));

/** PUT on a single type: its one document is changed, or made when there is none. Throws as `updateDocument`. */
export const putSingle = async (service: Service, target: WriteTarget, data: unknown): Promise<Stored> => {
  const read = await readBody(service, target, data);
  return alone(service, {
    about: nameOf(target.type, undefined),
    attempt: async (unit) => {
      const before = await standing(unit, target, undefined);
      checkExpected(target.expected, before);
      return before === null ? make(service, unit, target, read) : change(service, unit, target, before, read);
    },
  });
};
