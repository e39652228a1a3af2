// Keeps the history with its documents: versions get the new name of their type, and the new locale of their document.
import type { Db } from 'mongodb';
import { versionsCollection } from '../../lib/write/documents/index.ts';

/** A document whose locale changes. */
export interface MovedLocale {
  readonly documentId: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** @param types the old and the new uid of the type, because the relay may have stored versions under both */
export const moveVersionLocales = async (
  db: Db,
  types: readonly string[],
  moved: readonly MovedLocale[],
): Promise<void> => {
  if (moved.length === 0) return;
  await versionsCollection(db).bulkWrite(
    moved.map(({ documentId, from, to }) => ({
      updateMany: {
        filter: { documentId, locale: from, type: { $in: [...types] } },
        update: { $set: { locale: to } },
      },
    })),
    { ordered: false },
  );
};

/** @param renames old uids to new uids; all at once, because a new one may be the old one of another type */
export const renameVersionTypes = async (db: Db, renames: ReadonlyMap<string, string>): Promise<void> => {
  const branches = [...renames].map(([from, to]) => ({ case: { $eq: ['$type', from] }, then: to }));
  if (branches.length === 0) return;
  await versionsCollection(db).updateMany({ type: { $in: [...renames.keys()] } }, [
    { $set: { type: { $switch: { branches, default: '$type' } } } },
  ]);
};
