// Reads a draft through a preview link.
import { findCallerByName, refusePublishedOnly, type Caller } from '../../platform/access/index.ts';
import { requireTokenSecret } from '../../platform/config/index.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import {
  formatOf,
  identifyCaller,
  previewNotAllowed,
  targetOf,
  type AdmittedRequest,
  type Request,
} from '../http/index.ts';
import { readPreview, readPreviewQuery } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import { verifyPreviewToken, type LinkedRelease } from './previewToken.ts';

/** @throws ApiError 401 if whoever made the link may not log in any more */
const findAuthor = async (service: Service, { author }: LinkedRelease): Promise<Caller> => {
  const caller = await findCallerByName(service, author);
  if (caller === undefined)
    throw unauthorized('Whoever made the preview link may not read drafts any more: ask for another');
  return caller;
};

/**
 * The first steps of reading a draft through a preview link. If the request also has credentials, related documents
 * are those that this caller may find; otherwise those of the public role.
 *
 * @returns the draft and its query
 * @throws ApiError 404 and 405 for the path; 400 for the query, and for a list; 401 for invalid credentials, and for
 *   an invalid or expired link; 403 for a link to another document, locale or release, without the
 *   release of the query, and for a `published-only` token
 */
export const admitPreview = async (request: Request, service: Service): Promise<AdmittedRequest> => {
  const target = targetOf(request, service);
  const { type, documentId: pathDocumentId } = target;
  request.logFields.type = type.uid;
  if (type.kind === 'collectionType' && pathDocumentId === undefined) throw previewNotAllowed();
  const parameters = readPreviewQuery(request.query);
  const link = verifyPreviewToken(requireTokenSecret(service.secrets), parameters.token, type.uid, service.now());
  const { documentId, locale } = link;
  if (pathDocumentId !== undefined && pathDocumentId !== documentId)
    throw forbidden('The preview link is for another document');
  if (type.localized && parameters.locale !== undefined && parameters.locale !== locale)
    throw forbidden('The preview link is for another locale');
  if (link.release !== undefined && parameters.release !== undefined && link.release.id !== parameters.release)
    throw forbidden('The preview link is for another release');
  const release = link.release?.id ?? parameters.release;
  const caller = await identifyCaller(request, service);
  if (link.release === undefined && release !== undefined && caller.kind === 'public')
    throw forbidden('The preview link has no release: create another one with it');
  refusePublishedOnly(caller);
  request.logFields.caller = 'preview';
  const locales = await service.locales.known();
  const context = { ...service, locales };
  const query = request.timings.measure('parse', () =>
    readPreview({ ...parameters, release }, type, caller, context, { locale, format: formatOf(request) }),
  );
  const releaseCaller = link.release === undefined ? caller : await findAuthor(service, link.release);
  return { ...target, documentId, query, caller, releaseCaller, locales };
};
