// Creates preview links, for callers who may read the draft.
import { requireTokenSecret } from '../../platform/config/index.ts';
import { invalid } from '../../errors.ts';
import { admit, refuseIfMatch, targetOf, type Answer, type Request } from '../http/index.ts';
import { writtenLocale, type Locales, type Query } from '../../read/query/index.ts';
import { readDocument } from '../../read/execute/index.ts';
import { identityAttributes } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { previewUrl } from './previewUrl.ts';
import { readExpiresIn } from './expiresIn.ts';
import { previewToken } from './previewToken.ts';

export interface PreviewLink {
  readonly url: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * The query string that reads a draft.
 *
 * @param query the raw query string of the request for a link; only its `locale` is kept, valid or not
 */
export const draftQuery = (query: string): string => {
  const localeParameters = [...new URLSearchParams(query)].filter(([name]) => /^locale(?:\[|$)/.test(name));
  return new URLSearchParams([['status', 'draft'], ...localeParameters]).toString();
};

/**
 * Creates a preview link.
 *
 * @param query the result of parsing `draftQuery` for the caller
 * @param documentId undefined: the document of a single type
 * @param seconds how long the link is valid
 * @throws ApiError 404 if the caller can read no such draft; 400 for a type without drafts, and for an invalid locale
 */
export const createPreviewLink = async (
  service: Service,
  query: Query,
  documentId: string | undefined,
  { locales, seconds, timings = new Timings() }: { locales: Locales; seconds: number; timings?: Timings },
): Promise<PreviewLink> => {
  const { type } = query;
  if (!type.draftAndPublish) throw invalid(`${type.displayName} has no drafts: there is nothing to preview`);
  const locale = writtenLocale(query, locales);
  const identityQuery: Query = { ...query, format: 'flat', select: { fields: identityAttributes, populate: [] } };
  const { data } = await readDocument(service, identityQuery, documentId, timings);
  const expires = Math.floor(service.now().getTime() / 1000) + seconds;
  const draft = { uid: type.uid, documentId: String(data.documentId), locale };
  const token = previewToken(requireTokenSecret(service.secrets), draft, expires);
  return {
    url: previewUrl(service.config.preview.url, type, draft, token),
    token,
    expiresAt: new Date(expires * 1000),
  };
};

/**
 * `POST …/:documentId/actions/preview-link`, and the same below single types. The caller must be allowed to read the
 * draft. It writes nothing.
 *
 * @throws ApiError as `admit` for reading the draft, as `createPreviewLink`, and 400 for a body with anything but the validity
 */
export const answerPreviewLink = async (request: Request, service: Service): Promise<Answer> => {
  const { kind } = targetOf(request, service).type;
  const { contentType, documentId: pathDocumentId } = request.params;
  const read = {
    ...{ ...request, method: 'GET', params: { contentType, documentId: pathDocumentId } },
    query: draftQuery(request.query),
  };
  const { documentId, query, locales } = await admit(read, service, kind === 'singleType' ? 'find' : 'findOne');
  refuseIfMatch(request);
  const seconds = readExpiresIn(await request.readBody(), service.config.preview.maxSeconds);
  const data = await createPreviewLink(service, query, documentId, { locales, seconds, timings: request.timings });
  return { status: 200, body: { data, meta: {} } };
};
