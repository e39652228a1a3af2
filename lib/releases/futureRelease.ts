// Computes the published versions after a release, for reads that preview it.
import type { Document, ObjectId } from 'mongodb';
import { collections, linksOf, livingFilter, standaloneOperations, type StoredDocument } from '../platform/db/index.ts';
import type { FutureCollection, FutureVersions } from '../read/execute/index.ts';
import { typeOf, type ContentType, type RelationAttribute } from '../schema/index.ts';
import { actionsByType, releaseNotFound, type ReleaseContext } from './releaseContext.ts';
import { viewsOf } from './releaseViews.ts';
import { actionsIn, everyLocale, releasesIn, type StoredAction, type StoredRelease } from './storedReleases.ts';
import { findVisibility, seesAll } from './visibleActions.ts';

/** A stored document with its identifier, without the attributes that the preview does not need. */
type Row = Pick<StoredDocument, 'documentId' | 'locale' | 'draft' | 'published'> & { readonly _id: ObjectId };

/** The documents of a type that a release publishes and unpublishes. */
interface ReleasedRows {
  readonly type: ContentType;
  readonly published: readonly Row[];
  readonly unpublished: readonly Row[];
}

/** A part of what happens to the documents of a collection, in the order of its execution. */
interface Change {
  readonly collection: string;
  readonly changed: readonly Document[];
  readonly stage: Document;
}

const isPublished = { $gt: ['$published.id', null] };

/** Whether a value is one of many constants: MongoDB makes a set of them once, where `$in` compares each. */
const isOneOf = (value: unknown, constants: readonly unknown[]): Document => ({
  $setIsSubset: [[value], { $literal: constants }],
});

const isNoneOf = (rows: readonly Row[]): Document => ({
  $not: [
    isOneOf(
      '$_id',
      rows.map(({ _id }) => _id),
    ),
  ],
});

/** Sets values of published versions that match all conditions. */
const changePublished = (conditions: readonly Document[], values: Document): Document => ({
  $set: {
    published: {
      $cond: [{ $and: [isPublished, ...conditions] }, { $mergeObjects: ['$published', values] }, '$published'],
    },
  },
});

/** Publishes and unpublishes. As in the execution, a document that was not published before gets a new id. */
const changeRows = ({ type, published, unpublished }: ReleasedRows, firstId: number, at: Date): Change => {
  const ids = published.map(({ _id }) => _id);
  const newIds = published.filter((row) => row.published === undefined).map(({ _id }) => _id);
  const id = { $ifNull: ['$published.id', { $add: [firstId, { $indexOfArray: [newIds, '$_id'] }] }] };
  const removed = unpublished.map(({ _id }) => _id);
  const version = { $mergeObjects: ['$draft', { id, updatedAt: at, publishedAt: at }] };
  const branches = [
    { case: isOneOf('$_id', ids), then: version },
    { case: isOneOf('$_id', removed), then: '$$REMOVE' },
  ];
  return {
    collection: type.collectionName,
    changed: [{ _id: { $in: [...ids, ...removed] } }],
    stage: { $set: { published: { $switch: { branches, default: '$published' } } } },
  };
};

/** Other locales take over the attributes that all locales share: those of their own drafts, which are the same. */
const changeOtherLocales = ({ type, published }: ReleasedRows, at: Date): readonly Change[] => {
  const shared = [...type.attributes.values()].filter(
    (attribute) => !attribute.localized && !(attribute.kind === 'relation' && attribute.side.holds === 'nothing'),
  );
  if (!type.localized || shared.length === 0) return [];
  const documentIds = published.map(({ documentId }) => documentId);
  const valuesOf = (version: string) => shared.map(({ name }) => ({ $ifNull: [`$${version}.${name}`, null] }));
  const values = Object.fromEntries(shared.map(({ name }, index) => [name, valuesOf('draft')[index]]));
  const differs = { $ne: [valuesOf('draft'), valuesOf('published')] };
  return [
    {
      collection: type.collectionName,
      changed: [{ documentId: { $in: documentIds } }],
      stage: changePublished(
        [isOneOf('$documentId', documentIds), isNoneOf(published), { $gt: ['$draft.id', null] }, differs],
        { ...values, updatedAt: at },
      ),
    },
  ];
};

/** Links that change: those to these documents; if `keys` contain a locale, only in documents of that locale. */
interface ChangedLinks {
  readonly keys: readonly string[];
  readonly hasLocales: boolean;
}

const changedLinks = (
  links: readonly { readonly to: string; readonly locale: string | null }[],
  hasLocales: boolean,
) => ({
  keys: [...new Set(links.map(({ to, locale }) => (hasLocales ? `${String(locale)} ${to}` : to)))],
  hasLocales,
});

/** Whether `$$link` is one of them. */
const isAmong = ({ keys, hasLocales }: ChangedLinks): Document =>
  isOneOf(hasLocales ? { $concat: ['$locale', ' ', '$$link.to'] } : '$$link.to', keys);

/** A list of links, or one link, as a list. */
const linkList = (path: string): Document => ({
  $cond: [{ $isArray: `$${path}` }, `$${path}`, { $cond: [{ $gt: [`$${path}.to`, null] }, [`$${path}`], []] }],
});

const linksWhere = (path: string, cond: Document): Document => ({
  $filter: { input: linkList(path), as: 'link', cond },
});

/** Stores a list of links in the form of the attribute. */
const asStored = (many: boolean, links: Document): Document => (many ? links : { $ifNull: [{ $last: [links] }, null] });

/** Publishing a document copies the links to it from the drafts of their published owners. */
const changeOwners = (
  { type, published }: ReleasedRows,
  owner: ContentType,
  { name, many }: { readonly name: string; readonly many: boolean },
): Change => {
  const hasLocales = owner.localized && type.localized;
  const links = changedLinks(
    published.map(({ documentId: to, locale }) => ({ to, locale })),
    hasLocales,
  );
  const [drafts, stored] = [`draft.${name}`, `published.${name}`];
  const targets = (path: string): Document => ({ $map: { input: linkList(path), as: 'other', in: '$$other.to' } });
  const inDraft = {
    $first: [{ $filter: { input: linkList(drafts), as: 'one', cond: { $eq: ['$$one.to', '$$link.to'] } } }],
  };
  const kept = {
    $map: {
      input: linksWhere(stored, { $or: [{ $not: [isAmong(links)] }, { $in: ['$$link.to', targets(drafts)] }] }),
      as: 'link',
      in: { $cond: [isAmong(links), inDraft, '$$link'] },
    },
  };
  const added = linksWhere(drafts, { $and: [isAmong(links), { $not: [{ $in: ['$$link.to', targets(stored)] }] }] });
  const documentIds = published.map(({ documentId }) => documentId);
  return {
    collection: owner.collectionName,
    changed: [drafts, stored].map((path) => ({ [`${path}.to`]: { $in: documentIds } })),
    stage: changePublished([], { [name]: asStored(many, { $concatArrays: [kept, added] }) }),
  };
};

/** A published document takes targets that may have one owner from their other owners. */
const changeOtherOwners = ({ type, published }: ReleasedRows, { name, many }: RelationAttribute): readonly Change[] => {
  const targetsOf = (version: Row['draft']) => linksOf(version?.[name]).map(({ to }) => to);
  const taken = published.flatMap(({ draft, published: before, locale }) =>
    targetsOf(draft).flatMap((to) => (targetsOf(before).includes(to) ? [] : [{ to, locale }])),
  );
  if (taken.length === 0) return [];
  const isTaken = isAmong(changedLinks(taken, type.localized));
  const path = `published.${name}`;
  return [
    {
      collection: type.collectionName,
      changed: [{ [`${path}.to`]: { $in: taken.map(({ to }) => to) } }],
      stage: changePublished([isNoneOf(published)], {
        [name]: asStored(many, linksWhere(path, { $not: [isTaken] })),
      }),
    },
  ];
};

const relationsOf = ({ attributes }: ContentType): readonly RelationAttribute[] =>
  [...attributes.values()].filter((attribute) => attribute.kind === 'relation');

/** What the release of these documents changes in other documents. Links of drafts that the caller may not read stay out. */
const changeRelated = (context: ReleaseContext, rows: ReleasedRows): readonly Change[] => {
  const { schema } = context.service;
  return relationsOf(rows.type).flatMap((attribute): readonly Change[] => {
    const { side } = attribute;
    if (side.holds === 'links') return attribute.exclusive ? changeOtherOwners(rows, attribute) : [];
    const owner = typeOf(schema, attribute.target);
    const owning = owner.attributes.get(side.mappedBy);
    if (!owner.draftAndPublish || (owning?.kind !== 'relation' && owning?.kind !== 'morph')) return [];
    return seesAll(context, owner) ? [changeOwners(rows, owner, owning)] : [];
  });
};

/** Each locale of an action by itself: a caller may see the draft of one, and not that of another. */
const byLocale = ({ locales }: ReleaseContext, action: StoredAction): readonly StoredAction[] =>
  action.locale === everyLocale ? [...locales.codes].map((locale) => ({ ...action, locale })) : [action];

const findRows = async (
  { service }: ReleaseContext,
  type: ContentType,
  actions: readonly StoredAction[],
): Promise<ReleasedRows> => {
  const documents = (await service.database.get()).collection<Row>(type.collectionName);
  const exclusive = relationsOf(type).filter((attribute) => attribute.exclusive && attribute.side.holds === 'links');
  const versions = ['id', ...exclusive.map(({ name }) => name)].flatMap((name) => [
    `draft.${name}`,
    `published.${name}`,
  ]);
  const projection = Object.fromEntries(['documentId', 'locale', ...versions].map((path) => [path, 1]));
  const documentIds = [...new Set(actions.map(({ documentId }) => documentId))];
  const found = await documents.find({ documentId: { $in: documentIds }, ...livingFilter }, { projection }).toArray();
  const keyOf = ({ documentId, locale }: Pick<Row, 'documentId' | 'locale'>): string =>
    `${documentId} ${String(locale)}`;
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  const of = (wanted: StoredAction['type']): readonly Row[] => [
    ...new Set(actions.filter((action) => action.type === wanted).flatMap((action) => byKey.get(keyOf(action)) ?? [])),
  ];
  const published = of('publish').filter(({ draft }) => draft !== undefined);
  return { type, published, unpublished: of('unpublish').filter((row) => !published.includes(row)) };
};

/** An id after all that documents of the type have. */
const nextId = async ({ service }: ReleaseContext, { collectionName }: ContentType): Promise<number> => {
  const sequences = (await service.database.get()).collection<{ _id: string; last: number }>(collections.sequences);
  return ((await sequences.findOne({ _id: collectionName }))?.last ?? 0) + 1;
};

const combineChanges = (changes: readonly Change[]): FutureVersions => {
  const future = new Map<string, FutureCollection>();
  for (const { collection, changed, stage } of changes) {
    const known = future.get(collection) ?? { changed: [], stages: [] };
    future.set(collection, { changed: [...known.changed, ...changed], stages: [...known.stages, stage] });
  }
  return future;
};

/** When the release happens: at its moment or, without one or after it, now. */
const momentOfRelease = ({ scheduledAt }: StoredRelease, now: Date): Date =>
  scheduledAt === null || scheduledAt < now ? now : scheduledAt;

/**
 * The published versions after a release. Actions of drafts that the caller may not read count as not in it.
 *
 * @throws ApiError 404 if the release does not exist for the caller
 */
export const findFutureVersions = async (context: ReleaseContext, id: number): Promise<FutureVersions> => {
  const { service } = context;
  const { db } = await standaloneOperations(service.database);
  const release = await releasesIn(db).findOne({ _id: id });
  if (release === null) throw releaseNotFound();
  const actions = await actionsIn(db).find({ release: id }).sort({ type: -1, _id: 1 }).toArray();
  const targets = actions.flatMap((action) => byLocale(context, action));
  const visibility = await findVisibility(context, targets);
  const visible = targets.filter((target) => visibility.get(target)?.has('draft', target.locale) === true);
  if (visible.length === 0 && (await viewsOf(context, [release])).length === 0) throw releaseNotFound();
  if (release.releasedAt !== null) return new Map();
  const at = momentOfRelease(release, service.now());
  const all: Change[] = [];
  const related: Change[] = [];
  for (const { type, ofType } of actionsByType(service.schema, visible)) {
    const rows = await findRows(context, type, ofType);
    all.push(changeRows(rows, await nextId(context, type), at), ...changeOtherLocales(rows, at));
    related.push(...changeRelated(context, rows));
  }
  return combineChanges([...all, ...related]);
};
