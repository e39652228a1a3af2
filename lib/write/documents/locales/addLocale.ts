// Adds a locale to a document, starting with the attributes that all locales share.
import { withDefaults, type CheckedBody } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { changeTimeUpdate, eventsOf, pushEvents, writeActions } from '../outbox.ts';
import { prepareVersions } from '../lifecycle/prepare.ts';
import { save } from '../lifecycle/save.ts';
import type { WriteTarget } from '../lifecycle/writeTarget.ts';
import { ownAttributes, sharedValues } from './sharedAttributes.ts';
import { editedVersion } from '../../../schema/index.ts';
import { storedDraftStatus, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';
import { lastRevision } from './singleType.ts';
import { finishSweep } from '../links/sweep.ts';
import { withoutChanged, withUids } from '../values/uids.ts';
import { writtenField } from '../versions/replacedVersion.ts';

/**
 * @param others the document's existing locales, at least one
 * @returns the document as stored, in the locale of the target
 * @throws ApiError 400 naming every invalid value; WriteConflict when another write came first
 */
export const addLocale = async (
  service: Service,
  unit: Transaction,
  target: WriteTarget,
  documentId: string,
  { input: sent, errors }: CheckedBody,
  others: readonly StoredDocument[],
): Promise<StoredDocument> => {
  const { type, locale } = target;
  const { filter: tombstone, revision: lastOfTombstone } = await finishSweep(
    unit,
    service.schema,
    type,
    documentId,
    locale,
  );
  const filled = withDefaults(service.schema, ownAttributes(type), sent);
  const shared = sharedValues(type, others[0]?.[editedVersion(type)]);
  const { input, made } = await withUids(unit, type, locale, sent, filled, shared);
  const body = { input, errors, made };
  const prepared = await prepareVersions(service, unit, target, 'create', documentId, body, {}, others);
  const { versions, changed, ...more } = prepared;
  const single = type.kind === 'singleType' ? ({ single: true } as const) : {};
  // Every locale has the creator of the document.
  const creator = others[0]?.createdBy;
  const first = (await lastRevision(unit, type, locale)) + 1;
  const actions = writeActions(type, 'create', versions);
  const at = service.now();
  const revision = lastOfTombstone + first;
  const kept = {
    ...single,
    ...(creator === undefined ? {} : { createdBy: creator }),
    updatedBy: target.by ?? null,
    ...versions,
    ...storedDraftStatus(versions),
    ...writtenField(service.schema, type, { revision, actions, at, by: target.by }),
  };
  const update = {
    $set: kept,
    $unset: { deletedAt: 1, unswept: 1, removed: 1 } as const,
    $inc: { revision: first, ...(versions.published === undefined ? {} : { uncounted: 1 }) },
    ...pushEvents(eventsOf(type, actions, at)),
    ...(versions.published === undefined ? {} : changeTimeUpdate),
  };
  const own = async ({ db, options }: Transaction): Promise<StoredDocument> => {
    // The tombstone of this locale, if any, becomes the document. If another write has just created or deleted the
    // locale, a unique index refuses the upsert.
    const stored = await db
      .collection<StoredDocument>(type.collectionName)
      .findOneAndUpdate({ documentId, locale, ...tombstone }, update, {
        ...options,
        upsert: true,
        returnDocument: 'after',
        projection: { revision: 1 },
      });
    return { documentId, locale, revision: stored?.revision ?? first, ...kept };
  };
  const generated = withoutChanged(made, changed);
  return save(service, unit, { type, documentId, locale, versions, made: generated }, own, more);
};
