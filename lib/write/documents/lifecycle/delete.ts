// The end of a document: a tombstone, and no link to it.
import type { Document } from 'mongodb';
import type { ContentType } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { Overtaken } from './commit.ts';
import { checkExpected } from './expected.ts';
import { eventsOf } from '../outbox.ts';
import { releaseDeleted } from '../links/sweep.ts';
import { livingOf, type Expected, type Stored, type Unit } from '../../../platform/db/index.ts';
import { nameOf, type Write } from './write.ts';

/** What a deletion is about. */
export interface Deleted {
  readonly type: ContentType;
  /** null where the type is not localized; undefined: every locale that the document stands in. */
  readonly locale: string | null | undefined;
  /** What the document must be; undefined: whatever it is. Of several locales only that it is there can be expected. */
  readonly expected?: Expected | undefined;
}

/** What a deletion is of a document that is not there. Throws as `deleting`. */
export const deletingNothing = ({ expected }: Deleted): Write<void> => ({
  about: undefined,
  // eslint-disable-next-line @typescript-eslint/require-await -- a write, though there is nothing to wait for
  attempt: async () => {
    checkExpected(expected, null);
  },
});

/** The update to a tombstone, and what was shown of the document in its event: of each locale its own. */
const entombing = (type: ContentType, at: Date): Document[] => {
  const events = eventsOf(type, ['delete'], at).map((event) => ({
    ...event,
    gone: { $ifNull: ['$published', '$draft'] },
  }));
  const pending = { $concatArrays: [{ $ifNull: ['$pending', []] }, events] };
  const changed = { $cond: [{ $gte: ['$published.id', 0] }, '$$CLUSTER_TIME', '$changed'] };
  return [
    {
      $set: { deletedAt: at, revision: { $add: ['$revision', 1] }, changed, ...(events.length > 0 ? { pending } : {}) },
    },
    { $unset: ['draft', 'published', 'single', 'identifiers'] },
  ];
};

/**
 * The deletion of both versions, of one locale or of all, made ready. A document that is not there is deleted already.
 *
 * @param documentId undefined: the one document of a single type
 * @throws (the attempt) ApiError 412 when it is not what the target expects
 */
export const deleting = (
  service: Service,
  { type, locale, expected }: Deleted,
  documentId: string | undefined,
): Write<void> => ({
  about: nameOf(type, documentId),
  attempt: async (unit) => {
    const { collectionName } = type;
    const there = await unit.db
      .collection<Stored>(collectionName)
      .find(livingOf(type, documentId, locale), { ...unit.options, projection: { documentId: 1, revision: 1 } })
      .toArray();
    const [one] = there;
    for (const document of one === undefined ? [null] : there) checkExpected(expected, document);
    if (one === undefined) return;
    const tombstone = entombing(type, service.now());
    const own = async ({ db, options }: Unit): Promise<void> => {
      const asRead = expected === undefined || locale === undefined ? {} : { revision: one.revision };
      const filter = { ...livingOf(type, one.documentId, locale), ...asRead };
      const { matchedCount } = await db.collection<Stored>(collectionName).updateMany(filter, tombstone, options);
      if (matchedCount === 0 && expected !== undefined) throw new Overtaken();
    };
    await unit.together(async (whole) => {
      await own(whole);
      await releaseDeleted(whole, service, type, one.documentId, locale);
    });
  },
});
