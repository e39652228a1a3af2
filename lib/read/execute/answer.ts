// Reads documents and writes the answer: one document, or a page with its count.
import { memoize } from '../../memoize.ts';
import type { SignUrl } from '../../platform/bucket/index.ts';
import {
  standaloneOperations,
  draftStatusOf,
  type DraftStatus,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import { ApiError, documentNotFound } from '../../errors.ts';
import { cursorValuesOf, requestedVersion } from '../plan/index.ts';
import { writeCursor, type NumberedPage, type Page, type Query } from '../query/index.ts';
import type { Service } from '../../platform/service.ts';
import { cacheMetadataOf, documentCollector, type CacheMetadata } from './cacheKeys.ts';
import type { Timings } from '../../platform/timings.ts';
import type { Row } from './databaseQuery.ts';
import { signFor } from './files.ts';
import { answerFormats, type AnswerValues } from './answerFormats.ts';
import { answerTooLarge } from './answerTooLarge.ts';
import { planOf } from './plan.ts';
import { revisionFor, formatRevision } from './revision.ts';
import type { PlanResult, PlanOf } from './run.ts';
import { runShared, runWritten, type RunOptions } from './runShared.ts';
import { ShapeCompiler, type ShapeDocument } from './shape.ts';
import { isMeasured, newAnswerContext, type AnswerContext, type ReplaceValues } from './shapeContext.ts';
import { mapInTurns } from './turns.ts';

/** The `meta` of an answer with one document: the status of a draft, by the rule of `publicationFilter=modified`. */
const metaOf = (row: Row, query: Query): { readonly status?: DraftStatus } =>
  requestedVersion(query) === 'draft' ? { status: draftStatusOf(row) } : {};

/** The `meta` of a list with `view=edit`: the status of each draft. */
export const listMetaOf = (rows: readonly Row[], query: Query): { readonly status?: readonly DraftStatus[] } =>
  requestedVersion(query) === 'draft' ? { status: rows.map(draftStatusOf) } : {};

export interface ListAnswer {
  readonly data: readonly AnswerValues[];
  readonly pagination: Readonly<Record<string, number | string | null>>;
  /** How many related documents the answer contains, with repetitions, if its length was not measured; 0 if it was. */
  readonly populated: number;
  readonly cacheMetadata: CacheMetadata;
}

/** One document, its `meta` (the status of a draft), and its revision. */
export interface DocumentAnswer {
  readonly data: AnswerValues;
  readonly meta: { readonly status?: DraftStatus };
  /**
   * With the locale for a localized document, because each locale counts its own. undefined: the caller may not see it.
   */
  readonly revision: string | undefined;
  /** How many related documents the answer contains, with repetitions, if its length was not measured; 0 if it was. */
  readonly populated: number;
  readonly cacheMetadata: CacheMetadata;
}

/** The locale in which documents without a locale read their related documents. */
const localeOf = ({ locale }: Query): string | null => ('one' in locale ? locale.one : null);

/** Compiles the function that shapes the documents of a query. It is kept as long as the query. */
const shapeOf = memoize((query: Query, { schema }: Service): ShapeDocument => {
  const { type, select, format } = query;
  return new ShapeCompiler(schema, query, answerFormats[format]).document(type, select, requestedVersion(query));
});

/**
 * Compiles the plan of a list, or of one document.
 *
 * @param documentId undefined: a list, or the one document of a single type
 */
export const planRead = (service: Service, query: Query, timings: Timings, documentId?: string): PlanOf => {
  const compile = planOf(query, service.schema, documentId);
  const plan = timings.measure('plan', () => compile(new Set()));
  return (unresolvedSteps) => (unresolvedSteps.size === 0 ? plan : compile(unresolvedSteps));
};

/**
 * Runs a plan.
 *
 * @param unit the transaction in which the documents were written, if it is still open
 * @param options as of `runShared`
 * @throws as `runShared`
 */
export const runRead = (
  service: Service,
  plan: PlanOf,
  timings: Timings,
  unit?: Transaction,
  options?: RunOptions,
): Promise<PlanResult> =>
  timings.measure('database', async () =>
    runShared(unit ?? (await standaloneOperations(service.database)), plan, timings.reader, options),
  );

/** The documents of an answer. */
type ShapedRows = Omit<ListAnswer, 'pagination'>;

/** What the documents of an answer are shaped with. */
const shapeContextOf = (
  service: Service,
  query: Query,
  sign: SignUrl | undefined,
  replace: ReplaceValues | undefined,
): { readonly locale: string | null; readonly answer: AnswerContext } => ({
  locale: localeOf(query),
  answer: newAnswerContext(sign, documentCollector(service, query), replace),
});

/**
 * Shapes rows in turns of the reader, and measures them, except if values are replaced.
 *
 * @throws ApiError 400 as soon as they are larger than what can be sent, if they have so many related documents that the length
 *   is measured; as `mapInTurns`
 */
const shapeInTurns = async (
  service: Service,
  query: Query,
  rows: readonly Row[],
  { locale, answer }: ReturnType<typeof shapeContextOf>,
  { reader }: Timings,
): Promise<readonly AnswerValues[]> => {
  const shape = shapeOf(query, service);
  const shaped: AnswerValues[] = [];
  let length = 0;
  await mapInTurns(reader, rows, (row, turn) => {
    const before = answer.populated;
    answer.turn = turn;
    try {
      const values = shape(row, { locale, answer });
      shaped.push(values);
      if (isMeasured(answer)) length += answer.lengthOf(values);
      if (length > reader.maxBytes)
        throw answerTooLarge(shaped, query.format, length, reader.maxBytes, answer.lengthOf);
    } catch (error) {
      answer.populated = before;
      throw error;
    }
  });
  if (answer.replace === undefined) answer.populated = 0;
  return shaped;
};

/** Shapes rows of a list to the documents of an answer. @throws as `shapeInTurns` */
export const shapeRows = async (
  service: Service,
  query: Query,
  rows: readonly Row[],
  timings: Timings,
  replace?: ReplaceValues,
): Promise<ShapedRows> => {
  const sign = await signFor(service, query);
  return timings.measure('shape', async (): Promise<ShapedRows> => {
    const context = shapeContextOf(service, query, sign, replace);
    const data = await shapeInTurns(service, query, rows, context, timings);
    const { populated, documents } = context.answer;
    return { data, populated, cacheMetadata: cacheMetadataOf(service, query, documents, true) };
  });
};

/** The rows of a page. */
export interface PageRows extends PlanResult {
  /** The cursor of the next page, if the rows are not in the order of the query's sort; null: there is no next page. */
  readonly nextCursor?: string | null;
}

/** Shapes the rows of a list to the documents of an answer. */
export const shapeList = async (
  service: Service,
  query: Query,
  found: PageRows,
  timings: Timings,
  replace?: ReplaceValues,
): Promise<ListAnswer> => {
  const { page } = query;
  const { rows, total, nextCursor = cursorAfter(query, rows) } = found;
  const shaped = await shapeRows(service, query, rows.slice(0, page.limit), timings, replace);
  return { ...shaped, pagination: paginationOf(page, total, nextCursor) };
};

/** The `meta.pagination` of a page. */
export const paginationOf = (
  page: Page,
  total: number | undefined,
  nextCursor: string | null,
): ListAnswer['pagination'] =>
  page.mode === 'cursor'
    ? { pageSize: page.limit, nextCursor, ...(total === undefined ? {} : { total }) }
    : numberedPagination(page, total);

/** @throws ApiError 400 for a query that cannot be answered */
export const readList = async (service: Service, query: Query, timings: Timings): Promise<ListAnswer> =>
  shapeList(service, query, await runRead(service, planRead(service, query, timings), timings), timings);

const numberedPagination = (
  { mode, start, limit }: NumberedPage,
  total: number | undefined,
): ListAnswer['pagination'] =>
  mode === 'page'
    ? {
        page: start / limit + 1,
        pageSize: limit,
        ...(total === undefined ? {} : { pageCount: Math.ceil(total / limit), total }),
      }
    : { start, limit, ...(total === undefined ? {} : { total }) };

/** The cursor of the next page. The rows contain one more than the page when there is a next page. */
export const cursorAfter = (query: Query, rows: readonly Row[]): string | null => {
  const { limit } = query.page;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last === undefined ? null : writeCursor(query.type, query.sort, cursorValuesOf(last, query), String(last._id));
};

/**
 * @param documentId undefined: the only document of a single type
 * @param options for code of the project, which may have written the document in an open transaction
 * @throws ApiError 404 when the document does not exist in this version and locale, when it does not match the query's
 *   filters, and for `locale=*`
 */
export const readDocument = async (
  service: Service,
  query: Query,
  documentId: string | undefined,
  timings: Timings,
  options: Pick<ShapeOptions, 'unit' | 'isWritten'> = {},
): Promise<DocumentAnswer> => {
  checkOneLocale(query);
  const found = await runRead(service, planRead(service, query, timings, documentId), timings, options.unit);
  return shapeOne(service, query, found, timings, options);
};

/** @throws ApiError 404 for one document in all locales: a document is in one. A filter may choose it. */
export const checkOneLocale = ({ type, locale }: Query): void => {
  if (type.localized && 'all' in locale && locale.filtered !== true) throw documentNotFound();
};

interface ShapeOptions {
  /** The transaction that wrote the document, if it has not committed yet. */
  readonly unit?: Transaction | undefined;
  /** Whether the document is shaped at once, however long its answer is: as after a write, and for code of the project. */
  readonly isWritten?: boolean;
  readonly replace?: ReplaceValues | undefined;
}

/**
 * Shapes the row of one document to its answer.
 *
 * @throws ApiError 404 if there is no row; as `shapeInTurns`
 */
export const shapeOne = async (
  service: Service,
  query: Query,
  { rows }: PlanResult,
  timings: Timings,
  { unit, isWritten = false, replace }: ShapeOptions = {},
): Promise<DocumentAnswer> => {
  const [row] = rows;
  if (row === undefined) throw documentNotFound();
  const [sign, revision] = [await signFor(service, query), await revisionFor(service, query, row, unit)];
  return timings.measure('shape', async () => {
    const context = shapeContextOf(service, query, sign, replace);
    const shaped = isWritten ? [] : await shapeInTurns(service, query, [row], context, timings);
    const data = shaped[0] ?? shapeOf(query, service)(row, context);
    return documentAnswer(service, query, row, data, revision, context.answer);
  });
};

const documentAnswer = (
  service: Service,
  query: Query,
  row: Row,
  data: AnswerValues,
  revision: string | undefined,
  { populated, documents }: AnswerContext,
): DocumentAnswer => ({
  ...{ data, revision, populated },
  meta: metaOf(row, query),
  cacheMetadata: cacheMetadataOf(service, query, documents, false),
});

/**
 * Answers a document that was just written. It is read again only when the query populates something.
 *
 * @returns if the write is committed and the document cannot be read again, the document without components and relations
 */
export const readWritten = async (
  service: Service,
  query: Query,
  stored: Pick<StoredDocument, 'documentId' | 'revision'>,
  timings: Timings,
  unit?: Transaction,
): Promise<DocumentAnswer> => {
  const { select } = query;
  if (select.populate.length > 0) {
    const unfiltered: Query = { ...query, filter: undefined, permitted: undefined, sort: [] };
    const operations = unit ?? (await standaloneOperations(service.database));
    try {
      const plan = planRead(service, unfiltered, timings, stored.documentId);
      const found = await timings.measure('database', () => runWritten(operations, plan, timings.reader));
      return await shapeOne(service, unfiltered, found, timings, { unit, isWritten: true });
    } catch (error) {
      if (operations.options.session !== undefined || !(error instanceof ApiError)) throw error;
      return readWritten(service, { ...query, select: { ...select, populate: [] } }, stored, timings);
    }
  }
  const row = { ...stored };
  const context = shapeContextOf(service, query, await signFor(service, query), undefined);
  return documentAnswer(
    service,
    query,
    row,
    shapeOf(query, service)(row, context),
    formatRevision(row),
    context.answer,
  );
};
