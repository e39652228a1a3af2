// Deletes documents: replaces them by tombstones and removes the links to them.
import { ObjectId, type Document, type Filter } from 'mongodb';
import { isContent, keepsHistory, reviewNames, type ContentType, type Schema } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { WriteConflict } from './commit.ts';
import { checkExpected } from './checkExpected.ts';
import { runDeleteHooks } from '../hooks/runDeleteHooks.ts';
import type { DeleteHooks } from '../hooks/types.ts';
import { eventsOf } from '../outbox.ts';
import { computedHistory, maxReplacedBytes, replacedVersionOf, withoutReplaced } from '../versions/replacedVersion.ts';
import { storeVersions } from '../versions/storeVersions.ts';
import { linkingTypes } from '../links/linkingTypes.ts';
import { recordRemovedLinks } from '../links/removedLinks.ts';
import { releaseDeleted } from '../links/sweep.ts';
import {
  documentName,
  livingDocumentFilter,
  type ExpectedRevisions,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import { asHookedTransaction, type PreparedWrite } from './preparedWrite.ts';

/** The target of a deletion. */
export interface DeleteTarget {
  readonly type: ContentType;
  /** null when the type is not localized; undefined: every locale of the document. */
  readonly locale: string | null | undefined;
  /** The precondition; undefined: none. A deletion of several locales can only expect that the document exists. */
  readonly expected?: ExpectedRevisions | undefined;
  /** Who deletes the document, for its history and the trash; undefined: the public or the system. */
  readonly by?: string | undefined;
  /** The project's hooks on deletions of the type; undefined: it has none. */
  readonly hooks: DeleteHooks | undefined;
}

/** The deletion of a document that does not exist. Throws as `prepareDelete`. */
export const prepareMissingDelete = ({ expected }: Pick<DeleteTarget, 'expected'>): PreparedWrite<void> => ({
  about: undefined,
  // eslint-disable-next-line @typescript-eslint/require-await -- the interface needs a promise
  attempt: async () => {
    checkExpected(expected, null);
  },
});

const versionBytes = { $bsonSize: { draft: '$draft', published: '$published' } };

const isLarge = { $gt: [versionBytes, maxReplacedBytes] };

/** Stores the versions for which the outbox has no room before they are deleted. */
const storeLarge = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  filter: Filter<StoredDocument>,
): Promise<void> => {
  const large = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find({ ...filter, $expr: isLarge }, { ...unit.options, projection: withoutReplaced, useBigInt64: true })
    .toArray();
  for (const document of large) {
    const { documentId, locale } = document;
    await storeVersions(unit, schema, [{ type, documentId, locale, version: replacedVersionOf(type, document) }]);
  }
};

/**
 * With the deleted version in the event too, the tombstone must stay below MongoDB's limit of 16 MB. The limit for an entry
 * of an event is lower in any case.
 */
const maxTombstoneBytes = 15_000_000;

/** The version that the event contains. With a trash the tombstone has it too; a large one is only there. */
const removedVersion = (isKept: boolean): Document => {
  const version = { $ifNull: ['$published', '$draft'] };
  if (!isKept) return version;
  const bytes = { $add: [{ $bsonSize: '$$ROOT' }, { $bsonSize: version }] };
  return { $cond: [{ $lt: [bytes, maxTombstoneBytes] }, version, '$$REMOVE'] };
};

/**
 * The update that turns each locale into a tombstone, with the deleted values in its event and, if there is a trash, in
 * `removed`. `deletedAt` is of the database's clock, because the sweep of links waits for a time after it.
 */
const tombstoneUpdate = (
  type: ContentType,
  schema: Schema,
  { locale, by }: Pick<DeleteTarget, 'locale' | 'by'>,
  at: Date,
  deletion: ObjectId | undefined,
): Document[] => {
  const history = computedHistory(schema, type, { actions: ['delete'], at, by }, maxReplacedBytes);
  const removed = removedVersion(deletion !== undefined);
  const events = eventsOf(type, ['delete'], at).map((event) => ({
    ...event,
    // The request id of a caller may look like an expression.
    ...(event.audit === undefined ? {} : { audit: { $literal: event.audit } }),
    ...(history === undefined ? {} : { replaced: history.replaced }),
    // A version that is kept is not there twice.
    removedVersion: history === undefined ? removed : { $cond: [isLarge, removed, '$$REMOVE'] },
  }));
  const trash = { deletion, by: { $literal: by ?? null }, draft: '$draft', published: '$published' };
  const pending = { $concatArrays: [{ $ifNull: ['$pending', []] }, events] };
  const isPublished = { $gte: ['$published.id', 0] };
  const changed = { $cond: [isPublished, '$$CLUSTER_TIME', '$changed'] };
  const uncounted = { $cond: [isPublished, { $add: [{ $ifNull: ['$uncounted', 0] }, -1] }, '$uncounted'] };
  const revision = { $add: ['$revision', 1] };
  const unswept = linkingTypes(type, schema, false).length > 0 ? { unswept: { $literal: locale ?? true } } : {};
  return [
    {
      $set: {
        ...{ deletedAt: '$$NOW', revision, changed, ...unswept },
        ...(events.length > 0 ? { pending, uncounted } : {}),
        ...(deletion === undefined ? {} : { removed: trash }),
        ...(history === undefined ? {} : { written: history.written }),
      },
    },
    {
      $unset: ['draft', 'draftStatus', 'published', 'single', 'identifiers', 'stageBy', ...Object.values(reviewNames)],
    },
  ];
};

/**
 * Prepares the deletion of both versions, in one locale or in all. Deleting an absent document succeeds.
 *
 * @param documentId undefined: the only document of a single type
 * @throws (the attempt) ApiError 412 when the document does not meet the precondition
 */
export const prepareDelete = (
  service: Service,
  { type, locale, expected, by, hooks }: DeleteTarget,
  documentId: string | undefined,
): PreparedWrite<void> =>
  asHookedTransaction(
    { hooks },
    {
      about: documentName(type, documentId),
      attempt: async (unit) => {
        const { collectionName } = type;
        const living = await unit.db
          .collection<StoredDocument & { readonly bytes?: number }>(collectionName)
          .find(livingDocumentFilter(type, documentId, locale), {
            ...unit.options,
            ...(hooks === undefined
              ? { projection: { documentId: 1, revision: 1, bytes: versionBytes } }
              : { useBigInt64: true }),
          })
          .toArray();
        const [one] = living;
        for (const document of one === undefined ? [null] : living) checkExpected(expected, document);
        if (one === undefined) return;
        if (hooks !== undefined) await runDeleteHooks(service, unit, hooks, type, living);
        // Users and roles have no trash: who deletes a user expects that its personal data is gone.
        const deletion = isContent(type) && service.config.trash.days > 0 ? new ObjectId() : undefined;
        const tombstone = tombstoneUpdate(type, service.schema, { locale, by }, service.now(), deletion);
        const own = async ({ db, options, lock }: Transaction): Promise<void> => {
          lock(type, [one.documentId]);
          const asRead = expected === undefined || locale === undefined ? {} : { revision: one.revision };
          const filter = { ...livingDocumentFilter(type, one.documentId, locale), ...asRead };
          const { matchedCount } = await db
            .collection<StoredDocument>(collectionName)
            .updateMany(filter, tombstone, options);
          if (matchedCount === 0 && expected !== undefined) throw new WriteConflict();
        };
        await unit.inTransaction(async (whole) => {
          if (keepsHistory(type) && living.some(({ bytes = Infinity }) => bytes > maxReplacedBytes))
            await storeLarge(whole, service.schema, type, livingDocumentFilter(type, one.documentId, locale));
          await own(whole);
          await releaseDeleted(whole, service, type, one.documentId, locale, deletion, recordRemovedLinks);
        });
      },
    },
  );
