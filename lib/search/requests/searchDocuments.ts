// Answers GET /api/search: ranked documents of several types, with titles, excerpts and facets.
import type { DraftStatus } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import {
  cacheMetadataOfLists,
  cursorAfter,
  listMetaOf,
  mapInTurns,
  paginationOf,
  shapeRows,
  withWriters,
  type AnswerValues,
  type CacheMetadata,
  type PlanOf,
  type Row,
} from '../../read/execute/index.ts';
import { requestedVersion } from '../../read/plan/index.ts';
import type { Query } from '../../read/query/index.ts';
import { openTitleAttribute, searchedAttributes } from '../../schema/index.ts';
import { findVisible, type SearchedQuery } from './findVisible.ts';
import { searchKeyOf } from './rankCursor.ts';
import { countMatches, readRankedPage, type FoundDocument } from './rankedPage.ts';
import { readHits } from './readHits.ts';
import type { SearchQuery } from './searchQuery.ts';
import { sortedRows } from './sortedRows.ts';
import { excerptWriter, plainTexts } from '../text/index.ts';
import type { Hit, Matches } from '../types.ts';

/**
 * How many characters the excerpts of a page can be of, and that of one document. To read their words takes half of a second at
 * most.
 */
const maxExcerpted = { ofPage: 400_000, ofDocument: 40_000 };

interface SearchResult {
  /** The uid. */
  readonly type: string;
  readonly documentId: string;
  readonly locale?: string;
  /** Only with `view=edit`, for a type with drafts. */
  readonly status?: DraftStatus;
  /** Text; null if the document has no title. */
  readonly title: string | null;
  /** HTML. */
  readonly excerpt: string;
  /** The document as a list answers it, if `fields` or `populate` requests it. */
  readonly entry?: AnswerValues;
}

export interface SearchAnswer {
  readonly data: readonly SearchResult[];
  readonly meta: object;
  readonly populated: number;
  readonly cacheMetadata: CacheMetadata;
}

/** The size of the page decides, not how many results it has: these must not change the excerpts of others. */
const excerptedLength = ({ page }: Query): number =>
  Math.min(maxExcerpted.ofDocument, Math.floor(maxExcerpted.ofPage / Math.max(1, page.limit)));

/** The beginning of a text, from which the excerpt is made; other values are whole. */
const beginningOf = (field: string, length: number): object => ({
  $cond: [{ $eq: [{ $type: field }, 'string'] }, { $substrCP: [field, 0, length] }, field],
});

/**
 * Reads the title and the searched attributes as well: one query has the documents and their texts.
 *
 * @param hasEntries whether the answer has these attributes, so that they must be whole
 */
const withTexts = (query: Query, hasEntries: boolean, plan: PlanOf): PlanOf => {
  const { type } = query;
  const version = requestedVersion(query);
  const title = openTitleAttribute(type);
  const length = excerptedLength(query);
  const texts: Record<string, unknown> = {};
  for (const name of searchedAttributes(type).keys()) {
    const field = `${version}.${name}`;
    texts[field] = hasEntries ? 1 : beginningOf(`$${field}`, length);
  }
  if (title !== undefined) texts[`${version}.${title}`] = 1;
  return (unresolvedSteps) => {
    const compiled = plan(unresolvedSteps);
    const stages = compiled.stages.map((stage) =>
      '$project' in stage && !(version in (stage.$project as Row))
        ? { $project: { ...(stage.$project as Row), ...texts } }
        : stage,
    );
    return { ...compiled, stages };
  };
};

/** What the results of a type are made with. */
interface TypeResults {
  readonly populated: number;
  readonly results: readonly (readonly [Hit, SearchResult])[];
}

/** The status of a draft; nothing for a type without drafts. */
const draftStatusOf = (row: Row, query: Query): Pick<SearchResult, 'status'> => {
  const [status] = listMetaOf([row], query).status ?? [];
  return status === undefined ? {} : { status };
};

/** Makes the results of one type. */
const resultsOfType = async (
  service: Service,
  { hasEntries }: SearchQuery,
  { query, partition, language, search }: SearchedQuery,
  found: readonly FoundDocument[],
  timings: Timings,
): Promise<TypeResults> => {
  if (found.length === 0) return { populated: 0, results: [] };
  const { type } = query;
  const rows = found.map(({ row }) => row);
  const named =
    hasEntries && query.editView === true ? (await withWriters(service, query, { rows, total: undefined })).rows : rows;
  const shaped = hasEntries ? await shapeRows(service, query, named, timings) : undefined;
  const title = openTitleAttribute(type) ?? '';
  const maxLength = excerptedLength(query);
  const writeExcerpt = excerptWriter(search, language);
  const results = await mapInTurns(timings.reader, found, ({ hit, row }, _turn, index) => {
    const { documentId } = hit;
    // The cast is safe: the projection reads the version.
    const version = (row[requestedVersion(query)] ?? {}) as Row;
    const texts = plainTexts(type, version, service.schema, maxLength).map(({ text }) => text);
    const name = version[title];
    const entry = shaped?.data[index];
    const result: SearchResult = {
      ...{ type: type.uid, documentId },
      ...(partition.locale === null ? {} : { locale: partition.locale }),
      title: typeof name === 'string' ? name : null,
      excerpt: writeExcerpt(texts),
      ...(query.editView === true ? draftStatusOf(row, query) : {}),
      ...(entry === undefined ? {} : { entry }),
    };
    return [hit, result] as const;
  });
  return { populated: shaped?.populated ?? 0, results };
};

type ReadRows = (hits: readonly Hit[]) => Promise<ReadonlyMap<Hit, Row>>;

interface FoundPage {
  readonly found: readonly FoundDocument[];
  readonly nextCursor: string | null;
}

/** Reads the page of the only type in the order that its query has. */
const readSortedPage = async (
  service: Service,
  { query, partition }: SearchedQuery,
  matches: Matches,
  readRows: ReadRows,
  timings: Timings,
): Promise<FoundPage> => {
  const ids = { ...query, select: { fields: [], populate: [] } };
  const { rows: sorted } = await sortedRows(service, ids, matches, timings);
  const hits = sorted
    .slice(0, query.page.limit)
    .map(({ documentId }) => ({ partition, documentId: String(documentId), score: 0 }));
  const rows = await readRows(hits);
  const found = hits.flatMap((hit) => {
    const row = rows.get(hit);
    return row === undefined ? [] : [{ hit, row }];
  });
  return { found, nextCursor: cursorAfter(query, sorted) };
};

/** @throws ApiError as `findVisible` and `sortedRows`, and 400 for a cursor of another search */
export const searchDocuments = async (
  service: Service,
  searchQuery: SearchQuery,
  timings: Timings,
): Promise<SearchAnswer> => {
  const { text, queries, page } = searchQuery;
  const { searches, matches } = await timings.measure('database', () =>
    findVisible(service, queries, { text, path: 'q' }, timings),
  );
  const readRows: ReadRows = async (hits) => {
    const ofTypes = await Promise.all(
      queries.map((query) =>
        readHits(service, query, hits, timings, (plan) => withTexts(query, searchQuery.hasEntries, plan)),
      ),
    );
    return new Map(ofTypes.flatMap((rows) => [...rows]));
  };
  const [first] = searches;
  const { found, nextCursor } = await timings.measure('database', () =>
    first !== undefined && first.query.sort.length > 0
      ? readSortedPage(service, first, matches, readRows, timings)
      : readRankedPage(matches, page, searchKeyOf(text, queries), readRows),
  );
  const ofTypes = await Promise.all(
    searches.map((search) => {
      const ofType = found.filter(({ hit }) => hit.partition === search.partition);
      return resultsOfType(service, searchQuery, search, ofType, timings);
    }),
  );
  const results = new Map(ofTypes.flatMap((ofType) => ofType.results));
  const total = page.withCount ? countMatches(matches) : undefined;
  return {
    data: found.flatMap(({ hit }) => results.get(hit) ?? []),
    meta: {
      pagination: paginationOf(page, total, nextCursor),
      facets: { types: Object.fromEntries(queries.map(({ type }, index) => [type.uid, matches.totals[index]])) },
    },
    populated: ofTypes.reduce((sum, { populated }) => sum + populated, 0),
    cacheMetadata: cacheMetadataOfLists(service, queries),
  };
};
