// Writes links from the inverse side of a relation, into the documents that own them.
import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { invalidValues, refuseFaults, type InvalidValue } from '../../../errors.ts';
import type { LinkEdit } from '../../input/index.ts';
import type { Status } from '../../../schema/index.ts';
import { applyLinks, singleLinkOf, type LinkContext } from './applyLinks.ts';
import { linkWrites, ownersOf, unlinkWrite, type RelationOwner } from './owner.ts';
import { guardOwners, ownerRulesFor } from './ownerRules.ts';
import type { RelatedUpdate, LinkSource } from './types.ts';
import {
  isTooLarge,
  linksOf,
  type StoredDocument,
  type Transaction,
  type Version,
} from '../../../platform/db/index.ts';

/** The position of an owner's link to the source; undefined when there is no link. */
const positionIn = (
  version: Version | undefined,
  owner: RelationOwner,
  { documentId }: LinkSource,
): number | undefined => linksOf(version?.[owner.name]).find(({ to }) => to === documentId)?.at;

/** The owners that an operation names; it may change others too. */
const namedOwners = (operation: AnyBulkWriteOperation<StoredDocument>): readonly string[] => {
  const named = 'updateMany' in operation ? operation.updateMany.filter.documentId : undefined;
  if (typeof named === 'string') return [named];
  return typeof named === 'object' && '$in' in named ? (named.$in as readonly string[]) : [];
};

/** @throws ApiError 400 when an owner has no room for another link */
const writeOwners = async (
  { db, options, lock }: Transaction,
  { type, inverseName }: RelationOwner,
  operations: AnyBulkWriteOperation<StoredDocument>[],
): Promise<void> => {
  if (operations.length === 0) return;
  lock(type, operations.flatMap(namedOwners));
  try {
    await db.collection<StoredDocument>(type.collectionName).bulkWrite(operations, options);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const message = 'A document that stores these links has no room for more';
    throw invalidValues([{ path: [inverseName], message, value: undefined }]);
  }
};

/**
 * Applies the edit of a body to the links in versions of their owners. Owners that are hidden from the caller keep their links,
 * unless the source may have only one.
 *
 * @throws ApiError 400 naming positions whose neighbour is linked in no version; 403 for owners that the caller may not
 *   update
 */
export const writeInverseLinks =
  (
    source: LinkSource,
    owner: RelationOwner,
    versions: readonly Status[],
    edit: LinkEdit,
    context: LinkContext,
  ): RelatedUpdate =>
  async (unit) => {
    const { db, options } = unit;
    const paths = versions.map((version) => `${version}.${owner.name}`);
    const documents = db.collection<StoredDocument>(owner.type.collectionName);
    const kept = await documents
      .find(
        { ...ownersOf(owner, source), $or: paths.map((path) => ({ [`${path}.to`]: source.documentId })) },
        { ...options, projection: { documentId: 1, ...Object.fromEntries(paths.map((path) => [path, 1])) } },
      )
      .toArray();
    const rules = ownerRulesFor(source.rulesFor?.(owner.inverseName), owner.type, source.linkLocale);
    const hidden =
      (await rules?.hidden(
        unit,
        kept.map(({ documentId }) => documentId),
      )) ?? noDocuments;
    const staying = owner.inverseIsOne ? noDocuments : hidden;
    const writes = versions.map((version) =>
      inverseLinkWrites(source, owner, [version, ...versions], kept, edit, context, staying),
    );
    const changed = new Set(writes.flatMap(({ changes }) => changes.filter((documentId) => !hidden.has(documentId))));
    await guardOwners(unit, rules, owner.inverseName, [...changed], () =>
      writeOwners(
        unit,
        owner,
        writes.flatMap(({ operations }) => operations),
      ),
    );
  };

const noDocuments: ReadonlySet<string> = new Set();

interface InverseLinkWrites {
  readonly operations: readonly AnyBulkWriteOperation<StoredDocument>[];
  /** The owners that get or lose a link; others only move. */
  readonly changes: readonly string[];
}

/**
 * Computes the updates of the first of the versions.
 *
 * @param versions links in the other versions only keep their position in the order
 * @param kept the stored owners that link to the source in any of the versions
 * @param hidden the owners whose links stay, because the caller does not know of them
 */
const inverseLinkWrites = (
  source: LinkSource,
  owner: RelationOwner,
  versions: readonly [Status, ...Status[]],
  kept: readonly Pick<StoredDocument, 'documentId' | Status>[],
  edit: LinkEdit,
  context: LinkContext,
  hidden: ReadonlySet<string>,
): InverseLinkWrites => {
  const [version] = versions;
  const ofLocale = ownersOf(owner, source);
  const before = kept
    .map((document) => {
      const [at = 0] = versions.flatMap((one) => positionIn(document[one], owner, source) ?? []);
      return { to: document.documentId, at, stands: positionIn(document[version], owner, source) !== undefined };
    })
    .sort((a, b) => a.at - b.at);
  const linkedBefore = new Map(before.filter(({ stands }) => stands).map(({ to, at }) => [to, at]));
  const faults: InvalidValue[] = [];
  const edited = applyLinks(before, edit, owner.type.uid, [owner.inverseName], { ...context, faults });
  refuseFaults(faults);
  const requested = edit.kind === 'set' ? edit.targets : edit.connect.map(({ target }) => target);
  const named = new Set(requested.map((ref) => context.find(owner.type.uid, ref)));
  const places = edited.map(({ to }, at) => ({ to, at })).filter(({ to }) => linkedBefore.has(to) || named.has(to));
  const only = owner.inverseIsOne
    ? singleLinkOf(
        before.filter(({ stands }) => stands),
        places,
      )
    : undefined;
  const after = owner.inverseIsOne ? (only === undefined ? [] : [{ ...only, at: 0 }]) : places;

  const staying = new Set(after.map(({ to }) => to));
  const removed = [...linkedBefore.keys()].filter((to) => !staying.has(to) && !hidden.has(to));
  const operations = [
    ...(removed.length > 0
      ? [unlinkWrite(owner, version, { ...ofLocale, documentId: { $in: removed } }, [source.documentId])]
      : []),
    // The index in the list is the link's position; links that the owning side adds later come after all of them.
    // Owners whose link does not move are not written, so their revision does not change.
    ...after.flatMap(({ to, at }) =>
      linkedBefore.get(to) === at ? [] : linkWrites(owner, version, { ...ofLocale, documentId: to }, source, at),
    ),
  ];
  return { operations, changes: [...removed, ...[...staying].filter((to) => !linkedBefore.has(to))] };
};

/**
 * Matches the published owners that link to the source in one of their versions; for a source without a locale, owners
 * in every locale.
 */
const publishedOwners = (source: LinkSource, owner: RelationOwner): Filter<StoredDocument> => ({
  $or: ['draft', 'published'].map((version) => ({ [`${version}.${owner.name}.to`]: source.documentId })),
  'published.id': { $gte: 0 },
  ...(source.locale === null ? {} : ownersOf(owner, source)),
});

/** Whether publishing the source affects any links. */
export const isLinked = async (
  { db, options }: Transaction,
  source: LinkSource,
  owner: RelationOwner,
): Promise<boolean> =>
  (await db
    .collection<StoredDocument>(owner.type.collectionName)
    .findOne(publishedOwners(source, owner), { ...options, projection: { _id: 1 } })) !== null;

/**
 * Copies the links to the source from one version of their owners to the other: publishing copies those of the draft,
 * discarding the draft copies those of the published version. Unpublished owners keep their links, unless the source
 * may have only one link and another owner gets it.
 */
export const copyInverseLinks =
  (source: LinkSource, owner: RelationOwner, from: Status, to: Status): RelatedUpdate =>
  async (unit) => {
    const { db, options } = unit;
    const [draft, published] = [`draft.${owner.name}`, `published.${owner.name}`];
    const documents = db.collection<StoredDocument>(owner.type.collectionName);
    const kept = await documents
      .find(publishedOwners(source, owner), {
        ...options,
        projection: { documentId: 1, locale: 1, [draft]: 1, [published]: 1 },
      })
      .toArray();
    const operations = kept.flatMap((document) => {
      const at = positionIn(document[from], owner, source);
      if (at === positionIn(document[to], owner, source)) return [];
      const { documentId, locale } = document;
      return at === undefined
        ? [unlinkWrite(owner, to, { documentId, locale }, [source.documentId])]
        : linkWrites(owner, to, { documentId, locale }, source, at);
    });
    const having = owner.inverseIsOne
      ? kept.filter((document) => positionIn(document[from], owner, source) !== undefined)
      : [];
    // One for each locale.
    for (const { documentId, locale } of new Map(having.map((one) => [one.locale, one])).values())
      operations.push(unlinkWrite(owner, to, { documentId: { $ne: documentId }, locale }, [source.documentId]));
    await writeOwners(unit, owner, operations);
  };
