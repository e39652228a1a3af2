// Creates documents.
import { withDefaults, type CheckedBody } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { initialOutbox, eventsOf, writeActions } from '../outbox.ts';
import { versionsWithIdentifiers } from '../values/identifiers.ts';
import { prepareVersions, checkBody, type WriteTarget } from './prepare.ts';
import { save } from './save.ts';
import { requireSingle, lastRevision } from '../locales/singleType.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';
import { withUids } from '../values/uids.ts';
import { runWrite, type PreparedWrite } from './preparedWrite.ts';

/**
 * Creates a document from a checked body. Throws as `createDocument`, and WriteConflict when another write has created the
 * only document of a single type.
 */
export const insertDocument = async (
  service: Service,
  unit: Transaction,
  target: WriteTarget,
  { input: body, errors }: CheckedBody,
): Promise<StoredDocument> => {
  const { type, locale } = target;
  const documentId = target.documentId ?? service.newDocumentId();
  const filled = withDefaults(service.schema, type.attributes, body);
  const { input, made } = await withUids(unit, type, locale, body, filled);
  const { versions, relatedUpdates, linked } = await prepareVersions(
    service,
    unit,
    target,
    documentId,
    { input, errors },
    {},
  );
  const stored: Omit<StoredDocument, '_id'> = {
    documentId,
    locale,
    revision: (await lastRevision(unit, type, locale)) + 1,
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...(target.by === undefined ? {} : { createdBy: target.by }),
    ...versionsWithIdentifiers(type, versions),
  };
  const events = eventsOf(type, writeActions(type, 'create', versions), service.now());
  const own = async ({ db, options }: Transaction): Promise<StoredDocument> => {
    // A copy, because the driver adds an _id to the object that it inserts.
    await db.collection(type.collectionName).insertOne({ ...stored, ...initialOutbox(versions, events) }, options);
    return stored;
  };
  const all =
    type.kind === 'singleType' && type.localized
      ? [requireSingle(type, documentId), ...relatedUpdates]
      : relatedUpdates;
  return save(service, unit, { type, documentId, locale, versions, made }, own, { relatedUpdates: all, linked });
};

/** Prepares `createDocument`: checks the body. Throws for faults in the body itself. */
export const prepareCreate = async (
  service: Service,
  target: WriteTarget,
  data: unknown,
): Promise<PreparedWrite<StoredDocument>> => {
  const read = await checkBody(service, target, data);
  return { about: undefined, attempt: (unit) => insertDocument(service, unit, target, read) };
};

/**
 * @param data the body's `data`
 * @returns the document as stored
 * @throws ApiError 400 naming every invalid value in `data`; nothing is written then
 */
export const createDocument = async (service: Service, target: WriteTarget, data: unknown): Promise<StoredDocument> =>
  runWrite(service, await prepareCreate(service, target, data));
