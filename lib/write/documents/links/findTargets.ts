// Looks up the documents that a body names.
import type { InvalidValue } from '../../../errors.ts';
import type { TargetRef } from '../../input/index.ts';
import { typeOf, type ContentType, type Schema } from '../../../schema/index.ts';
import type { TargetReference } from '../lifecycle/applyInput.ts';
import type { FindTarget } from './applyLinks.ts';
import { wrongMediaKinds } from './mediaKinds.ts';
import { documentIdsByVersionId, existingAmong, existingOfTypes, type DocumentsOfType } from '../existingDocuments.ts';
import { fileRules, relatableAmong, type TargetLookup } from './relatableTargets.ts';
import { mapItems, type Transaction } from '../../../platform/db/index.ts';

const keyOf = (uid: string, { documentId, id }: TargetRef): string => `${uid} ${documentId ?? `#${id ?? ''}`}`;

/** The documents that a body links to. */
export interface LinkedTargets {
  readonly targets: readonly DocumentsOfType[];
  /** The locale in which targets of a localized type must exist. */
  readonly locale: string;
}

export interface Targets {
  /** Finds the documentId of a reference in the body. */
  readonly find: FindTarget;
  /** The targets that must exist. */
  readonly linked: LinkedTargets;
  /** Errors for the targets that must exist and do not. */
  readonly errors: readonly InvalidValue[];
}

/**
 * Finds the documentIds that a body names, whether such documents exist or not.
 *
 * @param found receives the documentId of each reference
 * @returns the documentIds of each type; '', which no document has, for an unknown integer id. Absent and hidden targets
 *   take the same queries, so that timing does not tell them apart
 */
const findCandidates = (
  unit: Transaction,
  schema: Schema,
  named: readonly TargetReference[],
  lookup: TargetLookup,
  found: Map<string, string>,
): Promise<readonly DocumentsOfType[]> =>
  mapItems(unit, [...new Set(named.map(({ uid }) => uid))], async (uid) => {
    const type = typeOf(schema, uid);
    const refs = named.filter((target) => target.uid === uid).map(({ ref }) => ref);
    // A caller without the permission to find files could guess integer ids, so those name no file for it.
    const numbers = fileRules(lookup, type) ? [] : [...new Set(refs.flatMap(({ id }) => id ?? []))];
    const ids = await documentIdsByVersionId(unit, type, numbers);
    for (const [id, documentId] of ids) found.set(keyOf(uid, { id }), documentId);
    const documentIds = [...new Set(refs.flatMap(({ documentId }) => documentId ?? []))];
    for (const documentId of documentIds) found.set(keyOf(uid, { documentId }), documentId);
    return { type, documentIds: [...documentIds, ...numbers.map((id) => ids.get(id) ?? '')] };
  });

/** Removes existing targets that are hidden from the caller, so that it cannot disconnect them. */
const removeHidden = async (
  unit: Transaction,
  type: ContentType,
  relatable: ReadonlySet<string> | undefined,
  named: readonly TargetReference[],
  { locale }: TargetLookup,
  found: Map<string, string>,
): Promise<void> => {
  const { uid } = type;
  const disconnected = named.filter((target) => target.uid === uid && target.mayBeAbsent);
  const documentIdOf = (ref: TargetRef): string => found.get(keyOf(uid, ref)) ?? '';
  const unseen = disconnected
    .map(({ ref }) => documentIdOf(ref))
    .filter((documentId) => relatable?.has(documentId) !== true);
  const hidden = await existingAmong(unit, type, unseen, locale);
  for (const { ref } of disconnected) if (hidden.has(documentIdOf(ref))) found.delete(keyOf(uid, ref));
};

const absentTarget = ({ uid, ref, path }: TargetReference, schema: Schema, locale: string): InvalidValue => {
  const value = ref.documentId ?? ref.id;
  const where = typeOf(schema, uid).localized ? ` in the locale ${locale}` : '';
  return { path, message: `There is no ${uid} with the id ${value ?? ''}${where} to relate to`, value };
};

/** Looks up every document that a body names. */
export const findTargets = async (
  unit: Transaction,
  schema: Schema,
  named: readonly TargetReference[],
  lookup: TargetLookup,
): Promise<Targets> => {
  const { locale } = lookup;
  const found = new Map<string, string>();
  const candidates = await findCandidates(unit, schema, named, lookup, found);
  const isRestricted = lookup.relatable !== undefined;
  const relatable = isRestricted
    ? await mapItems(unit, candidates, ({ type, documentIds }) =>
        relatableAmong(unit, schema, type, lookup, documentIds),
      )
    : await existingOfTypes(unit, candidates, locale);
  const relatableByUid = new Map(candidates.map(({ type }, index) => [type.uid, relatable[index]]));
  if (isRestricted)
    await mapItems(unit, candidates, ({ type }) =>
      removeHidden(unit, type, relatableByUid.get(type.uid), named, lookup, found),
    );
  const find: FindTarget = (uid, ref) => found.get(keyOf(ref.type ?? uid ?? '', ref));
  const exists = ({ uid, ref }: TargetReference): boolean =>
    relatableByUid.get(uid)?.has(find(uid, ref) ?? '') === true;
  const required = named.filter(({ mayBeAbsent }) => !mayBeAbsent);
  const targets = candidates.flatMap(({ type }) => {
    const refs = required.filter(({ uid }) => uid === type.uid).map(({ ref }) => ref);
    const documentIds = [...new Set(refs.flatMap((ref) => find(type.uid, ref) ?? []))];
    return documentIds.length === 0 ? [] : [{ type, documentIds }];
  });
  const media = required.filter((target) => target.allowed !== undefined && exists(target));
  const absent = required.filter((target) => !exists(target)).map((target) => absentTarget(target, schema, locale));
  return {
    find,
    linked: { targets, locale },
    errors: [...absent, ...(await wrongMediaKinds(unit, schema, media, find))],
  };
};
