// Rewrites queries so that they read published versions as they will be: after a release, for example.
import type { DatabaseQuery, Stage } from './databaseQuery.ts';
import type { AdaptQueries } from './runShared.ts';

/** How the published versions of one collection will be. */
export interface FutureCollection {
  /** Conditions on stored documents: each that changes matches at least one. Indexes serve them. */
  readonly changed: readonly Stage[];
  /** Set `published` of a stored document as it will be. They leave any other document as it is. */
  readonly stages: readonly Stage[];
}

/** By collection; collections that do not change have no entry. */
export type FutureVersions = ReadonlyMap<string, FutureCollection>;

/** The parts of a `$lookup` that Lectern writes. */
interface LookupStage {
  readonly from: string;
  readonly localField: string;
  readonly foreignField: string;
  readonly as: string;
  readonly let?: Stage;
  readonly pipeline: readonly Stage[];
}

const published = 'published.';

/** Whether a document looked up by its links has a link to the row, which is in `$$row`. */
const linksToRow = (path: string): Stage => ({
  $match: { $expr: { $in: ['$$row', { $cond: [{ $isArray: [`$${path}`] }, `$${path}`, [`$${path}`]] }] } },
});

/**
 * The stages of a lookup. A lookup by links in published versions finds what is stored, so it becomes one of all documents with the
 * link in either of their versions, which then tests the link as it will be.
 */
const rewriteLookup = (future: FutureVersions, lookup: LookupStage): readonly Stage[] => {
  const { from, localField, foreignField, as, let: variables, pipeline } = lookup;
  if (!future.has(from) || !foreignField.startsWith(published))
    return [{ $lookup: { ...lookup, pipeline: rewriteStages(future, from, pipeline) } }];
  const [first, ...rest] = pipeline;
  const drafts = `${as}_drafts`;
  const found = { from, localField, pipeline: [{ $project: { _id: 1 } }] };
  return [
    { $lookup: { ...found, foreignField, as } },
    { $lookup: { ...found, foreignField: foreignField.replace(published, 'draft.'), as: drafts } },
    { $set: { [as]: { $setUnion: [`$${as}._id`, `$${drafts}._id`] } } },
    { $unset: drafts },
    {
      $lookup: {
        ...{ from, localField: as, foreignField: '_id', as, let: { ...variables, row: `$${localField}` } },
        // The first stage is a `$match`.
        pipeline: rewriteStages(future, from, [first ?? { $match: {} }, linksToRow(foreignField), ...rest]),
      },
    },
  ];
};

const rewriteLookups = (future: FutureVersions, stages: readonly Stage[]): readonly Stage[] =>
  stages.flatMap((stage) =>
    // The cast is safe: plans have no other lookups, except of stored totals, which these reads do not use.
    '$lookup' in stage ? rewriteLookup(future, stage.$lookup as LookupStage) : [stage],
  );

/** The pipeline of a lookup, whose documents are few. */
const rewriteStages = (future: FutureVersions, collection: string, stages: readonly Stage[]): readonly Stage[] => [
  ...(future.get(collection)?.stages ?? []),
  ...rewriteLookups(future, stages),
];

/**
 * The query of published versions as they will be. Documents that do not change, nearly all, are found as they are stored. An index
 * that the query names may not serve it any more.
 */
const rewriteQuery = (future: FutureVersions, query: DatabaseQuery): DatabaseQuery => {
  const { about, collection, stages } = query;
  const [first, ...rest] = stages;
  const own = future.get(collection);
  if (own === undefined) return { ...query, stages: rewriteLookups(future, stages) };
  // The first stage is a `$match`.
  const match = first?.$match ?? {};
  const changed = [{ $match: { $or: own.changed } }, ...own.stages, { $match: match }];
  return {
    ...{ about, collection },
    stages: [
      { $match: { $and: [match, { $nor: own.changed }] } },
      { $unionWith: { coll: collection, pipeline: changed } },
      ...rewriteLookups(future, rest),
    ],
  };
};

/** Runs queries of published versions as they will be. */
export const readingFuture =
  (future: FutureVersions): AdaptQueries =>
  (run) =>
    future.size === 0 ? run : (query) => run(rewriteQuery(future, query));
