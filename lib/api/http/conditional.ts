// ETags and the conditions on them: `If-None-Match` of reads, `If-Match` and `If-None-Match: *` of writes.
import { hash } from 'node:crypto';
import type { ExpectedRevisions } from '../../platform/db/index.ts';
import { invalid } from '../../errors.ts';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

const etagHash = (body: string): string => hash('sha1', body, 'base64url');

/** The ETag of an answer about one document. The ETag of a list has only the hash. */
const documentEtag = /^(?:W\/)?"(\d{1,15})(?:\.([\w-]+))?-[\w-]{27}"$/;

/** Weak comparison, which RFC 9110 requires for If-None-Match. */
const matchesEtag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));

/**
 * The ETag of an answer: the hash of its text, so it also depends on the query. For one document, its revision comes
 * first.
 *
 * @returns undefined for an answer that is neither a successful read nor about one document
 */
export const etagOf = ({ method }: Request, { status, revision, etag }: Answer, text: string): string | undefined => {
  if (revision !== undefined) return `W/"${revision}-${etagHash(text)}"`;
  return method === 'GET' && status === 200 ? (etag ?? `W/"${etagHash(text)}"`) : undefined;
};

/** Whether the client has the answer with that ETag. */
export const matchesIfNoneMatch = ({ method, headers }: Request, etag: string): boolean => {
  const header = headers['if-none-match'];
  return method === 'GET' && header !== undefined && matchesEtag(header, etag);
};

/** @throws ApiError 400 if a request that does not write one document has If-Match */
export const refuseIfMatch = ({ headers }: Request): void => {
  if (headers['if-match'] !== undefined)
    throw invalid('If-Match is not supported here: it applies only to writes of one document', { path: 'If-Match' });
};

/** @returns 'none' if the write must create what it writes; undefined without that condition: ETags are for reads */
export const readIfNoneMatch = ({ headers }: Request): ExpectedRevisions | undefined =>
  headers['if-none-match']?.trim() === '*' ? 'none' : undefined;

const etagPattern = /(?:W\/)?"[^"]*"/g;

/**
 * Reads the revisions that If-Match expects. Only the revision and the locale of an ETag count, because its hash
 * depends on the query of the read.
 *
 * @param locale the locale that the write changes; undefined: all locales, each of which has its own revision
 * @returns undefined without the header
 * @throws ApiError 400 if it is neither `*` nor a list of ETags, and for ETags on a write to all locales
 */
export const readIfMatch = ({ headers }: Request, locale: string | null | undefined): ExpectedRevisions | undefined => {
  const header = headers['if-match']?.trim();
  if (header === undefined) return undefined;
  if (header === '*') return 'any';
  const etags = header.match(etagPattern) ?? [];
  if (etags.length === 0 || !/^[\s,]*$/.test(header.replaceAll(etagPattern, '')))
    throw invalid('If-Match must be * or the ETag of a document, quotes included', { path: 'If-Match' });
  if (locale === undefined)
    throw invalid('With locale=* If-Match must be *, because an ETag belongs to one locale', { path: 'If-Match' });
  // Foreign ETags and those of another locale match no revision.
  return etags.flatMap((tag) => {
    const [, revision, etagLocale = null] = documentEtag.exec(tag) ?? [];
    return revision === undefined || etagLocale !== locale ? [] : [Number(revision)];
  });
};

/** @param revision as in an `Answer` @returns an ETag for `If-Match`, where its hash does not count */
export const ifMatchOf = (revision: string): string => `"${revision}-${'-'.repeat(27)}"`;
