// The kind of change that turns a collection type into a single type or back; it sets or removes the mark on documents.
import { livingFilter } from '../../platform/db/index.ts';
import type { DocumentEdit, Kind, Obstacles, Of } from './types.ts';

const marked =
  (on: boolean): DocumentEdit =>
  (document) => {
    const { single, ...rest } = document;
    if (document.deletedAt !== undefined || (single === true) === on) return document;
    return on ? { ...document, single: true } : rest;
  };

const several: Obstacles<Of<'single'>> = async ({ holder, on }, { base }, db) => {
  const type = base.types.get(holder);
  if (type === undefined || !on) return [];
  const ids = (await db.collection(type.collectionName).distinct('documentId', livingFilter)).length;
  return ids > 1 ? [`there are ${ids} documents: delete all but one`] : [];
};

export const single: Kind<Of<'single'>> = {
  level: () => 'must',
  told: ({ on }) => (on ? 'is a single type from now on' : 'is a collection type from now on'),
  document: ({ on }) => marked(on),
  obstacles: several,
};
