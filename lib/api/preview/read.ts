// Reads a draft through a preview link.
import { requireTokenSecret } from '../../platform/config/index.ts';
import { forbidden } from '../../errors.ts';
import { formatOf, noPreview, targetOf, type Admitted, type Request } from '../http/index.ts';
import { readPreview, readPreviewQuery } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import { draftOf } from './token.ts';

/**
 * The first steps of reading a draft through a preview link. If the request also has credentials, related documents
 * are those that this caller may find; otherwise those of the public role.
 *
 * @returns the draft and its query
 * @throws ApiError 404 and 405 for the path; 400 for the query, and for a list; 401 for invalid credentials, and for
 *   an invalid or expired link; 403 for a link to another document or locale
 */
export const previewed = async (
  request: Request,
  service: Service,
): Promise<Pick<Admitted, 'type' | 'documentId' | 'query'>> => {
  const { type, documentId: named } = targetOf(request, service.schema);
  request.noted.type = type.uid;
  if (type.kind === 'collectionType' && named === undefined) throw noPreview();
  const given = readPreviewQuery(request.query);
  const { documentId, locale } = draftOf(requireTokenSecret(service.secrets), given.token, type.uid, service.now());
  if (named !== undefined && named !== documentId) throw forbidden('The preview link is for another document');
  if (type.localized && given.locale !== undefined && given.locale !== locale)
    throw forbidden('The preview link is for another locale');
  const { authorization } = request.headers;
  const caller = await request.timings.measure('access', () => service.access.identify(authorization));
  request.noted.caller = 'preview';
  const context = { ...service, locales: await service.locales.known() };
  const query = request.timings.measure('parse', () =>
    readPreview(given, type, caller, context, { locale, format: formatOf(request) }),
  );
  return { type, documentId, query };
};
