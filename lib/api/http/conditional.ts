// ETags and the conditions on them: `If-None-Match` of reads, `If-Match` of writes.
import { createHash } from 'node:crypto';
import type { ExpectedRevisions } from '../../platform/db/index.ts';
import { invalid } from '../../errors.ts';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

const hashOf = (body: string): string => createHash('sha1').update(body).digest('base64url');

/** The ETag of an answer about one document. The ETag of a list has only the hash. */
const oneDocument = /^(?:W\/)?"(\d{1,15})(?:\.([\w-]+))?-[\w-]{27}"$/;

/** Weak comparison, which RFC 9110 requires for If-None-Match. */
const matches = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));

/**
 * The ETag of an answer: the hash of its text, so it also depends on the query. For one document, its revision comes
 * first.
 *
 * @returns undefined for an answer that is neither a successful read nor about one document
 */
export const etagOf = ({ method }: Request, { status, revision, etag }: Answer, text: string): string | undefined => {
  if (revision !== undefined) return `W/"${revision}-${hashOf(text)}"`;
  return method === 'GET' && status === 200 ? (etag ?? `W/"${hashOf(text)}"`) : undefined;
};

/** Whether the client has the answer with that ETag. */
export const isKnown = ({ method, headers }: Request, etag: string): boolean => {
  const known = headers['if-none-match'];
  return method === 'GET' && known !== undefined && matches(known, etag);
};

/** @throws ApiError 400 if a request that does not write one document has If-Match */
export const refuseIfMatch = ({ headers }: Request): void => {
  if (headers['if-match'] !== undefined)
    throw invalid('If-Match is not supported here: it applies only to writes of one document', { path: 'If-Match' });
};

const tags = /(?:W\/)?"[^"]*"/g;

/**
 * Reads the revisions that If-Match expects. Only the revision and the locale of an ETag count, because its hash
 * depends on the query of the read.
 *
 * @param locale the locale that the write changes; undefined: all locales, each of which has its own revision
 * @returns undefined without the header
 * @throws ApiError 400 if it is neither `*` nor a list of ETags, and for ETags on a write to all locales
 */
export const ifMatch = ({ headers }: Request, locale: string | null | undefined): ExpectedRevisions | undefined => {
  const header = headers['if-match']?.trim();
  if (header === undefined) return undefined;
  if (header === '*') return 'any';
  const given = header.match(tags) ?? [];
  if (given.length === 0 || !/^[\s,]*$/.test(header.replaceAll(tags, '')))
    throw invalid('If-Match must be * or the ETag of a document, quotes included', { path: 'If-Match' });
  if (locale === undefined)
    throw invalid('With locale=* If-Match must be *, because an ETag belongs to one locale', { path: 'If-Match' });
  // Foreign ETags and those of another locale match no revision.
  return given.flatMap((tag) => {
    const [, revision, its = null] = oneDocument.exec(tag) ?? [];
    return revision === undefined || its !== locale ? [] : [Number(revision)];
  });
};
