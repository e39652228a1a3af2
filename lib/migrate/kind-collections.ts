// Where the documents of a type are.
import type { Db } from 'mongodb';
import { living } from '../db/index.ts';
import { nameOf } from './places.ts';
import type { Kind, Of, Plan } from './types.ts';

/** All that the collection of before has. */
const documents = async ({ holder }: { readonly holder: string }, { base }: Plan, db: Db): Promise<number> =>
  db.collection(base.types.get(holder)?.collectionName ?? holder).countDocuments(living);

export const collection: Kind<Of<'collection'>> = {
  level: () => 'must',
  told: ({ from, to }) => `moves from the collection ${from} to ${to}`,
  count: documents,
};

export const typeRemoved: Kind<Of<'type removed'>> = {
  level: ({ drop }) => (drop ? 'must' : 'may'),
  told: ({ holder, drop }, { base }) =>
    drop
      ? 'is removed, with its documents'
      : `is gone; its documents stay until --drop ${nameOf(base, holder)}, or --rename ${nameOf(base, holder)}=…`,
  count: documents,
};
