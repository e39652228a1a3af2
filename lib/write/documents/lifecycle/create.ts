// Creates documents.
import { withDefaults, type CheckedBody } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { initialTracking, eventsOf, writeActions } from '../outbox.ts';
import { writtenField } from '../versions/replacedVersion.ts';
import { identifiersOf } from '../values/identifiers.ts';
import { checkBody } from './checkDocumentBody.ts';
import { prepareVersions } from './prepare.ts';
import { save } from './save.ts';
import { requireSingle, lastRevision } from '../locales/singleType.ts';
import {
  storedDraftStatus,
  type StoredDocument,
  type StoredVersions,
  type Transaction,
} from '../../../platform/db/index.ts';
import { withoutChanged, withUids } from '../values/uids.ts';
import { asHookedTransaction, runWrite, type PreparedWrite } from './preparedWrite.ts';
import type { WriteTarget } from './writeTarget.ts';

/** A new document as it is returned, and as it is inserted: with its events. */
export interface NewDocument {
  readonly stored: StoredDocument;
  readonly inserted: StoredDocument;
}

/** Builds the document of a creation. */
export const buildDocument = (
  { now, schema }: Service,
  { type, locale, by }: WriteTarget,
  documentId: string,
  revision: number,
  versions: StoredVersions,
): NewDocument => {
  const actions = writeActions(type, 'create', versions);
  const at = now();
  const stored: StoredDocument = {
    documentId,
    locale,
    revision,
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...(by === undefined ? {} : { createdBy: by, updatedBy: by }),
    ...versions,
    ...storedDraftStatus(versions),
    ...identifiersOf(type, versions),
    ...writtenField(schema, type, { revision, actions, at, by }),
  };
  const events = eventsOf(type, actions, at);
  return { stored, inserted: { ...stored, ...initialTracking(versions, events) } };
};

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
  const { versions, relatedUpdates, linked, changed } = await prepareVersions(
    service,
    unit,
    target,
    'create',
    documentId,
    // As in Strapi, ids of components in the body of a new document have no effect.
    { input, errors, made },
    {},
  );
  const revision = (await lastRevision(unit, type, locale)) + 1;
  const { stored, inserted } = buildDocument(service, target, documentId, revision, versions);
  const own = async ({ db, options }: Transaction): Promise<StoredDocument> => {
    // A copy, because the driver adds an _id to the object that it inserts.
    await db.collection(type.collectionName).insertOne({ ...inserted }, options);
    return stored;
  };
  const all =
    type.kind === 'singleType' && type.localized
      ? [requireSingle(type, documentId), ...relatedUpdates]
      : relatedUpdates;
  const generated = withoutChanged(made, changed);
  const written = { type, documentId, locale, versions, made: generated };
  return save(service, unit, written, own, { relatedUpdates: all, linked });
};

/** A document to create: its checked body. */
export interface Creation {
  readonly target: WriteTarget;
  readonly body: CheckedBody;
}

/** The write of a new document; undefined `creation`: the write does more than create it. */
export interface PreparedCreate extends PreparedWrite<StoredDocument> {
  readonly creation?: Creation;
}

/** Prepares `createDocument`: checks the body. Throws for faults in the body itself. */
export const prepareCreate = async (service: Service, target: WriteTarget, data: unknown): Promise<PreparedCreate> => {
  const body = await checkBody(service, target, data);
  return asHookedTransaction(target, {
    about: undefined,
    creation: { target, body },
    attempt: (unit) => insertDocument(service, unit, target, body),
  });
};

/**
 * @param data the body's `data`
 * @returns the document as stored
 * @throws ApiError 400 naming every invalid value in `data`; nothing is written then
 */
export const createDocument = async (service: Service, target: WriteTarget, data: unknown): Promise<StoredDocument> =>
  runWrite(service, await prepareCreate(service, target, data));
