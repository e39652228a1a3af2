// Groups documents that change a stored total alike, so that one update counts each group.
import type { ObjectId } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';

export type UncountedDocument = Required<Pick<StoredDocument, 'locale' | 'uncounted'>> & { readonly _id: ObjectId };

/** Documents that change a total alike. */
export interface UncountedGroup {
  readonly locale: string | null;
  readonly uncounted: number;
  readonly ids: readonly ObjectId[];
}

/** Groups documents by locale and `uncounted`. */
export const groupUncounted = (documents: readonly UncountedDocument[]): readonly UncountedGroup[] => {
  const groups = new Map<string, UncountedGroup & { readonly ids: ObjectId[] }>();
  for (const { _id, locale, uncounted } of documents) {
    const key = `${uncounted} ${locale ?? ''}`;
    const group = groups.get(key) ?? { locale, uncounted, ids: [] };
    group.ids.push(_id);
    groups.set(key, group);
  }
  return [...groups.values()];
};
