// The kinds of change of a whole type: its collection moves or is dropped, or the type becomes a single type or a
// collection type.
import type { Db } from 'mongodb';
import { livingFilter } from '../../lib/platform/db/index.ts';
import { elementName, typeOfCollection } from './schemaElements.ts';
import type { ChangeKind, FindObstacles, ChangeOf, MigrationPlan, DocumentEdit } from './types.ts';

const setSingleMark =
  (on: boolean): DocumentEdit =>
  (document) => {
    const { single, ...rest } = document;
    if (document.deletedAt !== undefined || (single === true) === on) return document;
    return on ? { ...document, single: true } : rest;
  };

const findSurplusDocuments: FindObstacles<ChangeOf<'single'>> = async ({ holder, on }, { base }, db) => {
  const type = base.types.get(holder);
  if (type === undefined || !on) return [];
  // Their list would be larger than an answer of MongoDB.
  const stages = [{ $match: livingFilter }, { $group: { _id: '$documentId' } }, { $count: 'ids' }];
  const [{ ids } = { ids: 0 }] = await db
    .collection(type.collectionName)
    .aggregate<{ readonly ids: number }>(stages)
    .toArray();
  return ids > 1 ? [`there are ${ids} documents: delete all but one`] : [];
};

export const singleChange: ChangeKind<ChangeOf<'single'>> = {
  level: () => 'must',
  describe: ({ on }) => (on ? 'is a single type from now on' : 'is a collection type from now on'),
  documentEdit: ({ on }) => setSingleMark(on),
  findObstacles: findSurplusDocuments,
};

/** The number of documents in the old collection. */
const countDocuments = async (
  { holder }: { readonly holder: string },
  { base }: MigrationPlan,
  db: Db,
): Promise<number> => db.collection(base.types.get(holder)?.collectionName ?? holder).countDocuments(livingFilter);

/** Two types must not share a collection, because nothing in a document says which type it has. */
const findSharedCollections: FindObstacles<ChangeOf<'collection'>> = (
  { holder, from, to },
  { base, next, renames },
) => {
  const otherType = [...base.types.values()].find(({ uid, collectionName }) => uid !== holder && collectionName === to);
  const newType = typeOfCollection(next, from);
  return Promise.resolve([
    ...(otherType === undefined
      ? []
      : [`${to} has the documents of ${otherType.singularName}: move those first, in a separate migration`]),
    ...(newType === undefined || newType.uid === (renames.types.get(holder) ?? holder)
      ? []
      : [`${from} is now the collection of ${newType.singularName}: give that type another collection`]),
  ]);
};

export const collectionChange: ChangeKind<ChangeOf<'collection'>> = {
  level: () => 'must',
  describe: ({ from, to }) => `moves from the collection ${from} to ${to}`,
  countOthers: countDocuments,
  findObstacles: findSharedCollections,
};

export const typeRemovedChange: ChangeKind<ChangeOf<'type removed'>> = {
  level: ({ drop, heir }) => (drop || heir !== undefined ? 'must' : 'may'),
  describe: ({ holder, drop }, { base }) =>
    drop
      ? 'is removed with its documents'
      : `is removed from the content types; its documents stay until --drop ${elementName(base, holder)} or --rename ${elementName(base, holder)}=…`,
  countOthers: countDocuments,
  // If a file only got another name, dropping the collection would delete documents that the new type should keep.
  findObstacles: async ({ holder, heir }, plan, db) =>
    heir === undefined || (await countDocuments({ holder }, plan, db)) === 0
      ? []
      : [
          `its collection now belongs to ${heir}: --rename ${elementName(plan.base, holder)}=${heir} if it is the same type, ` +
            `else give ${heir} another collection`,
        ],
};
