// Restores deleted documents from the trash, in one locale or in all, with their links and the links of others to them.
import type { ObjectId } from 'mongodb';
import { ApiError, conflict } from '../../../errors.ts';
import { versionsOf, type ContentType, type Schema } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import {
  collections,
  documentName,
  isDuplicateKey,
  linksOf,
  livingDocumentFilter,
  standaloneOperations,
  storedDraftStatus,
  type StoredDocument,
  type StoredVersions,
  type Transaction,
} from '../../../platform/db/index.ts';
import { runWithSource } from '../changeSource.ts';
import { WriteConflict } from '../lifecycle/commit.ts';
import { lastRevision, requireSingle } from '../locales/singleType.ts';
import type { PreparedWrite } from '../lifecycle/preparedWrite.ts';
import { hasOtherOwner } from '../links/hasOtherOwner.ts';
import { missingTargets } from '../links/missingTargets.ts';
import { putBackLinks, type LostLink } from '../links/putBackLinks.ts';
import { findLinkPlaces, type RemovedLinks } from '../links/removedLinks.ts';
import { withoutTarget } from '../links/stripLinks.ts';
import { changeTimeUpdate, asRestored, eventsOf, pushEvents, writeActions } from '../outbox.ts';
import { takenAttributes } from '../values/unique.ts';
import { writtenField } from '../versions/replacedVersion.ts';
import { finishRestores, noteRestore } from './finishRestores.ts';
import { checkRestored, restoredVersions } from './restoredVersions.ts';
import { removedFilter, trashFilter, type Tombstone } from './trashFilter.ts';

/** What to restore. */
export interface RestoreTarget {
  readonly type: ContentType;
  readonly documentId: string;
  /** null if the type is not localized; undefined: every deleted locale of the document. */
  readonly locale: string | null | undefined;
  /** Who restores it, as `updatedBy` stores it; undefined: the public or the system. */
  readonly by: string | undefined;
  /** Values that replace those of the attributes in every restored version, such as a slug that is taken. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface RestoredDocument {
  /** The links of the document, and of others to it, that did not come back: complete when the write is committed. */
  readonly lost: readonly LostLink[];
}

/** 404: the document is not in the trash, or it was restored or created again meanwhile. */
export const notInTrash = (): ApiError => new ApiError(404, 'NotFoundError', 'The document is not in the trash');

/** @throws ApiError 404 if there are none */
const findTombstones = async (
  service: Service,
  { db, options }: Transaction,
  { type, documentId, locale }: RestoreTarget,
): Promise<readonly Tombstone[]> => {
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .find(
      { ...trashFilter(service, type), documentId, ...(locale === undefined ? {} : { locale }) },
      { ...options, useBigInt64: true },
    )
    .sort({ deletedAt: -1, locale: 1 })
    .toArray();
  if (found.length === 0) throw notInTrash();
  return found as Tombstone[]; // the filter requires both fields
};

/** @throws ApiError 409 for a locale that the site no longer has */
const checkLocales = async ({ locales }: Service, tombstones: readonly Tombstone[]): Promise<void> => {
  const { codes } = await locales.known();
  const unknown = tombstones.flatMap(({ locale }) => (locale === null || codes.has(locale) ? [] : [locale]));
  if (unknown.length > 0)
    throw conflict(
      `The site no longer has the locale ${unknown.join(', ')}: create it again, or restore another locale with ?locale=`,
      { locales: unknown },
    );
};

/** @throws ApiError 409 if a single type has another document now */
const checkSingle = async (unit: Transaction, type: ContentType, documentId: string): Promise<void> => {
  if (type.kind !== 'singleType') return;
  const other = { single: true as const, documentId: { $ne: documentId } };
  const found = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(other, { ...unit.options, projection: { _id: 1 } });
  if (found !== null)
    throw conflict(`${type.displayName} has another document now: delete it first, because there is only one`);
  if (type.localized) await requireSingle(type, documentId)(unit);
};

interface RestoredLocale {
  readonly tombstone: Tombstone;
  readonly versions: StoredVersions;
}

/** @throws ApiError 409 naming the attributes whose values other documents have now */
const checkUnique = async (
  unit: Transaction,
  { type, documentId }: RestoreTarget,
  restored: readonly RestoredLocale[],
): Promise<void> => {
  const errors: object[] = [];
  for (const { tombstone, versions } of restored) {
    const { locale } = tombstone;
    for (const name of await takenAttributes(unit, { type, documentId, locale, versions })) {
      const value = (versions.draft ?? versions.published)?.[name];
      errors.push({
        path: [name],
        message: 'Another document has this value now',
        name: 'ConflictError',
        ...(type.attributes.get(name)?.private === true
          ? {}
          : { value: typeof value === 'bigint' ? String(value) : value }),
        ...(locale === null ? {} : { locale }),
      });
    }
  }
  if (errors.length > 0)
    throw conflict('Another document has a value of this one now: restore it with another value in `data`', { errors });
};

/** The links that cannot come back because another document owns their target now, by attribute. */
const takenTargets = async (
  unit: Transaction,
  { type, documentId }: RestoreTarget,
  locale: string | null,
  versions: StoredVersions,
): Promise<readonly { readonly version: keyof StoredVersions; readonly name: string; readonly to: string }[]> => {
  const taken: { readonly version: keyof StoredVersions; readonly name: string; readonly to: string }[] = [];
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'relation' || attribute.side.holds !== 'links' || !attribute.exclusive) continue;
    for (const version of versionsOf(type))
      for (const { to } of linksOf(versions[version]?.[attribute.name]))
        if (await hasOtherOwner(unit, type, { documentId, locale }, version, attribute.name, to))
          taken.push({ version, name: attribute.name, to });
  }
  return taken;
};

/** The deletion of a document that is in the trash itself, which its restore puts links back for. */
const deletionOf = async (
  { db, options }: Transaction,
  type: ContentType,
  documentId: string,
): Promise<ObjectId | undefined> => {
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .findOne(
      { documentId, ...removedFilter },
      { ...options, sort: { deletedAt: -1 }, projection: { 'removed.deletion': 1 } },
    );
  return found?.removed?.deletion;
};

/**
 * Removes the links of a restored locale that lead nowhere now. Those to documents in the trash are recorded, as if that
 * deletion had removed them: restoring such a document brings the link back.
 */
const withoutDeadLinks = async (
  unit: Transaction,
  schema: Schema,
  target: RestoreTarget,
  { tombstone, versions }: RestoredLocale,
): Promise<RestoredLocale & { readonly lost: readonly LostLink[] }> => {
  const { type, documentId } = target;
  const { locale } = tombstone;
  const lost: LostLink[] = [];
  let kept = versions;
  const strip = (version: keyof StoredVersions, names: Iterable<string>, of: ContentType, to: string): void => {
    const values = kept[version];
    if (values === undefined) return;
    const stripped = { ...values };
    for (const name of names) {
      const attribute = type.attributes.get(name);
      if (attribute !== undefined) stripped[name] = withoutTarget(attribute, values[name] ?? null, of, to, schema);
    }
    kept = { ...kept, [version]: stripped };
  };
  const present = Object.values(versions) as readonly Readonly<Record<string, unknown>>[];
  for (const missing of await missingTargets(unit, schema, type, locale, present)) {
    if (missing.documentId === documentId) continue;
    const places = findLinkPlaces(schema, type.attributes, kept, versionsOf(type), missing);
    for (const version of versionsOf(type))
      strip(version, new Set(places.map(({ path }) => String(path[0]))), missing.type, missing.documentId);
    lost.push(...places.map(({ version, path }) => ({ uid: type.uid, documentId, locale, version, path })));
    const deletion = await deletionOf(unit, missing.type, missing.documentId);
    if (deletion === undefined) continue;
    const record: RemovedLinks = { deletion, uid: type.uid, documentId, locale, places, removedAt: new Date() };
    await unit.db.collection(collections.removedLinks).insertOne({ ...record }, unit.options);
  }
  for (const { version, name, to } of await takenTargets(unit, target, locale, kept)) {
    const attribute = type.attributes.get(name);
    if (attribute?.kind !== 'relation') continue;
    const of = schema.types.get(attribute.target);
    if (of !== undefined) strip(version, [name], of, to);
    lost.push({ uid: type.uid, documentId, locale, version, path: [name] });
  }
  return { tombstone, versions: kept, lost };
};

/** Turns a tombstone back into the document. Throws WriteConflict when another write came first. */
const revive = async (
  service: Service,
  { db, options }: Transaction,
  { type, by }: RestoreTarget,
  { tombstone, versions }: RestoredLocale,
  least: number,
): Promise<void> => {
  const { _id, documentId, locale, deletedAt, createdBy } = tombstone;
  const revision = Math.max(tombstone.revision, least) + 1;
  const [actions, at] = [writeActions(type, 'create', versions), service.now()];
  const stored: StoredDocument = {
    ...{ documentId, locale, revision, updatedBy: by ?? null },
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(type.kind === 'singleType' ? { single: true } : {}),
    ...versions,
    ...storedDraftStatus(versions),
    ...runWithSource('restore', () => writtenField(service.schema, type, { revision, actions, at, by })),
  };
  const isPublished = versions.published !== undefined;
  const events = eventsOf(type, actions, at).map(asRestored);
  const { matchedCount } = await db.collection<StoredDocument>(type.collectionName).updateOne(
    { _id, deletedAt, revision: tombstone.revision },
    {
      $set: stored,
      $unset: { deletedAt: 1, unswept: 1, removed: 1 },
      ...(isPublished
        ? { $inc: { uncounted: 1 }, $currentDate: { ...changeTimeUpdate.$currentDate, restoredAt: true } }
        : {}),
      ...pushEvents(events),
    },
    options,
  );
  if (matchedCount === 0) throw new WriteConflict();
};

const restore = async (service: Service, unit: Transaction, target: RestoreTarget): Promise<RestoredDocument> => {
  const { type, documentId, values } = target;
  const { schema } = service;
  unit.lock(type, [documentId]);
  const tombstones = await findTombstones(service, unit, target);
  await checkLocales(service, tombstones);
  await checkSingle(unit, type, documentId);
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const living = await documents
    .find(livingDocumentFilter(type, documentId), { ...unit.options, useBigInt64: true })
    .toArray();
  // The shared attributes are those of the living locales, so none of these may change meanwhile.
  if (living.length > 0)
    await documents.updateMany({ _id: { $in: living.map(({ _id }) => _id) } }, { $inc: { revision: 1 } }, unit.options);
  const sources = [...living, ...tombstones.map(({ removed }) => removed)];
  const restored: (RestoredLocale & { readonly lost: readonly LostLink[] })[] = [];
  for (const tombstone of tombstones) {
    const versions = await restoredVersions(service, type, tombstone.removed, sources, values);
    restored.push(await withoutDeadLinks(unit, schema, target, { tombstone, versions }));
  }
  checkRestored(
    schema,
    type,
    restored.map(({ tombstone: { locale }, versions }) => ({ locale, ...versions })),
  );
  await checkUnique(unit, target, restored);
  for (const one of restored)
    await revive(service, unit, target, one, await lastRevision(unit, type, one.tombstone.locale));
  const links = {
    ...{ type, documentId },
    locales: tombstones.map(({ locale }) => locale),
    deletions: [...new Map(tombstones.map(({ removed: { deletion } }) => [deletion.toHexString(), deletion])).values()],
  };
  const first = await putBackLinks(unit, schema, links);
  const lost = [...restored.flatMap((one) => one.lost), ...first.lost];
  if (!first.isComplete) {
    const note = await noteRestore(unit, links);
    await unit.afterCommit(async () => {
      lost.push(...(await finishRestores(await standaloneOperations(service.database), schema, note)));
    });
  }
  return { lost };
};

/**
 * Prepares the restore of a document: a transaction that brings back both versions with their ids, the links of the document,
 * and the links of others to it. Its events are those of a creation.
 *
 * @returns the write, whose attempt throws ApiError 404 for a document that is not in the trash; 409 for unique values that
 *   are taken, for a locale that no longer exists, and for a single type that has another document; 400 for values that the
 *   schema no longer takes
 */
export const prepareRestore = (service: Service, target: RestoreTarget): PreparedWrite<RestoredDocument> => ({
  about: documentName(target.type, target.documentId),
  attempt: (unit) =>
    unit.inTransaction(async (transaction) => {
      try {
        return await restore(service, transaction, target);
      } catch (error) {
        // Another document has just taken a value: the next attempt finds it.
        throw isDuplicateKey(error) ? new WriteConflict() : error;
      }
    }),
});
