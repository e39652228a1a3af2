// Finds the latest documents of one type that a user may edit, as its list with `view=edit` finds them.
import { hasPermission } from '../platform/access/index.ts';
import type { DraftStatus } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { Timings } from '../platform/timings.ts';
import { listMetaOf, runPlan, type Row, type RunQuery } from '../read/execute/index.ts';
import { planList, type Plan, type UnresolvedSteps } from '../read/plan/index.ts';
import { readQuery, type Locales, type Publication, type Query } from '../read/query/index.ts';
import { computedAttributes, editedVersion, mainFieldOf, type ContentType, type Schema } from '../schema/index.ts';
import type { UserCaller } from '../api/http/index.ts';

/** The most entries of a list. */
const listLength = 10;

/** Who changed a document has no index: what somebody changed is searched among so many documents of each type. */
const searchedRows = 50;

/**
 * Conditions of a role, such as `own`, have no index: the documents that meet them are searched among so many of each type, so
 * that the cost does not grow with the site.
 */
export const searchedDocuments = 500;

/** A document in one locale. */
export interface LatestRow {
  /** The query that found it, and shapes it. */
  readonly query: Query;
  readonly row: Row;
  /** undefined for a type without drafts. */
  readonly status: DraftStatus | undefined;
}

/** The lists of an overview. */
export interface LatestRows {
  readonly edited: readonly LatestRow[];
  readonly drafts: readonly LatestRow[];
  readonly published: readonly LatestRow[];
  /** Whether only the latest documents were searched, because the user may edit only some. */
  readonly isLimited: boolean;
}

/** What reads the documents, and for whom. */
export interface RowReader {
  readonly service: Service;
  readonly caller: UserCaller;
  readonly locales: Locales;
  readonly timings: Timings;
  readonly ask: RunQuery;
}

/** The types of the site whose documents `view=edit` shows to a user. */
export const editableTypes = ({ served }: Schema, caller: UserCaller): readonly ContentType[] =>
  [...served.values()].filter(({ uid }) => hasPermission(caller, 'find', uid) && hasPermission(caller, 'update', uid));

/** The attribute that names the documents of a type in the editor's lists: that of its view, or a default; else `documentId`. */
export const titlePathOf = (type: ContentType, { source }: Pick<Schema, 'source'>): string => {
  const attributes = [...type.attributes, ...computedAttributes(type)].map(([name, one]) => [name, one.type] as const);
  return mainFieldOf(attributes, source?.views.get(type.uid)?.view) ?? 'documentId';
};

const updatedAtOf = ({ query: { type }, row }: LatestRow): number =>
  (row[editedVersion(type)] as { readonly updatedAt: Date }).updatedAt.getTime();

const latestFirst = (one: LatestRow, other: LatestRow): number => updatedAtOf(other) - updatedAtOf(one);

/** @returns the rows with the latest changes, as many as a list has */
export const latestOf = (rows: readonly LatestRow[]): readonly LatestRow[] =>
  rows.toSorted(latestFirst).slice(0, listLength);

/** Compiles a list that tests the conditions of the user's role on the latest documents only. */
const planLatest = (query: Query, schema: Schema, unresolvedSteps: UnresolvedSteps): Plan => {
  const plan = planList(query, schema, unresolvedSteps);
  if (query.permitted === undefined) return plan;
  const { match } = planList({ ...query, permitted: undefined }, schema, unresolvedSteps);
  const [sort = {}, ...rest] = plan.stages;
  return { ...plan, match, stages: [sort, { $limit: searchedDocuments }, { $match: plan.match }, ...rest] };
};

/**
 * Reads one page, in all locales. They are named, because each has its part of the index with the order of the page: so its cost
 * does not depend on how many documents there are.
 */
const readPage = async (
  { service, caller, locales, timings, ask }: RowReader,
  type: ContentType,
  limit: number,
  publication?: Publication,
) => {
  const parameters = new URLSearchParams({
    ...{ view: 'edit', sort: 'updatedAt:desc', fields: `${titlePathOf(type, service.schema)},updatedAt` },
    ...{ 'pagination[limit]': String(limit), 'pagination[withCount]': 'false' },
    ...(publication === undefined ? {} : { publicationFilter: publication }),
  });
  if (type.localized) for (const code of locales.codes) parameters.append('filters[locale][$in][]', code);
  const query = timings.measure('parse', () => readQuery(parameters.toString(), type, caller, { ...service, locales }));
  const { rows } = await runPlan(ask, (unresolvedSteps) => planLatest(query, service.schema, unresolvedSteps));
  const { status = [] } = listMetaOf(rows, query);
  return {
    rows: rows.map((row, index): LatestRow => ({ query, row, status: status[index] })),
    isLimited: query.permitted !== undefined,
    isComplete: rows.length < query.page.limit,
  };
};

/**
 * @returns what the user changed last, drafts that differ from what is published, and what others published and nobody has
 *   changed since
 */
export const findLatestRows = async (reader: RowReader, type: ContentType): Promise<LatestRows> => {
  const page = await readPage(reader, type, searchedRows);
  const byUser = ({ row }: LatestRow): boolean => row.updatedBy === reader.caller.user;
  const edited = page.rows.filter(byUser);
  const { isLimited } = page;
  if (!type.draftAndPublish) return { edited, drafts: [], published: [], isLimited };

  /** The first page has the latest of each status; other pages are read only if it lacks some. */
  const find = async (isWanted: (row: LatestRow) => boolean, limit: number, publications: readonly Publication[]) => {
    const wanted = page.rows.filter(isWanted);
    if (page.isComplete || wanted.length >= listLength) return wanted;
    const pages = [];
    for (const publication of publications) pages.push(await readPage(reader, type, limit, publication));
    return pages.flatMap(({ rows }) => rows).filter(isWanted);
  };
  const isDraft = ({ status }: LatestRow): boolean => status !== 'published';
  return {
    ...{ edited, isLimited },
    drafts: await find(isDraft, listLength, ['never-published', 'modified']),
    published: await find((row) => !isDraft(row) && !byUser(row), searchedRows, ['unmodified']),
  };
};
