// Looks up the documents that a body names.
import type { InvalidValue } from '../../../errors.ts';
import type { TargetRef } from '../../input/index.ts';
import { typeOf, type ContentType, type Schema } from '../../../schema/index.ts';
import type { NamedTarget } from '../lifecycle/edit.ts';
import type { FindTarget } from './links.ts';
import { otherKinds } from './mediaKinds.ts';
import { documentsById, existingAmong } from '../existing.ts';
import { ownFiles, relatableAmong, type Lookup } from './relatable.ts';
import { forEach, type Unit } from '../../../platform/db/index.ts';

const keyOf = (uid: string, { documentId, id }: TargetRef): string => `${uid} ${documentId ?? `#${id ?? ''}`}`;

/** Documents of one type. */
interface OfType {
  readonly type: ContentType;
  readonly documentIds: readonly string[];
}

/** The documents that a body links to. */
export interface Linked {
  readonly targets: readonly OfType[];
  /** The locale in which targets of a localized type must exist. */
  readonly locale: string;
}

/** @returns the targets that do not exist */
export const missing = async (unit: Unit, { targets, locale }: Linked): Promise<readonly OfType[]> =>
  forEach(unit, targets, async ({ type, documentIds }) => {
    const there = await existingAmong(unit, type, documentIds, locale);
    return { type, documentIds: documentIds.filter((documentId) => !there.has(documentId)) };
  });

export interface Targets {
  /** Finds the documentId of a reference in the body. */
  readonly find: FindTarget;
  /** The targets that must exist. */
  readonly linked: Linked;
  /** Errors for the targets that must exist and do not. */
  readonly errors: readonly InvalidValue[];
}

/** Looks up every document that a body names, with one set of queries for each type. */
export const findTargets = async (
  unit: Unit,
  schema: Schema,
  named: readonly NamedTarget[],
  lookup: Lookup,
): Promise<Targets> => {
  const { locale } = lookup;
  const found = new Map<string, string>();
  const there = new Set<string>();
  const uids = [...new Set(named.map(({ uid }) => uid))];
  await forEach(unit, uids, async (uid) => {
    const type = typeOf(schema, uid);
    const refs = named.filter((target) => target.uid === uid).map(({ ref }) => ref);
    // A caller without the permission to find files could guess integer ids, so those name no file for it.
    const numbers = ownFiles(lookup, type) ? [] : [...new Set(refs.flatMap(({ id }) => id ?? []))];
    const ids = await documentsById(unit, type, numbers);
    for (const [id, documentId] of ids) found.set(keyOf(uid, { id }), documentId);
    const documentIds = [...new Set(refs.flatMap(({ documentId }) => documentId ?? []))];
    for (const documentId of documentIds) found.set(keyOf(uid, { documentId }), documentId);
    // '' is the id of no document. Absent and hidden targets take the same queries, so that timing does not tell them
    // apart.
    const wanted = [...documentIds, ...numbers.map((id) => ids.get(id) ?? '')];
    const relatable = await relatableAmong(unit, schema, type, lookup, wanted);
    for (const documentId of relatable) there.add(keyOf(uid, { documentId }));
    if (lookup.sees === undefined) return;
    // A hidden target cannot be disconnected either.
    const disconnected = named.filter((target) => target.uid === uid && target.mayBeAbsent);
    const meaning = (ref: TargetRef): string => found.get(keyOf(uid, ref)) ?? '';
    const unseen = disconnected.map(({ ref }) => meaning(ref)).filter((documentId) => !relatable.has(documentId));
    const hidden = await existingAmong(unit, type, unseen, locale);
    for (const { ref } of disconnected) if (hidden.has(meaning(ref))) found.delete(keyOf(uid, ref));
  });
  const find: FindTarget = (uid, ref) => found.get(keyOf(ref.type ?? uid ?? '', ref));
  const isThere = ({ uid, ref }: NamedTarget): boolean => there.has(keyOf(uid, { documentId: find(uid, ref) ?? '' }));
  const needed = named.filter(({ mayBeAbsent }) => !mayBeAbsent);
  const targets = uids.flatMap((uid) => {
    const documentIds = needed.flatMap((target) => (target.uid === uid ? (find(uid, target.ref) ?? []) : []));
    return documentIds.length === 0 ? [] : [{ type: typeOf(schema, uid), documentIds }];
  });
  const media = needed.filter((target) => target.allowed !== undefined && isThere(target));
  const absent = needed
    .filter((target) => !isThere(target))
    .map(({ uid, ref, path }) => {
      const value = ref.documentId ?? ref.id;
      const where = typeOf(schema, uid).localized ? ` in the locale ${locale}` : '';
      return { path, message: `There is no ${uid} with the id ${value ?? ''}${where} to relate to`, value };
    });
  return {
    find,
    linked: { targets, locale },
    errors: [...absent, ...(await otherKinds(unit, schema, media, find))],
  };
};
