// The documents that a body names, looked up together.
import type { InvalidValue } from '../errors.ts';
import type { TargetRef } from '../input/index.ts';
import { typeOf, type Schema } from '../schema/index.ts';
import type { NamedTarget } from './edit.ts';
import type { FindTarget } from './links.ts';
import { forEach, type Stored, type Unit } from '../db/index.ts';

type Named = Pick<Stored, 'documentId'> & Readonly<Partial<Record<'draft' | 'published', { readonly id: number }>>>;

const keyOf = (uid: string, { documentId, id }: TargetRef): string => `${uid} ${documentId ?? `#${id ?? ''}`}`;

const lookUp = async (
  { db, options }: Unit,
  collection: string,
  refs: readonly TargetRef[],
): Promise<readonly Named[]> => {
  const documentIds = refs.flatMap(({ documentId }) => documentId ?? []);
  const ids = refs.flatMap(({ id }) => id ?? []);
  const ways = [
    ...(documentIds.length > 0 ? [{ documentId: { $in: documentIds }, deletedAt: { $exists: false } }] : []),
    ...(ids.length > 0 ? [{ 'draft.id': { $in: ids } }, { 'published.id': { $in: ids } }] : []),
  ];
  return db
    .collection(collection)
    .find<Named>({ $or: ways }, { ...options, projection: { documentId: 1, 'draft.id': 1, 'published.id': 1 } })
    .toArray();
};

export interface Targets {
  /** What a reference of the body means. */
  readonly find: FindTarget;
  /** The references that have to be there and are not. */
  readonly errors: readonly InvalidValue[];
}

/** Looks up every document that a body names: one query a type. */
export const findTargets = async (unit: Unit, schema: Schema, named: readonly NamedTarget[]): Promise<Targets> => {
  const found = new Map<string, string>();
  const uids = [...new Set(named.map(({ uid }) => uid))];
  await forEach(unit, uids, async (uid) => {
    const refs = named.filter((target) => target.uid === uid).map(({ ref }) => ref);
    for (const { documentId, draft, published } of await lookUp(unit, typeOf(schema, uid).collectionName, refs)) {
      found.set(keyOf(uid, { documentId }), documentId);
      for (const version of [draft, published])
        if (version !== undefined) found.set(keyOf(uid, { id: version.id }), documentId);
    }
  });
  return {
    find: (uid, ref) => found.get(keyOf(ref.type ?? uid ?? '', ref)),
    errors: named
      .filter(({ uid, ref, mayBeAbsent }) => !mayBeAbsent && !found.has(keyOf(uid, ref)))
      .map(({ uid, ref, path }) => {
        const value = ref.documentId ?? ref.id;
        return { path, message: `There is no ${uid} with the id ${value ?? ''} to relate to`, value };
      }),
  };
};
