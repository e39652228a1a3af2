// The documents that a body names, looked up together.
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

/** Documents of a type. */
interface OfType {
  readonly type: ContentType;
  readonly documentIds: readonly string[];
}

/** What a body links to. */
export interface Linked {
  readonly targets: readonly OfType[];
  /** Where they have to be, if their type is localized. */
  readonly locale: string;
}

/** Those of the targets that are not there. */
export const missing = async (unit: Unit, { targets, locale }: Linked): Promise<readonly OfType[]> =>
  forEach(unit, targets, async ({ type, documentIds }) => {
    const there = await existingAmong(unit, type, documentIds, locale);
    return { type, documentIds: documentIds.filter((documentId) => !there.has(documentId)) };
  });

export interface Targets {
  /** What a reference of the body means. */
  readonly find: FindTarget;
  /** Those that have to be there. */
  readonly linked: Linked;
  /** The references that have to be there and are not. */
  readonly errors: readonly InvalidValue[];
}

/** Looks up every document that a body names, a type at a time. */
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
    // Integers can be counted through: they name no file for a caller that may not find files.
    const numbers = ownFiles(lookup, type) ? [] : [...new Set(refs.flatMap(({ id }) => id ?? []))];
    const ids = await documentsById(unit, type, numbers);
    for (const [id, documentId] of ids) found.set(keyOf(uid, { id }), documentId);
    const documentIds = [...new Set(refs.flatMap(({ documentId }) => documentId ?? []))];
    for (const documentId of documentIds) found.set(keyOf(uid, { documentId }), documentId);
    // '' is the id of nothing. Absent targets take the same queries as hidden ones, so time does not tell them apart.
    const wanted = [...documentIds, ...numbers.map((id) => ids.get(id) ?? '')];
    const relatable = await relatableAmong(unit, schema, type, lookup, wanted);
    for (const documentId of relatable) there.add(keyOf(uid, { documentId }));
    if (lookup.sees === undefined) return;
    // A hidden target is not taken out of a relation either.
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
