// What may be read with a preview link.
import { tokenSecretOf } from '../../platform/config/index.ts';
import { forbidden } from '../../errors.ts';
import { formatOf, noPreview, targetOf, type Admitted, type Request } from '../http/index.ts';
import { readPreview, readPreviewQuery } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import { draftOf } from './token.ts';

/**
 * The first steps of reading a draft by a preview link. Who sends credentials beside it is shown of what the draft
 * relates to what they may find, and not what the public may.
 *
 * @returns the draft, and its query
 * @throws ApiError 404 and 405 for the path; 400 for the query, and for a list; 401 for credentials that are none, and for
 *   a link that is none or has expired; 403 for one of another document or locale
 */
export const previewed = async (
  request: Request,
  service: Service,
): Promise<Pick<Admitted, 'type' | 'documentId' | 'query'>> => {
  const { type, documentId: named } = targetOf(request, service.schema);
  request.noted.type = type.uid;
  if (type.kind === 'collectionType' && named === undefined) throw noPreview();
  const given = readPreviewQuery(request.query);
  const { documentId, locale } = draftOf(tokenSecretOf(service.secrets), given.token, type.uid, service.now());
  if (named !== undefined && named !== documentId) throw forbidden('The preview link is of another document');
  if (type.localized && given.locale !== undefined && given.locale !== locale)
    throw forbidden('The preview link is of another locale');
  const { authorization } = request.headers;
  const caller = await request.timings.measure('access', () => service.access.callerOf(authorization));
  request.noted.caller = 'preview';
  const context = { ...service, locales: await service.locales.known() };
  const query = request.timings.measure('parse', () =>
    readPreview(given, type, caller, context, { locale, format: formatOf(request) }),
  );
  return { type, documentId, query };
};
