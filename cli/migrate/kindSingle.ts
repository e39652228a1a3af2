// The kind of change that turns a collection type into a single type or back; it sets or removes the mark on documents.
import { livingFilter } from '../../lib/platform/db/index.ts';
import type { DocumentEdit, ChangeKind, FindObstacles, ChangeOf } from './types.ts';

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
  const ids = (await db.collection(type.collectionName).distinct('documentId', livingFilter)).length;
  return ids > 1 ? [`there are ${ids} documents: delete all but one`] : [];
};

export const singleChange: ChangeKind<ChangeOf<'single'>> = {
  level: () => 'must',
  describe: ({ on }) => (on ? 'is a single type from now on' : 'is a collection type from now on'),
  documentEdit: ({ on }) => setSingleMark(on),
  findObstacles: findSurplusDocuments,
};
