// Creates preview links, for callers who may read the draft.
import { requireTokenSecret } from '../../platform/config/index.ts';
import { invalid, invalidValues } from '../../errors.ts';
import { authorOf, findFutureVersions } from '../../releases/index.ts';
import { admit, refuseIfMatch, targetOf, type Answer, type Request } from '../http/index.ts';
import { writtenLocale, type Locales, type Query } from '../../read/query/index.ts';
import { readDocument } from '../../read/execute/index.ts';
import { fillTemplate, identityAttributes, isObject, placeholdersOf, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { previewToken, type DraftReference, type LinkedRelease } from './previewToken.ts';
import { plainBody, wrongType } from '../../contracts/index.ts';

const maxDefaultSeconds = 3_600;

/** @returns the default validity of a link, in seconds */
export const defaultSeconds = (most: number): number => Math.min(maxDefaultSeconds, most);

interface LinkOptions<Release> {
  /** How long the link is valid. */
  readonly seconds: number;
  /** undefined: none. */
  readonly release?: Release | undefined;
}

/**
 * @param body `{"data": {"expiresIn": seconds, "release": id}}`, a part of it, or nothing
 * @param most the maximum validity of a link, in seconds
 * @throws ApiError 400 for anything else
 */
const readLinkOptions = (body: unknown, most: number): LinkOptions<number> => {
  if (body === undefined || body === '') return { seconds: defaultSeconds(most) };
  const { data = {} } = plainBody(body, ['data']);
  if (!isObject(data)) throw invalidValues([wrongType(['data'], 'object', data)]);
  const { expiresIn = defaultSeconds(most), release } = plainBody(data, ['expiresIn', 'release']);
  const seconds = checkExpiresIn(expiresIn, most);
  if (release === undefined) return { seconds };
  if (Number.isSafeInteger(release) && Number(release) > 0) return { seconds, release: Number(release) };
  throw invalidValues([{ path: ['release'], message: 'release must be the id of a release', value: release }]);
};

/** @throws ApiError 400 for anything but a whole number of seconds within the limit */
export const checkExpiresIn = (value: unknown, most: number): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  const message = `expiresIn must be a whole number of seconds from 1 to ${most}`;
  throw invalidValues([{ path: ['expiresIn'], message, value }]);
};

/** The path segment of a type. */
const pathSegmentOf = ({ kind, singularName, pluralName }: ContentType): string =>
  kind === 'singleType' ? singularName : pluralName;

/**
 * @param page the URL of a page of the site, with names in braces as placeholders; empty: the path of the draft in
 *   the API
 */
const previewUrls = (
  page: string,
  type: ContentType,
  { documentId, locale }: DraftReference,
  token: string,
): Pick<PreviewLink, 'url' | 'publishedUrl'> => {
  if (page === '') {
    const document = type.kind === 'singleType' ? '' : `/${documentId}`;
    return { url: `/api/${pathSegmentOf(type)}${document}?status=draft&preview=${token}` };
  }
  const placeholders = { type: type.singularName, plural: type.pluralName, documentId, locale: locale ?? '' };
  const urlOf = (status: string): string => fillTemplate(page, { ...placeholders, token, status });
  return {
    url: urlOf('draft'),
    ...(placeholdersOf(page).includes('status') ? { publishedUrl: urlOf('published') } : {}),
  };
};

export interface PreviewLink {
  readonly url: string;
  /** The page of what is published, if the URL of the page has a place for the status. */
  readonly publishedUrl?: string;
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
 * @param options how long the link is valid, and its release
 * @throws ApiError 404 if the caller can read no such draft; 400 for a type without drafts, and for an invalid locale
 */
export const createPreviewLink = async (
  service: Service,
  query: Query,
  documentId: string | undefined,
  {
    locales,
    seconds,
    release,
    timings = new Timings(),
  }: LinkOptions<LinkedRelease> & { locales: Locales; timings?: Timings },
): Promise<PreviewLink> => {
  const { type } = query;
  if (!type.draftAndPublish) throw invalid(`${type.displayName} has no drafts: there is nothing to preview`);
  const locale = writtenLocale(query, locales);
  const identityQuery: Query = { ...query, format: 'flat', select: { fields: identityAttributes, populate: [] } };
  const { data } = await readDocument(service, identityQuery, documentId, timings);
  const expires = Math.floor(service.now().getTime() / 1000) + seconds;
  const draft = { uid: type.uid, documentId: String(data.documentId), locale, release };
  const token = previewToken(requireTokenSecret(service.secrets), draft, expires);
  return {
    ...previewUrls(service.config.preview.url, type, draft, token),
    token,
    expiresAt: new Date(expires * 1000),
  };
};

/**
 * `POST …/:documentId/actions/preview-link`, and the same below single types. The caller must be allowed to read the
 * draft. It writes nothing.
 *
 * @throws ApiError as `admit` for reading the draft, as `createPreviewLink`; 400 for a body with anything else; 404 for a release of
 *   which the caller may read no draft
 */
export const answerPreviewLink = async (request: Request, service: Service): Promise<Answer> => {
  const { kind } = targetOf(request, service).type;
  const { contentType, documentId: pathDocumentId } = request.params;
  const read = {
    ...{ ...request, method: 'GET', params: { contentType, documentId: pathDocumentId } },
    query: draftQuery(request.query),
  };
  const { documentId, query, locales, caller } = await admit(read, service, kind === 'singleType' ? 'find' : 'findOne');
  refuseIfMatch(request);
  const { seconds, release: id } = readLinkOptions(await request.readBody(), service.config.preview.maxSeconds);
  // The release must exist for the caller.
  if (id !== undefined) await findFutureVersions({ service, caller, locales }, id);
  const release = id === undefined ? undefined : { id, author: authorOf(caller) };
  const { timings } = request;
  const data = await createPreviewLink(service, query, documentId, { seconds, release, locales, timings });
  return { status: 200, body: { data, meta: {} } };
};
