// Documents with events that nobody was told of yet.
import type { Collection, Db, ObjectId } from 'mongodb';
import type { Happened, Stored, Unit } from '../../platform/db/index.ts';
import { isContent, type ContentType, type Schema } from '../../schema/index.ts';

/** Without what went with each event, which may be large. */
export interface Pending extends Pick<Stored, 'documentId' | 'locale' | 'revision'> {
  readonly _id: ObjectId;
  readonly type: ContentType;
  /** The first of them, in their order. */
  readonly events: readonly Omit<Happened, 'gone'>[];
}

/** So many events of a document at a time. */
const mostEvents = 200;

const projection = { documentId: 1, locale: 1, revision: 1, 'pending.id': 1, 'pending.action': 1, 'pending.at': 1 };

const documentsOf = (db: Db, { collectionName }: ContentType): Collection<Stored> => db.collection(collectionName);

const ofType = async (db: Db, type: ContentType, most: number): Promise<readonly Pending[]> => {
  const found = await documentsOf(db, type)
    .find({ 'pending.0.at': { $gt: new Date(0) } }, { projection })
    .sort({ 'pending.0.at': 1 })
    .limit(most)
    .toArray();
  return found.map(({ pending = [], ...document }) => ({ ...document, type, events: pending.slice(0, mostEvents) }));
};

/** Of each type up to so many, those first that wait longest. */
export const pendingIn = async (db: Db, { types }: Schema, most: number): Promise<readonly Pending[]> => {
  const told = [...types.values()].filter(isContent);
  return (await Promise.all(told.map((type) => ofType(db, type, most)))).flat();
};

/** Whether these are all events that `pendingIn` could find. */
export const isAllOf = (found: readonly Pending[], most: number): boolean =>
  found.length < most && found.every(({ events }) => events.length < mostEvents);

/** What went with later events: the versions as they were last. */
export const goneSince = async (
  db: Db,
  { type, _id }: Pending,
  { id }: Pick<Happened, 'id'>,
): Promise<readonly Happened[]> => {
  const { pending = [] } = (await documentsOf(db, type).findOne({ _id }, { projection: { pending: 1 } })) ?? {};
  const from = pending.findIndex((event) => event.id.equals(id));
  return from < 0 ? [] : pending.slice(from).filter(({ gone }) => gone !== undefined);
};

/** The update that takes away these and leaves what came since. No write: its revision stays. */
const without = (ids: readonly ObjectId[]) => [
  { $set: { pending: { $filter: { input: '$pending', cond: { $not: { $in: ['$$this.id', ids] } } } } } },
  { $set: { pending: { $cond: [{ $eq: ['$pending', []] }, '$$REMOVE', '$pending'] } } },
];

/**
 * Takes events out of their documents: of each document these and no others, and only where they are its first. Whoever
 * read them before another process took them, or wrote others before them, takes nothing.
 *
 * @param options of a transaction, or how long to wait for documents that others hold
 * @returns whether all of them were there
 */
export const takeAway = async (db: Db, all: readonly Pending[], options: Unit['options']): Promise<boolean> => {
  let found = 0;
  for (const type of new Set(all.map((one) => one.type))) {
    const updates = all
      .filter((one) => one.type === type)
      .map(({ _id, events }) => {
        const ids = events.map(({ id }) => id);
        const areFirst = { $expr: { $eq: [{ $slice: ['$pending.id', ids.length] }, ids] } };
        return { updateOne: { filter: { _id, ...areFirst }, update: without(ids) } };
      });
    const { matchedCount } = await documentsOf(db, type).bulkWrite(updates, {
      ...options,
      ordered: options.session !== undefined,
    });
    found += matchedCount;
  }
  return found === all.length;
};
