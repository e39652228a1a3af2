// Documents as they are answered: one, or a page of them with its count.
import { documentNotFound } from '../errors.ts';
import { placeHelper, planList, planOne, type Plan } from '../pipeline/index.ts';
import { writeCursor, type CursorPage, type NumberedPage, type Query } from '../query/index.ts';
import type { Service } from '../service.ts';
import type { Timings } from '../timings.ts';
import { run } from './run.ts';
import { Shaper, type Answered } from './shape.ts';

export interface Listed {
  readonly data: readonly Answered[];
  readonly pagination: Readonly<Record<string, number | string | null>>;
}

/** The locale that documents without one relate to. */
const localeOf = ({ locale }: Query): string | null => ('one' in locale ? locale.one : null);

/** @throws ApiError 400 for a query that cannot be answered */
export const readList = async (service: Service, query: Query, timings: Timings): Promise<Listed> => {
  const { rows, total } = await found(service, timings, () => planList(query, service.schema));
  const { page, type, select } = query;
  return timings.measure('shape', () => {
    const shaper = new Shaper(service.schema, query.status);
    const answers = rows.slice(0, page.limit).map((row) => shaper.document(row, type, select, localeOf(query)));
    return {
      data: answers,
      pagination: page.mode === 'cursor' ? behind(page, query, rows, total) : numbered(page, total),
    };
  });
};

const found = async (service: Service, timings: Timings, plan: () => Plan): ReturnType<typeof run> => {
  const steps = timings.measure('plan', plan);
  return timings.measure('database', async () => run(await service.database.get(), steps));
};

const numbered = ({ mode, start, limit }: NumberedPage, total: number | undefined): Listed['pagination'] =>
  mode === 'page'
    ? {
        page: start / limit + 1,
        pageSize: limit,
        ...(total === undefined ? {} : { pageCount: Math.ceil(total / limit), total }),
      }
    : { start, limit, ...(total === undefined ? {} : { total }) };

/** One row more than the page has says that there is a next page. */
const behind = (
  { limit }: CursorPage,
  { type, sort }: Query,
  rows: readonly Readonly<Record<string, unknown>>[],
  total: number | undefined,
): Listed['pagination'] => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  // The plan of a cursor page projects both.
  const nextCursor =
    last === undefined ? null : writeCursor(type, sort, last[placeHelper] as readonly unknown[], String(last._id));
  return { pageSize: limit, nextCursor, ...(total === undefined ? {} : { total }) };
};

/**
 * @param documentId undefined: the one document of a single type
 * @throws ApiError 404 when there is none in this version and locale (all locales are none), or it does not pass the
 *   query's filters
 */
export const readOne = async (
  service: Service,
  query: Query,
  documentId: string | undefined,
  timings: Timings,
): Promise<Answered> => {
  if (query.type.localized && 'all' in query.locale) throw documentNotFound();
  const { rows } = await found(service, timings, () => planOne(query, service.schema, documentId));
  const [row] = rows;
  if (row === undefined) throw documentNotFound();
  return timings.measure('shape', () =>
    new Shaper(service.schema, query.status).document(row, query.type, query.select, localeOf(query)),
  );
};

/** A document that was just written, as the query asks for it; read again only where something hangs below it. */
export const readWritten = async (
  service: Service,
  query: Query,
  stored: { readonly documentId: string },
  timings: Timings,
): Promise<Answered> => {
  const unfiltered = { ...query, filter: undefined, sort: [] };
  if (query.select.populate.length > 0) return readOne(service, unfiltered, stored.documentId, timings);
  return new Shaper(service.schema, query.status).document({ ...stored }, query.type, query.select, localeOf(query));
};
