// Finds the versions of a document: the stored document, those in its outbox, and those in the history.
import type { Db } from 'mongodb';
import { collections, livingFilter, type ReplacedVersion, type StoredDocument } from '../platform/db/index.ts';
import type { VersionSource } from '../read/execute/index.ts';
import type { ContentType } from '../schema/index.ts';
import {
  clearVersions,
  replacedVersionOf,
  rowOf,
  versionsCollection,
  type VersionRow,
} from '../write/documents/index.ts';
import { removeVersions } from './retention.ts';

/** A document in one locale. */
export interface DocumentKey {
  readonly type: ContentType;
  readonly documentId: string;
  /** null if the type is not localized. */
  readonly locale: string | null;
}

/** A version in a list. */
export interface ListedVersion extends VersionRow {
  /** Whether the document is this version now. */
  readonly isCurrent?: true;
}

/** What a list needs of a version that is not in the history yet: no values. */
const originFields = [
  'id',
  'revision',
  'at',
  'by',
  'via',
  'action',
  'schema',
  'set',
  'bytes',
  'draft.updatedAt',
  'published.updatedAt',
];

const projection = {
  ...{ documentId: 1, locale: 1, revision: 1, written: 1, updatedBy: 1, deletedAt: 1 },
  ...{ 'draft.updatedAt': 1, 'published.updatedAt': 1 },
  bytes: { $bsonSize: { draft: '$draft', published: '$published' } },
  ...Object.fromEntries(originFields.map((field) => [`pending.replaced.${field}`, 1])),
};

/**
 * Lists the versions of a document, the newest first. No values are loaded.
 *
 * @param limit the most versions
 * @param before only versions with a lower number; undefined: from the newest
 */
export const listVersions = async (
  db: Db,
  { type, documentId, locale }: DocumentKey,
  limit: number,
  before = Infinity,
): Promise<readonly ListedVersion[]> => {
  const revision = before === Infinity ? {} : { revision: { $lt: before } };
  // The document first: the relay may move its versions in the meantime, and then they are found twice, not never.
  const stored = await db
    .collection<StoredDocument & { readonly bytes: number }>(type.collectionName)
    .findOne({ documentId, locale }, { projection });
  const rows = await versionsCollection(db)
    .find({ documentId, locale, type: type.uid, ...revision })
    .sort({ revision: -1 })
    .limit(limit)
    .toArray();
  const toRow = (version: ReplacedVersion): VersionRow => rowOf({ type, documentId, locale, version });
  const current: ListedVersion[] = [];
  if (stored !== null && stored.deletedAt === undefined)
    current.push({ ...toRow({ ...replacedVersionOf(type, stored), bytes: stored.bytes }), isCurrent: true });
  const waiting = (stored?.pending ?? []).flatMap(({ replaced }) => (replaced === undefined ? [] : [toRow(replaced)]));
  const found = new Map<string, ListedVersion>();
  // Only a row of the history has the name of a version.
  for (const version of [...waiting, ...current, ...rows]) {
    const id = version._id.toHexString();
    if (version.revision < before) found.set(id, { ...found.get(id), ...version });
  }
  return [...found.values()].sort((a, b) => b.revision - a.revision).slice(0, limit);
};

/** The document that a version was, from its values. What was written before the type had drafts is its draft. */
const asDocument = (
  { type, documentId, locale }: DocumentKey,
  { revision, status }: ListedVersion,
): Readonly<Record<string, unknown>> => ({
  ...(type.draftAndPublish
    ? { draft: { $ifNull: ['$draft', { $unsetField: { field: 'publishedAt', input: '$published' } }] } }
    : {}),
  documentId: { $literal: documentId },
  locale: { $literal: locale },
  revision,
  ...(status === undefined ? {} : { draftStatus: status }),
});

/** The draft of a version in an outbox, with the values that it shares with the published version. */
const wholeDraft = {
  $cond: [
    '$sharesValues',
    { $mergeObjects: [{ $unsetField: { field: 'publishedAt', input: '$published' } }, '$draft'] },
    '$draft',
  ],
};

/** Matches a document as long as it is this version: a write that replaces it meanwhile must not be read under its number. */
const presentMatch = (
  { documentId, locale }: DocumentKey,
  { _id, revision }: ListedVersion,
): Readonly<Record<string, unknown>> => ({
  ...{ documentId, locale, ...livingFilter },
  $or: [{ 'written.id': _id }, { written: { $exists: false }, revision }],
});

/**
 * Finds where a version is stored.
 *
 * @param number its number
 * @returns the version and its source for `readVersion`; undefined if there is no such version
 */
export const findVersion = async (
  db: Db,
  key: DocumentKey,
  number: number,
): Promise<{ readonly version: ListedVersion; readonly source: VersionSource } | undefined> => {
  const { type, documentId, locale } = key;
  const [version] = await listVersions(db, key, 1, number + 1);
  if (version?.revision !== number) return undefined;
  const fields = { $set: asDocument(key, version) };
  if (version.isCurrent === true)
    return {
      version,
      source: { collection: type.collectionName, match: presentMatch(key, version), stages: [fields] },
    };
  if ((await versionsCollection(db).findOne({ _id: version._id }, { projection: { _id: 1 } })) !== null)
    return {
      version,
      source: { collection: collections.versionValues, match: { _id: version._id }, stages: [fields] },
    };
  const stages = [
    { $unwind: '$pending' },
    { $match: { 'pending.replaced.id': version._id } },
    { $replaceWith: '$pending.replaced' },
    { $set: { draft: wholeDraft } },
    fields,
  ];
  return { version, source: { collection: type.collectionName, match: { documentId, locale }, stages } };
};

/**
 * Removes all versions of a document but the stored one, in all locales, also those that the relay has not moved yet.
 *
 * @returns how many versions the history had
 */
export const forgetVersions = async (db: Db, type: ContentType, documentId: string): Promise<number> => {
  await clearVersions({ db, options: {} }, type, { documentId });
  return removeVersions({ db, options: {} }, { type: type.uid, documentId });
};
