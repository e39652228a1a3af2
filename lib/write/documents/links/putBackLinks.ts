// Puts back the links to a restored document that its deletion removed from other documents.
import type { AnyBulkWriteOperation, ObjectId, WithId } from 'mongodb';
import {
  versionsOf,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
  type Status,
} from '../../../schema/index.ts';
import {
  collections,
  linksOf,
  pathOf,
  visitValues,
  type Link,
  type StoredDocument,
  type StoredVersions,
  type Transaction,
  type StoredEntry,
  type Version,
} from '../../../platform/db/index.ts';
import { changeTimeUpdate } from '../outbox.ts';
import { hasOtherOwner } from './hasOtherOwner.ts';
import { entryMark, type RemovedLinkPlace, type RemovedLinks } from './removedLinks.ts';
import { canLinkTo } from './stripLinks.ts';

/** A link that could not be put back. */
export interface LostLink {
  /** The document that had the link, by the uid of its type. */
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly version: Status;
  /** The names of attributes, and the positions of entries in lists of components. */
  readonly path: readonly (string | number)[];
}

/** A restored document: in which locales, and whose deletions' links it gets. */
export interface RestoredTarget {
  readonly type: ContentType;
  readonly documentId: string;
  /** The restored locales; null if the type is not localized. */
  readonly locales: readonly (string | null)[];
  readonly deletions: readonly ObjectId[];
}

/** Where a link belongs now: an attribute, and the version or the component that has it. */
interface Holder extends Pick<RemovedLinkPlace, 'path'> {
  readonly attribute: Attribute;
  readonly entry: StoredEntry | undefined;
  /** `putBackInto` read them, and changes them. */
  readonly values: Record<string, unknown>;
}

const isSamePath = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((step, index) => step === other[index]);

const isName = (step: unknown): boolean => typeof step === 'string';

/** Finds the attribute from which a link was removed: in the same entry, which may have moved. Undefined: it is gone. */
const findHolder = (
  schema: Schema,
  attributes: Attributes,
  version: Version,
  { path, entryId, entry: mark }: RemovedLinkPlace,
): Holder | undefined => {
  const names = path.filter(isName);
  const candidates: Holder[] = [];
  visitValues(schema, attributes, version, (attribute, _, entry) => {
    if (attribute.name !== names.at(-1)) return;
    const candidate = { attribute, entry, path: pathOf(attribute, entry), values: entry?.part ?? version };
    if (isSamePath(candidate.path.filter(isName), names)) candidates.push(candidate);
  });
  const withId = entryId === undefined ? [] : candidates.filter(({ entry }) => entry?.part.id === entryId);
  const same =
    withId.length > 0 ? withId : candidates.filter(({ entry }) => (entry && entryMark(schema, entry)) === mark);
  return same.find((candidate) => isSamePath(candidate.path, path)) ?? (same.length === 1 ? same[0] : undefined);
};

/** @returns whether the attribute took the link */
const addLink = (
  { values, attribute }: Holder,
  { type, documentId }: Pick<RestoredTarget, 'type' | 'documentId'>,
  { index, at }: RemovedLinkPlace,
): boolean => {
  if (!canLinkTo(attribute, type)) return false;
  const { name } = attribute;
  const link: Link = { to: documentId, at, ...(attribute.kind === 'morph' ? { type: type.uid } : {}) };
  const links = linksOf(values[name]);
  if (links.some(({ to }) => to === documentId)) return true;
  const isMany = (attribute.kind === 'relation' || attribute.kind === 'morph') && attribute.many;
  if (!isMany && links.length > 0) return false;
  values[name] = isMany ? links.toSpliced(index, 0, link) : link;
  return true;
};

/** Whether the attribute is at the top of a document, and each target may have only one owner in it. */
const isExclusive = ({ path: [name, ...more] }: RemovedLinkPlace, { attributes }: ContentType): boolean => {
  const attribute = attributes.get(String(name));
  return more.length === 0 && attribute?.kind === 'relation' && attribute.side.holds === 'links' && attribute.exclusive;
};

const toLost = ({ uid, documentId, locale }: RemovedLinks, places: readonly RemovedLinkPlace[]): readonly LostLink[] =>
  places.map(({ version, path }) => ({ uid, documentId, locale, version, path }));

type Update = AnyBulkWriteOperation<StoredDocument>;

/**
 * Computes the update that puts the links back into one document.
 *
 * @param stored the document, which this function changes
 */
const putBackInto = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  target: RestoredTarget,
  record: RemovedLinks,
  stored: WithId<StoredDocument>,
): Promise<{ readonly updates: readonly Update[]; readonly lost: readonly LostLink[] }> => {
  const { places } = record;
  // The document may be in the trash itself, and comes back with the link.
  const versions: StoredVersions = stored.deletedAt === undefined ? stored : (stored.removed ?? {});
  const prefix = versions === stored ? '' : 'removed.';
  // All holders first: putting back a link must not hide another one's.
  const holders = places.map((place) => {
    const values = versionsOf(type).includes(place.version) ? versions[place.version] : undefined;
    return { place, holder: values && findHolder(schema, type.attributes, values, place) };
  });
  const failed: RemovedLinkPlace[] = [];
  const changed = new Map<string, unknown>();
  for (const { place, holder } of holders) {
    const name = String(place.path[0]);
    const isTaken =
      isExclusive(place, type) && (await hasOtherOwner(unit, type, record, place.version, name, target.documentId));
    if (holder === undefined || isTaken || !addLink(holder, target, place)) failed.push(place);
    else {
      changed.set(`${prefix}${place.version}.${name}`, versions[place.version]?.[name]);
    }
  }
  const lost = toLost(record, failed);
  if (changed.size === 0) return { updates: [], lost };
  const isPublishedChanged = [...changed.keys()].some((path) => path.startsWith('published.'));
  const update = {
    ...{ $set: Object.fromEntries(changed), $inc: { revision: 1 } },
    ...(isPublishedChanged ? changeTimeUpdate : {}),
  };
  return { updates: [{ updateOne: { filter: { _id: stored._id }, update } }], lost };
};

const keyOf = ({ documentId, locale }: Pick<StoredDocument, 'documentId' | 'locale'>): string =>
  `${documentId} ${locale ?? ''}`;

/** Puts the links back into documents of one type. @returns those that the documents no longer take */
const putBackIntoType = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  target: RestoredTarget,
  records: readonly RemovedLinks[],
): Promise<readonly LostLink[]> => {
  const { db, options, lock } = unit;
  const documentIds = [...new Set(records.map(({ documentId }) => documentId))];
  lock(type, documentIds);
  const documents = db.collection<StoredDocument>(type.collectionName);
  const found = await documents.find({ documentId: { $in: documentIds } }, { ...options, useBigInt64: true }).toArray();
  const byKey = new Map(found.map((stored) => [keyOf(stored), stored]));
  const updates: Update[] = [];
  const lost: LostLink[] = [];
  for (const record of records) {
    const stored = byKey.get(keyOf(record));
    if (stored === undefined) {
      lost.push(...toLost(record, record.places));
      continue;
    }
    const one = await putBackInto(unit, schema, type, target, record, stored);
    updates.push(...one.updates);
    lost.push(...one.lost);
  }
  if (updates.length > 0) await documents.bulkWrite(updates, options);
  return lost;
};

/** How many documents one transaction changes, as in a deletion. */
const batchSize = 200;

/**
 * Puts back the links from up to 200 documents, and removes their records.
 *
 * @returns the links that could not be put back, and whether there may be more
 */
export const putBackLinks = async (
  unit: Transaction,
  schema: Schema,
  target: RestoredTarget,
): Promise<{ readonly lost: readonly LostLink[]; readonly isComplete: boolean }> => {
  const records = unit.db.collection<RemovedLinks>(collections.removedLinks);
  const { type, locales, deletions } = target;
  // A document without a locale may link to any locale.
  const inLocales = type.localized ? { locale: { $in: [...locales, null] } } : {};
  const found: readonly WithId<RemovedLinks>[] = await records
    .find({ deletion: { $in: [...deletions] }, ...inLocales }, unit.options)
    .sort({ _id: 1 })
    .limit(batchSize)
    .toArray();
  const lost: LostLink[] = [];
  for (const uid of new Set(found.map((record) => record.uid))) {
    const ofType = found.filter((record) => record.uid === uid);
    const linking = schema.types.get(uid);
    lost.push(
      ...(linking === undefined
        ? ofType.flatMap((record) => toLost(record, record.places))
        : await putBackIntoType(unit, schema, linking, target, ofType)),
    );
  }
  if (found.length > 0) await records.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, unit.options);
  return { lost, isComplete: found.length < batchSize };
};
