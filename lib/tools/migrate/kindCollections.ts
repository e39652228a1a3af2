// The kinds of change that move or drop the collection of a type.
import type { Db } from 'mongodb';
import { livingFilter } from '../../platform/db/index.ts';
import { nameOf, typeIn } from './places.ts';
import type { Kind, Obstacles, Of, Plan } from './types.ts';

/** The number of documents in the old collection. */
const documents = async ({ holder }: { readonly holder: string }, { base }: Plan, db: Db): Promise<number> =>
  db.collection(base.types.get(holder)?.collectionName ?? holder).countDocuments(livingFilter);

/** Two types must not share a collection, because nothing in a document says which type it has. */
const shared: Obstacles<Of<'collection'>> = ({ holder, from, to }, { base, next, renames }) => {
  const there = [...base.types.values()].find(({ uid, collectionName }) => uid !== holder && collectionName === to);
  const after = typeIn(next, from);
  return Promise.resolve([
    ...(there === undefined
      ? []
      : [`${to} has the documents of ${there.singularName}: move those first, in a separate migration`]),
    ...(after === undefined || after.uid === (renames.types.get(holder) ?? holder)
      ? []
      : [`${from} is now the collection of ${after.singularName}: give that type another collection`]),
  ]);
};

export const collection: Kind<Of<'collection'>> = {
  level: () => 'must',
  told: ({ from, to }) => `moves from the collection ${from} to ${to}`,
  count: documents,
  obstacles: shared,
};

export const typeRemoved: Kind<Of<'type removed'>> = {
  level: ({ drop, heir }) => (drop || heir !== undefined ? 'must' : 'may'),
  told: ({ holder, drop }, { base }) =>
    drop
      ? 'is removed with its documents'
      : `is removed from the content types; its documents stay until --drop ${nameOf(base, holder)} or --rename ${nameOf(base, holder)}=…`,
  count: documents,
  // If a file only got another name, dropping the collection would delete documents that the new type should keep.
  obstacles: async ({ holder, heir }, plan, db) =>
    heir === undefined || (await documents({ holder }, plan, db)) === 0
      ? []
      : [
          `its collection now belongs to ${heir}: --rename ${nameOf(plan.base, holder)}=${heir} if it is the same type, ` +
            `else give ${heir} another collection`,
        ],
};
