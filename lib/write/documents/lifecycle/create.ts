// A new document.
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

/** Makes the document that a body says, in a unit. Throws as `createDocument`; Overtaken when the one document of a single type was made meanwhile. */
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
    // A copy: the driver adds its _id to what it is given.
    await db.collection(type.collectionName).insertOne({ ...stored, ...bornWith(versions, events) }, options);
    return stored;
  };
  const all = type.kind === 'singleType' && type.localized ? [onlyOne(type, documentId), ...reaches] : reaches;
  return save(service, unit, { type, documentId, locale, versions, made }, own, { reaches: all, linked });
};

/** `createDocument`, made ready: the body is checked. Throws what can be told of the body alone. */
export const creating = async (service: Service, target: WriteTarget, data: unknown): Promise<Write<Stored>> => {
  const read = await readBody(service, target, data);
  return { about: undefined, attempt: (unit) => make(service, unit, target, read) };
};

/**
 * @param data the body's `data`
 * @returns the document as stored
 * @throws ApiError 400 naming everything in `data` that does not fit, and nothing is written
 */
export const createDocument = async (service: Service, target: WriteTarget, data: unknown): Promise<Stored> =>
  alone(service, await creating(service, target, data));
