// A search of content: all stages of its request, in order.
import type { Service } from '../../platform/service.ts';
import { readSearchQuery, searchDocuments } from '../../search/index.ts';
import { formatOf, identifyPermitted, okAnswer, type Answer, type Request } from '../http/index.ts';

/**
 * Serves GET /api/search.
 *
 * @throws ApiError 401 for invalid credentials, 403 if the caller may not find what it searches, 400 for the query
 */
export const searchRequest = async (request: Request, service: Service): Promise<Answer> => {
  const { query: text, timings } = request;
  // The query names the content types, so `readSearchQuery` checks the permission for each type.
  const caller = await identifyPermitted(request, service, [], 'search');
  const locales = await service.locales.known();
  const query = timings.measure('parse', () =>
    readSearchQuery(text, caller, { ...service, locales }, formatOf(request)),
  );
  return okAnswer(await searchDocuments(service, query, timings));
};
