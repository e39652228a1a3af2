// Leaves those of the matches that exist for the caller, so that totals, ranks and pages tell of no other document.
import { planOf, runChecks, runPlan } from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Timings } from '../../platform/timings.ts';
import { documentsQuery } from './documentsQuery.ts';
import { countMatches } from './rankedPage.ts';
import type { Hit, Matches } from '../types.ts';

/** How many documents one query checks. */
const batchSize = 1_000;

/** Whether every document of the type exists for the caller and counts, so that the index alone knows the total. */
const isWhole = ({ permitted, filter }: Query): boolean => permitted === undefined && filter === undefined;

/** The list that a search must not exceed in cost. Its order and its cursors are those of the search. */
const firstPageOf = (query: Query): Query => ({
  ...query,
  sort: [],
  page: { mode: 'offset', start: 0, limit: query.page.limit, withCount: true },
});

/** @returns the ids of the documents that exist for the caller and match the filters of the query */
const checkDocuments = async (
  service: Service,
  query: Query,
  documentIds: readonly string[],
  timings: Timings,
): Promise<ReadonlySet<string>> => {
  const unit = await standaloneOperations(service.database);
  const list = planOf(firstPageOf(query), service.schema)(new Set());
  return runChecks(unit, list, documentIds.length, timings.reader, async (run) => {
    const visible = new Set<string>();
    for (let start = 0; start < documentIds.length; start += batchSize) {
      const batch = documentsQuery(query, documentIds.slice(start, start + batchSize));
      const plan = planOf({ ...batch, select: { fields: [], populate: [] } }, service.schema);
      const { rows } = await runPlan(run, plan);
      for (const { documentId } of rows) visible.add(String(documentId));
    }
    return visible;
  });
};

/**
 * @param queries what the caller reads of each partition, in the order of the partitions
 * @param matches what the index found
 * @param checksAll also matches of which the index knows nothing are checked
 * @returns the matches that exist for the caller and match the filters; the order stays. A document that was deleted or
 *   unpublished a moment ago can be among them if nothing had to be checked
 * @throws ApiError 400 for filters that cost too much
 */
export const visibleMatches = async (
  service: Service,
  queries: readonly Query[],
  matches: Matches,
  timings: Timings,
  checksAll = false,
): Promise<Matches> => {
  if (!checksAll && queries.every(isWhole)) return matches;
  const hits = await matches.page(0, countMatches(matches));
  const kept = new Map<string, ReadonlySet<string>>();
  for (const query of queries) {
    if (!checksAll && isWhole(query)) continue;
    const { uid } = query.type;
    const ofType = hits.filter(({ partition }) => partition.type.uid === uid);
    const documentIds = ofType.map(({ documentId }) => documentId);
    kept.set(uid, await checkDocuments(service, query, documentIds, timings));
  }
  const isKept = ({ partition, documentId }: Hit): boolean => kept.get(partition.type.uid)?.has(documentId) ?? true;
  const visible = hits.filter(isKept);
  const totals = queries.map(({ type: { uid } }, index) => kept.get(uid)?.size ?? matches.totals[index] ?? 0);
  return { totals, page: (start, count) => Promise.resolve(visible.slice(start, start + count)) };
};
