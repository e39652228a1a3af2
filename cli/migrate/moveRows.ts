// Keeps versions, comments and releases with their documents: they get the new name of their type; versions and comments also the
// new locale of their document.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';

/** A document whose locale changes. */
export interface MovedLocale {
  readonly documentId: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What the rows of both collections say of their document. */
interface DocumentRow {
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
}

const rowsIn = (db: Db): readonly Collection<DocumentRow>[] =>
  [collections.versions, collections.comments].map((name) => db.collection<DocumentRow>(name));

/** @param types the old and the new uid of the type, because the relay may have stored versions under both */
export const moveRowLocales = async (
  db: Db,
  types: readonly string[],
  moved: readonly MovedLocale[],
): Promise<void> => {
  if (moved.length === 0) return;
  for (const rows of rowsIn(db))
    await rows.bulkWrite(
      moved.map(({ documentId, from, to }) => ({
        updateMany: {
          filter: { documentId, locale: from, type: { $in: [...types] } },
          update: { $set: { locale: to } },
        },
      })),
      { ordered: false },
    );
};

/** The attributes that name a type, by collection. */
const typeNames = {
  [collections.versions]: 'type',
  [collections.comments]: 'type',
  [collections.releaseActions]: 'contentType',
};

/** @param renames old uids to new uids; all at once, because a new one may be the old one of another type */
export const renameRowTypes = async (db: Db, renames: ReadonlyMap<string, string>): Promise<void> => {
  if (renames.size === 0) return;
  for (const [collection, name] of Object.entries(typeNames)) {
    const branches = [...renames].map(([from, to]) => ({ case: { $eq: [`$${name}`, from] }, then: to }));
    await db
      .collection(collection)
      .updateMany({ [name]: { $in: [...renames.keys()] } }, [
        { $set: { [name]: { $switch: { branches, default: `$${name}` } } } },
      ]);
  }
};
