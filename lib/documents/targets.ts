// The documents that a body names, looked up together.
import type { Collection } from 'mongodb';
import type { InvalidValue } from '../errors.ts';
import type { TargetRef } from '../input/index.ts';
import { builtInUids, typeOf, versionsOf, type ContentType, type Schema } from '../schema/index.ts';
import type { NamedTarget } from './edit.ts';
import type { FindTarget } from './links.ts';
import { otherKinds } from './media-kinds.ts';
import { filesLinked, type DocumentBefore, type Sees } from './relatable.ts';
import { forEach, living, type Stored, type Unit } from '../db/index.ts';

const keyOf = (uid: string, { documentId, id }: TargetRef): string => `${uid} ${documentId ?? `#${id ?? ''}`}`;

/** The documents whose versions, in whatever locale, have these ids. */
const byId = async (
  { options }: Unit,
  documents: Collection<Stored>,
  type: ContentType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  // The indexes of localized types begin with the locale.
  const anywhere = type.localized ? { locale: { $gt: '' } } : {};
  const having = versionsOf(type).map((version) => ({ ...anywhere, [`${version}.id`]: { $in: ids } }));
  const found = await documents
    .find({ $or: having }, { ...options, projection: { documentId: 1, 'draft.id': 1, 'published.id': 1 } })
    .toArray();
  return new Map(
    found.flatMap(({ documentId, draft, published }) =>
      [draft, published].flatMap((version) => (version === undefined ? [] : [[version.id, documentId] as const])),
    ),
  );
};

/** Those of the documents that are there, in the locale where the type is localized. */
const thereOf = async (
  { options }: Unit,
  documents: Collection<Stored>,
  { localized }: ContentType,
  documentIds: readonly string[],
  locale: string,
): Promise<ReadonlySet<string>> => {
  if (documentIds.length === 0) return new Set();
  const there = { documentId: { $in: documentIds }, ...living, ...(localized ? { locale } : {}) };
  const found = await documents.find(there, { ...options, projection: { documentId: 1 } }).toArray();
  return new Set(found.map(({ documentId }) => documentId));
};

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
    const documents = unit.db.collection<Stored>(type.collectionName);
    const there = await thereOf(unit, documents, type, documentIds, locale);
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

/** How targets are looked up. */
interface Lookup {
  /** The one that targets have to be there in, where their type is localized. */
  readonly locale: string;
  /** What the caller may relate to: any other target counts as absent. undefined: everything. */
  readonly sees: Sees | undefined;
  /** The document that the body is about. */
  readonly document: DocumentBefore;
}

/** The rule for files, where the caller may not relate to all of them. */
const ownFiles = ({ sees }: Lookup, { uid }: ContentType) => (uid === builtInUids.file ? sees?.files : undefined);

/** Those of the documents that the caller may relate to; `existing` are those that there are. */
const relatableAmong = async (
  unit: Unit,
  schema: Schema,
  type: ContentType,
  lookup: Lookup,
  documentIds: readonly string[],
  existing: ReadonlySet<string>,
): Promise<ReadonlySet<string>> => {
  const { sees, locale, document } = lookup;
  if (sees === undefined) return existing;
  const among = (allowed: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
    new Set([...existing].filter((documentId) => allowed.some((some) => some.has(documentId))));
  if (type.uid !== builtInUids.file) return among([await sees.documents(unit, type, documentIds, locale)]);
  if (sees.files === undefined) return existing;
  const uploaded = await sees.files.uploaded(unit, documentIds);
  return among([uploaded, await filesLinked(unit, schema, sees.files, document)]);
};

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
    const documents = unit.db.collection<Stored>(type.collectionName);
    const refs = named.filter((target) => target.uid === uid).map(({ ref }) => ref);
    // Integers can be counted through: they name no file for a caller that may not find files.
    const numbers = ownFiles(lookup, type) ? [] : [...new Set(refs.flatMap(({ id }) => id ?? []))];
    const ids = await byId(unit, documents, type, numbers);
    for (const [id, documentId] of ids) found.set(keyOf(uid, { id }), documentId);
    const documentIds = [...new Set(refs.flatMap(({ documentId }) => documentId ?? []))];
    for (const documentId of documentIds) found.set(keyOf(uid, { documentId }), documentId);
    // '' is the id of nothing. Absent targets take the same queries as hidden ones, so time does not tell them apart.
    const wanted = [...documentIds, ...numbers.map((id) => ids.get(id) ?? '')];
    const existing = await thereOf(unit, documents, type, wanted, locale);
    const relatable = await relatableAmong(unit, schema, type, lookup, wanted, existing);
    for (const documentId of relatable) there.add(keyOf(uid, { documentId }));
    // A hidden target counts as absent, and is not taken out of a relation either.
    for (const ref of refs) {
      const documentId = found.get(keyOf(uid, ref)) ?? '';
      if (existing.has(documentId) && !relatable.has(documentId)) found.delete(keyOf(uid, ref));
    }
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
