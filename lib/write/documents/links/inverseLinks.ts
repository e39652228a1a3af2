// Links written from the side that shows them: into the documents that keep them.
import type { AnyBulkWriteOperation, Filter } from 'mongodb';
import { invalidValues, type InvalidValue } from '../../../errors.ts';
import type { LinkEdit } from '../../input/index.ts';
import type { Status } from '../../../schema/index.ts';
import { applyLinks, onlyOf, type LinkContext } from './links.ts';
import { linking, linksIn, ownersOf, unlinking, type Owner } from './owner.ts';
import type { Reach, Source } from './types.ts';
import { isTooLarge, type Stored, type Unit, type Version } from '../../../platform/db/index.ts';

/** The place that a link to the source has there; undefined when there is none. */
const placeIn = (version: Version | undefined, owner: Owner, { documentId }: Source): number | undefined =>
  linksIn(version, owner.name).find(({ to }) => to === documentId)?.at;

/** @throws ApiError 400 when one of the owners has as many links, and other values, as a document can hold */
const write = async (
  { db, options }: Unit,
  { type, shownAs }: Owner,
  operations: AnyBulkWriteOperation<Stored>[],
): Promise<void> => {
  if (operations.length === 0) return;
  try {
    await db.collection<Stored>(type.collectionName).bulkWrite(operations, options);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const message = 'A document that keeps these links has no room for more';
    throw invalidValues([{ path: [shownAs], message, value: undefined }]);
  }
};

/**
 * What the body says of the links, applied to versions of their owners.
 *
 * @throws ApiError 400 naming the positions whose neighbour is linked in none of them
 */
export const place =
  (source: Source, owner: Owner, versions: readonly Status[], edit: LinkEdit, context: LinkContext): Reach =>
  async (unit) => {
    const { db, options } = unit;
    const paths = versions.map((version) => `${version}.${owner.name}`);
    const documents = db.collection<Stored>(owner.type.collectionName);
    const kept = await documents
      .find(
        { ...ownersOf(owner, source), $or: paths.map((path) => ({ [`${path}.to`]: source.documentId })) },
        { ...options, projection: { documentId: 1, ...Object.fromEntries(paths.map((path) => [path, 1])) } },
      )
      .toArray();
    const operations = versions.flatMap((version) =>
      placing(source, owner, [version, ...versions], kept, edit, context),
    );
    await write(unit, owner, operations);
  };

/**
 * The updates of one version: the first.
 *
 * @param versions what is linked in another of them only keeps its place among the others
 * @param kept the owners that link to the source in one of them, as they stand
 */
const placing = (
  source: Source,
  owner: Owner,
  versions: readonly [Status, ...Status[]],
  kept: readonly Pick<Stored, 'documentId' | Status>[],
  edit: LinkEdit,
  context: LinkContext,
): readonly AnyBulkWriteOperation<Stored>[] => {
  const [version] = versions;
  const ofLocale = ownersOf(owner, source);
  const before = kept
    .map((document) => {
      const [at = 0] = versions.flatMap((one) => placeIn(document[one], owner, source) ?? []);
      return { to: document.documentId, at, stands: placeIn(document[version], owner, source) !== undefined };
    })
    .sort((a, b) => a.at - b.at);
  const standing = new Map(before.filter(({ stands }) => stands).map(({ to, at }) => [to, at]));
  const faults: InvalidValue[] = [];
  const edited = applyLinks(before, edit, owner.type.uid, [owner.shownAs], { ...context, faults });
  if (faults.length > 0) throw invalidValues(faults);
  const given = edit.kind === 'set' ? edit.targets : edit.connect.map(({ target }) => target);
  const named = new Set(given.map((ref) => context.find(owner.type.uid, ref)));
  const places = edited.map(({ to }, at) => ({ to, at })).filter(({ to }) => standing.has(to) || named.has(to));
  const only = owner.one
    ? onlyOf(
        before.filter(({ stands }) => stands),
        places,
      )
    : undefined;
  const after = owner.one ? (only === undefined ? [] : [{ ...only, at: 0 }]) : places;

  const staying = new Set(after.map(({ to }) => to));
  const gone = [...standing.keys()].filter((to) => !staying.has(to));
  return [
    ...(gone.length > 0
      ? [unlinking(owner, version, { ...ofLocale, documentId: { $in: gone } }, [source.documentId])]
      : []),
    // Their order here is their place there; what its own side connects later gets a place behind all of them. Who stays
    // in place is not written: its revision tells that it is as it was.
    ...after.flatMap(({ to, at }) =>
      standing.get(to) === at ? [] : linking(owner, version, { ...ofLocale, documentId: to }, source, at),
    ),
  ];
};

/**
 * The published documents that link to the source in one of their versions. What has no locale is published for the
 * owners of every locale.
 */
const publishedOwners = (source: Source, owner: Owner): Filter<Stored> => ({
  $or: ['draft', 'published'].map((version) => ({ [`${version}.${owner.name}.to`]: source.documentId })),
  'published.id': { $gte: 0 },
  ...(source.locale === null ? {} : ownersOf(owner, source)),
});

/** Whether there are links that publishing has to look at. */
export const isLinked = async ({ db, options }: Unit, source: Source, owner: Owner): Promise<boolean> =>
  (await db
    .collection<Stored>(owner.type.collectionName)
    .findOne(publishedOwners(source, owner), { ...options, projection: { _id: 1 } })) !== null;

/**
 * Makes the links to the source in one version of their owners those of the other: publishing copies them from the
 * draft, discarding the draft copies them back. An owner that is not published keeps its own, unless the source shows one
 * link only and another owner has it.
 */
export const copy =
  (source: Source, owner: Owner, from: Status, to: Status): Reach =>
  async (unit) => {
    const { db, options } = unit;
    const [draft, published] = [`draft.${owner.name}`, `published.${owner.name}`];
    const documents = db.collection<Stored>(owner.type.collectionName);
    const kept = await documents
      .find(publishedOwners(source, owner), {
        ...options,
        projection: { documentId: 1, locale: 1, [draft]: 1, [published]: 1 },
      })
      .toArray();
    const operations = kept.flatMap((document) => {
      const at = placeIn(document[from], owner, source);
      if (at === placeIn(document[to], owner, source)) return [];
      const { documentId, locale } = document;
      return at === undefined
        ? [unlinking(owner, to, { documentId, locale }, [source.documentId])]
        : linking(owner, to, { documentId, locale }, source, at);
    });
    const having = owner.one ? kept.filter((document) => placeIn(document[from], owner, source) !== undefined) : [];
    // One a locale.
    for (const { documentId, locale } of new Map(having.map((one) => [one.locale, one])).values())
      operations.push(unlinking(owner, to, { documentId: { $ne: documentId }, locale }, [source.documentId]));
    await write(unit, owner, operations);
  };
