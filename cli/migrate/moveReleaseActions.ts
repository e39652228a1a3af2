// Keeps releases and schedules with their documents: actions get the new locale of their document.
import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';

// lib/releases declares the full types; only these fields matter here.
interface Action {
  readonly _id: number;
  readonly release: number;
  readonly contentType: string;
  readonly documentId: string;
  readonly locale: string | null;
}

interface Release {
  readonly _id: number;
}

const actionsIn = (db: Db) => db.collection<Action>(collections.releaseActions);

/** What a process has checked before is not executed. @param removed by release, how many actions it has lost */
const countChange = async (db: Db, removed: ReadonlyMap<number, number>): Promise<void> => {
  const writes = [...removed].map(([_id, count]): AnyBulkWriteOperation<Release> => ({
    updateOne: { filter: { _id }, update: { $inc: { revision: 1, actionCount: -count } } },
  }));
  if (writes.length > 0) await db.collection<Release>(collections.releases).bulkWrite(writes, { ordered: false });
};

/**
 * Gives the actions of a type the locale of its documents from now on. A release that had several locales of a document keeps one action for it.
 *
 * @param uid of the type, before it gets another name
 * @param locale null: it is not localized any more
 * @param keep the locales that are kept, the first ones first
 */
export const moveActionLocales = async (
  db: Db,
  uid: string,
  locale: string | null,
  keep: readonly string[] = [],
): Promise<void> => {
  const rankOf = (action: Action): number => {
    const position = keep.indexOf(action.locale ?? '');
    return position === -1 ? keep.length : position;
  };
  const found = await actionsIn(db).find({ contentType: uid }).toArray();
  const isOutdated = (action: Action): boolean => (locale === null) !== (action.locale === null);
  const outdated = found.filter(isOutdated).sort((one, other) => rankOf(one) - rankOf(other) || one._id - other._id);
  const kept = new Set(
    found.filter((action) => !isOutdated(action)).map(({ release, documentId }) => `${release} ${documentId}`),
  );
  const removed = new Map<number, number>();
  for (const { _id, release, documentId } of outdated) {
    const key = `${release} ${documentId}`;
    const isSecond = kept.has(key);
    kept.add(key);
    removed.set(release, (removed.get(release) ?? 0) + (isSecond ? 1 : 0));
    if (isSecond) await actionsIn(db).deleteOne({ _id });
    else await actionsIn(db).updateOne({ _id }, { $set: { locale } });
  }
  await countChange(db, removed);
};
