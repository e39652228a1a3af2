// Creates documents.
import { withDefaults, type Checked } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { bornWith, eventsOf, writing } from '../outbox.ts';
import { storedVersions } from '../values/identifiers.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import { save } from './save.ts';
import { onlyOne, revisionBefore } from '../locales/single.ts';
import type { Stored, Unit } from '../../../platform/db/index.ts';
import { withUids } from '../values/uids.ts';
import { alone, type Write } from './write.ts';

/**
 * Creates a document from a checked body. Throws as `createDocument`, and Overtaken when another write has created the
 * only document of a single type.
 */
export const make = async (
  service: Service,
  unit: Unit,
  target: WriteTarget,
  { input: given, errors }: Checked,
): Promise<Stored> => {
  const { type, locale } = target;
  const documentId = target.documentId ?? service.newDocumentId();
  const filled = withDefaults(service.schema, type.attributes, given);
  const { input, made } = await withUids(unit, type, locale, given, filled);
  const { versions, reaches, linked } = await prepare(service, unit, target, documentId, { input, errors }, {});
  const stored: Omit<Stored, '_id'> = {
    documentId,
    locale,
    revision: (await revisionBefore(unit, type, locale)) + 1,
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...(target.by === undefined ? {} : { createdBy: target.by }),
    ...storedVersions(type, versions),
  };
  const events = eventsOf(type, writing(type, 'create', versions), service.now());
  const own = async ({ db, options }: Unit): Promise<Stored> => {
    // A copy, because the driver adds an _id to the object that it inserts.
    await db.collection(type.collectionName).insertOne({ ...stored, ...bornWith(versions, events) }, options);
    return stored;
  };
  const all = type.kind === 'singleType' && type.localized ? [onlyOne(type, documentId), ...reaches] : reaches;
  return save(service, unit, { type, documentId, locale, versions, made }, own, { reaches: all, linked });
};

/** Prepares `createDocument`: checks the body. Throws for faults in the body itself. */
export const creating = async (service: Service, target: WriteTarget, data: unknown): Promise<Write<Stored>> => {
  const read = await readBody(service, target, data);
  return { about: undefined, attempt: (unit) => make(service, unit, target, read) };
};

/**
 * @param data the body's `data`
 * @returns the document as stored
 * @throws ApiError 400 naming every invalid value in `data`; nothing is written then
 */
export const createDocument = async (service: Service, target: WriteTarget, data: unknown): Promise<Stored> =>
  alone(service, await creating(service, target, data));
