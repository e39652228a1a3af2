// Documents as they are answered: one, or a page of them with its count.
import { run } from '../db/index.ts';
import { documentNotFound } from '../errors.ts';
import { planList, planOne } from '../pipeline/index.ts';
import type { Page, Query } from '../query/index.ts';
import type { Service } from '../service.ts';
import { Shaper, type Answered } from './shape.ts';

export interface Listed {
  readonly data: readonly Answered[];
  readonly pagination: Readonly<Record<string, number>>;
}

/** The locale that documents without one relate to. */
const localeOf = ({ locale }: Query): string | null => ('one' in locale ? locale.one : null);

/** @throws ApiError 400 for a filter that cannot be answered */
export const readList = async (service: Service, query: Query): Promise<Listed> => {
  const { rows, total } = await run(await service.database.get(), planList(query, service.schema));
  const shaper = new Shaper(service.schema, query.status);
  return {
    data: rows.map((row) => shaper.document(row, query.type, query.select, localeOf(query))),
    pagination: paginationOf(query.page, total),
  };
};

const paginationOf = ({ mode, start, limit }: Page, total: number | undefined): Listed['pagination'] =>
  mode === 'page'
    ? {
        page: start / limit + 1,
        pageSize: limit,
        ...(total === undefined ? {} : { pageCount: Math.ceil(total / limit), total }),
      }
    : { start, limit, ...(total === undefined ? {} : { total }) };

/**
 * @param documentId undefined: the one document of a single type
 * @throws ApiError 404 when there is none in this version and locale (all locales are none), or it does not pass the
 *   query's filters
 */
export const readOne = async (service: Service, query: Query, documentId: string | undefined): Promise<Answered> => {
  if (documentId !== undefined && query.type.localized && 'all' in query.locale) throw documentNotFound();
  const { rows } = await run(await service.database.get(), planOne(query, service.schema, documentId));
  const [row] = rows;
  if (row === undefined) throw documentNotFound();
  return new Shaper(service.schema, query.status).document(row, query.type, query.select, localeOf(query));
};

/** A document that was just written, as the query asks for it; read again only where something hangs below it. */
export const readWritten = async (
  service: Service,
  query: Query,
  stored: { readonly documentId: string },
): Promise<Answered> => {
  const unfiltered = { ...query, filter: undefined, sort: [] };
  if (query.select.populate.length > 0) return readOne(service, unfiltered, stored.documentId);
  return new Shaper(service.schema, query.status).document({ ...stored }, query.type, query.select, localeOf(query));
};
