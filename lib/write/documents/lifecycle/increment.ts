// Adds amounts to numbers of a document in one command, if the document meets a condition.
import type { Document, Filter } from 'mongodb';
import { documentNotFound, invalidValues } from '../../../errors.ts';
import {
  documentName,
  isDuplicateKey,
  livingDocumentFilter,
  livingFilter,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import { keepsHistory, versionsOf, type ContentType, type Schema, type Status } from '../../../schema/index.ts';
import { eventsOf } from '../outbox.ts';
import { computedHistory, historyUpdate, withoutReplaced } from '../versions/replacedVersion.ts';
import { storeVersions } from '../versions/storeVersions.ts';
import { limitsOf, type Amount } from './amounts.ts';
import { WriteConflict } from './commit.ts';
import type { PreparedWrite } from './preparedWrite.ts';

export interface IncrementTarget {
  readonly type: ContentType;
  /** null when the type is not localized. */
  readonly locale: string | null;
  /** Who writes, as `updatedBy` stores it; undefined: the public or the system. */
  readonly by: string | undefined;
}

const isPublished = { $gte: ['$published.id', 0] };

/** A version with the amounts added; a value that is absent counts as 0. */
const versionUpdate = (version: Status, amounts: readonly Amount[], updatedAt: unknown): Document => {
  const sums = amounts.map(({ attribute: { name }, by }) => [
    name,
    { $add: [{ $ifNull: [`$${version}.${name}`, 0] }, by] },
  ]);
  return { $mergeObjects: [`$${version}`, { ...Object.fromEntries(sums), updatedAt }] };
};

/** The version of a larger document is stored before the increment: the document would not have room for both. */
const maxKeptBytes = 4_000_000;

const isLarge = { $gt: [{ $bsonSize: '$$ROOT' }, maxKeptBytes] };

/**
 * Stores the versions of large documents that an increment replaces.
 *
 * @returns the revisions of these documents
 */
const storeLarge = async (
  unit: Transaction,
  schema: Schema,
  { type, by }: IncrementTarget,
  filter: Filter<StoredDocument>,
  at: Date,
): Promise<readonly number[]> => {
  if (!keepsHistory(type)) return [];
  const large = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find({ $and: [filter, { $expr: isLarge }] }, { ...unit.options, projection: withoutReplaced, useBigInt64: true })
    .toArray();
  for (const document of large) {
    const { documentId, locale, revision } = document;
    const write = { revision: revision + 1, actions: ['update'], at, by, isIncrement: true } as const;
    const { replaced, storedFirst: version = replaced } = historyUpdate(schema, type, document, write);
    if (version !== undefined) await storeVersions(unit, schema, [{ type, documentId, locale, version }]);
  }
  return large.map(({ revision }) => revision);
};

/** The update adds the amounts to both versions. The draft stays modified, or not modified, since it was published. */
const updateOf = (schema: Schema, { type, by }: IncrementTarget, amounts: readonly Amount[], at: Date): Document[] => {
  const isModified = { $gt: ['$draft.updatedAt', '$published.updatedAt'] };
  const draftTime = { $cond: [isModified, new Date(at.getTime() + 1), at] };
  const history = computedHistory(schema, type, { actions: ['update'], at, by, isIncrement: true }, maxKeptBytes);
  const names = amounts.map(({ attribute: { name } }) => name);
  const events = eventsOf(type, ['update', 'publish'], at, {}, names);
  const [update = {}, ...publish] = events.map(($literal) => ({ $literal }));
  const withHistory = history === undefined ? update : { $mergeObjects: [update, { replaced: history.replaced }] };
  const eventsOfDraft = [withHistory];
  const eventsOfBoth = [withHistory, ...publish];
  const published = versionUpdate('published', amounts, at);
  const { draftAndPublish } = type;
  const added = draftAndPublish ? { $cond: [isPublished, eventsOfBoth, eventsOfDraft] } : eventsOfDraft;
  return [
    {
      $set: {
        ...(draftAndPublish
          ? {
              draft: versionUpdate('draft', amounts, draftTime),
              published: { $cond: [isPublished, published, '$$REMOVE'] },
              changed: { $cond: [isPublished, '$$CLUSTER_TIME', '$changed'] },
            }
          : { published, changed: '$$CLUSTER_TIME' }),
        revision: { $add: ['$revision', 1] },
        updatedBy: { $literal: by ?? null },
        ...(history === undefined ? {} : { written: history.written }),
        pending: { $concatArrays: [{ $ifNull: ['$pending', []] }, added] },
      },
    },
  ];
};

/** The condition that a version has room for the amounts. */
const hasRoom = (version: Status, amounts: readonly Amount[]): readonly Document[] =>
  amounts.map((amount) => {
    const path = `${version}.${amount.attribute.name}`;
    const { least, most } = limitsOf(amount);
    const isWithin = { [path]: { $gte: least, $lte: most } };
    return least <= 0 && most >= 0 ? { $or: [isWithin, { [path]: null }] } : isWithin;
  });

/** @throws ApiError 400 naming each attribute that has no room for its amount; WriteConflict if all have room by now */
const refuseRoom = (stored: StoredDocument, amounts: readonly Amount[]): never => {
  const version = stored.published ?? stored.draft;
  const faults = amounts.flatMap((amount) => {
    const { name } = amount.attribute;
    const { least, most, message } = limitsOf(amount);
    const value = (version?.[name] ?? 0) as number | bigint;
    return value >= least && value <= most ? [] : [{ path: [name], message, value: Number(value) }];
  });
  throw faults.length === 0 ? new WriteConflict() : invalidValues(faults);
};

/**
 * Prepares an increment. Both versions of a document change; its published version decides, or its draft if it is not published.
 * An attribute that all locales share changes in all of them.
 *
 * @param documentId undefined: the only document of a single type
 * @param conditionOn the condition on a version
 * @returns the write, whose attempt returns the document as stored, or null if it does not meet the condition
 * @throws (the attempt) ApiError 404 when there is no such document; 400 when a sum is outside of the limits of its attribute
 */
export const prepareIncrement = (
  { now, schema }: Pick<Service, 'now' | 'schema'>,
  target: IncrementTarget,
  documentId: string | undefined,
  amounts: readonly Amount[],
  conditionOn: (version: Status) => Document,
): PreparedWrite<StoredDocument | null> => {
  const { type, locale } = target;
  const living = livingDocumentFilter(type, documentId, locale);
  const conditions = versionsOf(type).map((version) => ({
    version,
    match: {
      $and: [conditionOn(version), ...(version === 'draft' ? [{ 'published.id': { $exists: false } }] : [])],
    },
  }));
  const shared = type.localized ? amounts.filter(({ attribute }) => !attribute.localized) : [];

  const increment = async (unit: Transaction): Promise<StoredDocument | null> => {
    const { db, options, lock } = unit;
    lock(type, documentId === undefined ? [] : [documentId]);
    const documents = db.collection<StoredDocument>(type.collectionName);
    const at = now();
    const allowed = conditions.map(({ version, match }) => ({ $and: [match, ...hasRoom(version, amounts)] }));
    const filter = { ...living, $or: allowed };
    const add = (more: Filter<StoredDocument>): Promise<StoredDocument | null> =>
      documents.findOneAndUpdate({ ...filter, ...more }, updateOf(schema, target, amounts, at), {
        ...options,
        ...{ returnDocument: 'after', useBigInt64: true },
      });
    let stored = await add(keepsHistory(type) ? { $expr: { $not: [isLarge] } } : {});
    if (stored === null) {
      const [revision] = await storeLarge(unit, schema, target, filter, at);
      if (revision !== undefined) {
        stored = await add({ revision });
        // The version that is stored is not the one that this increment would replace.
        if (stored === null) throw new WriteConflict();
      }
    }
    if (stored !== null) {
      const others = { documentId: stored.documentId, locale: { $nin: [null, locale] }, ...livingFilter };
      if (shared.length > 0) {
        await storeLarge(unit, schema, target, others, at);
        await documents.updateMany(others, updateOf(schema, target, shared, at), options);
      }
      return stored;
    }
    const matching = { ...living, $or: conditions.map(({ match }) => match) };
    const matched = await documents.findOne(matching, { ...options, useBigInt64: true });
    if (matched !== null) return refuseRoom(matched, amounts);
    if ((await documents.findOne(living, { ...options, projection: { _id: 1 } })) === null) throw documentNotFound();
    return null;
  };

  return {
    about: documentName(type, documentId),
    attempt: async (unit) => {
      try {
        return await (shared.length > 0 ? unit.inTransaction(increment) : increment(unit));
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const unique = amounts.filter(({ attribute }) => attribute.unique);
        throw invalidValues(
          unique.map(({ attribute: { name } }) => ({
            path: [name],
            message: 'This attribute must be unique',
            value: undefined,
          })),
        );
      }
    },
  };
};
