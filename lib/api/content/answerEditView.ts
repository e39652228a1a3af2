// Answers reads with `view=edit`.
import {
  findAvailableLocales,
  listMetaOf,
  shapeList,
  shapeOne,
  withWriters,
  type PageRows,
  type PlanResult,
} from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import { okAnswer, type Answer, type Request } from '../http/index.ts';

/** Shapes a page; `meta.status` has the status of each draft. */
export const answerEditList = async (
  { timings }: Request,
  service: Service,
  query: Query,
  found: PageRows,
): Promise<Answer> => {
  const named = { ...found, ...(await timings.measure('database', () => withWriters(service, query, found))) };
  const { data, pagination, populated, cacheMetadata } = await shapeList(service, query, named, timings);
  const meta = { pagination, ...listMetaOf(named.rows.slice(0, data.length), query) };
  return okAnswer({ data, meta, populated, cacheMetadata });
};

/**
 * Shapes one document; `meta.availableLocales` has the locales in which it exists.
 *
 * @throws ApiError 404 if there is no row
 */
export const answerEditDocument = async (
  { timings }: Request,
  service: Service,
  query: Query,
  found: PlanResult,
): Promise<Answer> => {
  const named = await timings.measure('database', () => withWriters(service, query, found));
  const { meta, ...answer } = await shapeOne(service, query, named, timings);
  if (!query.type.localized) return okAnswer({ ...answer, meta });
  const locales = await service.locales.known();
  const documentId = String(named.rows[0]?.documentId);
  const availableLocales = await timings.measure('database', () =>
    findAvailableLocales(service, query, locales, documentId),
  );
  return okAnswer({ ...answer, meta: { ...meta, availableLocales } });
};
