// Where the documents of a type are.
import type { Db } from 'mongodb';
import { living } from '../../platform/db/index.ts';
import { nameOf, typeIn } from './places.ts';
import type { Kind, Obstacles, Of, Plan } from './types.ts';

/** All that the collection of before has. */
const documents = async ({ holder }: { readonly holder: string }, { base }: Plan, db: Db): Promise<number> =>
  db.collection(base.types.get(holder)?.collectionName ?? holder).countDocuments(living);

/** Two types in one collection are one type: nobody could tell their documents apart any more. */
const shared: Obstacles<Of<'collection'>> = ({ holder, from, to }, { base, next, renames }) => {
  const there = [...base.types.values()].find(({ uid, collectionName }) => uid !== holder && collectionName === to);
  const after = typeIn(next, from);
  return Promise.resolve([
    ...(there === undefined
      ? []
      : [`${to} has the documents of ${there.singularName}: move those first, in a migration of its own`]),
    ...(after === undefined || after.uid === (renames.types.get(holder) ?? holder)
      ? []
      : [`${from} is the collection of ${after.singularName} now: give that another`]),
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
      ? 'is removed, with its documents'
      : `is gone; its documents stay until --drop ${nameOf(base, holder)}, or --rename ${nameOf(base, holder)}=…`,
  count: documents,
  // What became another type by its file alone would be dropped with it.
  obstacles: async ({ holder, heir }, plan, db) =>
    heir === undefined || (await documents({ holder }, plan, db)) === 0
      ? []
      : [
          `its collection is that of ${heir} now: --rename ${nameOf(plan.base, holder)}=${heir} if that is the same, ` +
            'else give that another',
        ],
};
