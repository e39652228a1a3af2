// Looks up the documents that a body names.
import type { InvalidValue } from '../../../errors.ts';
import type { TargetRef } from '../../input/index.ts';
import { typeOf, type ContentType, type Schema } from '../../../schema/index.ts';
import type { TargetReference } from '../lifecycle/applyInput.ts';
import type { FindTarget } from './applyLinks.ts';
import { wrongMediaKinds } from './mediaKinds.ts';
import { documentIdsByVersionId, existingAmong } from '../existingDocuments.ts';
import { fileRules, relatableAmong, type TargetLookup } from './relatableTargets.ts';
import { mapItems, type Transaction } from '../../../platform/db/index.ts';

const keyOf = (uid: string, { documentId, id }: TargetRef): string => `${uid} ${documentId ?? `#${id ?? ''}`}`;

/** Documents of one type. */
interface TargetsOfType {
  readonly type: ContentType;
  readonly documentIds: readonly string[];
}

/** The documents that a body links to. */
export interface LinkedTargets {
  readonly targets: readonly TargetsOfType[];
  /** The locale in which targets of a localized type must exist. */
  readonly locale: string;
}

/** @returns the targets that do not exist */
export const missingTargets = async (
  unit: Transaction,
  { targets, locale }: LinkedTargets,
): Promise<readonly TargetsOfType[]> =>
  mapItems(unit, targets, async ({ type, documentIds }) => {
    const existing = await existingAmong(unit, type, documentIds, locale);
    return { type, documentIds: documentIds.filter((documentId) => !existing.has(documentId)) };
  });

export interface Targets {
  /** Finds the documentId of a reference in the body. */
  readonly find: FindTarget;
  /** The targets that must exist. */
  readonly linked: LinkedTargets;
  /** Errors for the targets that must exist and do not. */
  readonly errors: readonly InvalidValue[];
}

/** Looks up every document that a body names, with one set of queries for each type. */
export const findTargets = async (
  unit: Transaction,
  schema: Schema,
  named: readonly TargetReference[],
  lookup: TargetLookup,
): Promise<Targets> => {
  const { locale } = lookup;
  const found = new Map<string, string>();
  const relatableKeys = new Set<string>();
  const uids = [...new Set(named.map(({ uid }) => uid))];
  await mapItems(unit, uids, async (uid) => {
    const type = typeOf(schema, uid);
    const refs = named.filter((target) => target.uid === uid).map(({ ref }) => ref);
    // A caller without the permission to find files could guess integer ids, so those name no file for it.
    const numbers = fileRules(lookup, type) ? [] : [...new Set(refs.flatMap(({ id }) => id ?? []))];
    const ids = await documentIdsByVersionId(unit, type, numbers);
    for (const [id, documentId] of ids) found.set(keyOf(uid, { id }), documentId);
    const documentIds = [...new Set(refs.flatMap(({ documentId }) => documentId ?? []))];
    for (const documentId of documentIds) found.set(keyOf(uid, { documentId }), documentId);
    // '' is the id of no document. Absent and hidden targets take the same queries, so that timing does not tell them
    // apart.
    const candidates = [...documentIds, ...numbers.map((id) => ids.get(id) ?? '')];
    const relatable = await relatableAmong(unit, schema, type, lookup, candidates);
    for (const documentId of relatable) relatableKeys.add(keyOf(uid, { documentId }));
    if (lookup.relatable === undefined) return;
    // A hidden target cannot be disconnected either.
    const disconnected = named.filter((target) => target.uid === uid && target.mayBeAbsent);
    const documentIdOf = (ref: TargetRef): string => found.get(keyOf(uid, ref)) ?? '';
    const unseen = disconnected.map(({ ref }) => documentIdOf(ref)).filter((documentId) => !relatable.has(documentId));
    const hidden = await existingAmong(unit, type, unseen, locale);
    for (const { ref } of disconnected) if (hidden.has(documentIdOf(ref))) found.delete(keyOf(uid, ref));
  });
  const find: FindTarget = (uid, ref) => found.get(keyOf(ref.type ?? uid ?? '', ref));
  const exists = ({ uid, ref }: TargetReference): boolean =>
    relatableKeys.has(keyOf(uid, { documentId: find(uid, ref) ?? '' }));
  const required = named.filter(({ mayBeAbsent }) => !mayBeAbsent);
  const targets = uids.flatMap((uid) => {
    const documentIds = required.flatMap((target) => (target.uid === uid ? (find(uid, target.ref) ?? []) : []));
    return documentIds.length === 0 ? [] : [{ type: typeOf(schema, uid), documentIds }];
  });
  const media = required.filter((target) => target.allowed !== undefined && exists(target));
  const absent = required
    .filter((target) => !exists(target))
    .map(({ uid, ref, path }) => {
      const value = ref.documentId ?? ref.id;
      const where = typeOf(schema, uid).localized ? ` in the locale ${locale}` : '';
      return { path, message: `There is no ${uid} with the id ${value ?? ''}${where} to relate to`, value };
    });
  return {
    find,
    linked: { targets, locale },
    errors: [...absent, ...(await wrongMediaKinds(unit, schema, media, find))],
  };
};
