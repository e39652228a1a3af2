// ETags, and what requests make of them: If-None-Match of reads, If-Match of writes.
import { createHash } from 'node:crypto';
import type { Expected } from '../../platform/db/index.ts';
import { invalid } from '../../errors.ts';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

const hashOf = (body: string): string => createHash('sha1').update(body).digest('base64url');

/** Of an answer about one document; its hash tells it from the tag of a list, which is a hash alone. */
const oneDocument = /^(?:W\/)?"(\d{1,15})(?:\.([\w-]+))?-[\w-]{27}"$/;

/** Weak comparison, as RFC 9110 asks of If-None-Match. */
const matches = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));

/**
 * The ETag of an answer: made of its text, so of the query too, and before it the revision where it is about one document.
 *
 * @returns undefined for what is neither a read nor about one document
 */
export const etagOf = ({ method }: Request, { status, revision, etag }: Answer, text: string): string | undefined => {
  if (revision !== undefined) return `W/"${revision}-${hashOf(text)}"`;
  return method === 'GET' && status === 200 ? (etag ?? `W/"${hashOf(text)}"`) : undefined;
};

/** Whether the one who reads has the answer with that ETag. */
export const isKnown = ({ method, headers }: Request, etag: string): boolean => {
  const known = headers['if-none-match'];
  return method === 'GET' && known !== undefined && matches(known, etag);
};

/** @throws ApiError 400 for If-Match with a write that is not of one document that was read */
export const refuseIfMatch = ({ headers }: Request): void => {
  if (headers['if-match'] !== undefined)
    throw invalid('If-Match guards one document that was read: it says nothing of this request', { path: 'If-Match' });
};

const tags = /(?:W\/)?"[^"]*"/g;

/**
 * What a write with If-Match takes its document to be. Of a tag only the revision counts, and the locale that it is of:
 * what else a read answered depends on its query.
 *
 * @param locale what the write is about; undefined: all locales, each of which counts its own revisions
 * @returns undefined without the header
 * @throws ApiError 400 when it is neither `*` nor a list of ETags, and for ETags where all locales are meant
 */
export const ifMatch = ({ headers }: Request, locale: string | null | undefined): Expected | undefined => {
  const header = headers['if-match']?.trim();
  if (header === undefined) return undefined;
  if (header === '*') return 'any';
  const given = header.match(tags) ?? [];
  if (given.length === 0 || !/^[\s,]*$/.test(header.replaceAll(tags, '')))
    throw invalid('If-Match must be * or the ETag of a document, quotes included', { path: 'If-Match' });
  if (locale === undefined)
    throw invalid('An ETag is of one locale: with locale=* If-Match can be * only', { path: 'If-Match' });
  // A tag that is not of ours, or of another locale, expects what no document is.
  return given.flatMap((tag) => {
    const [, revision, its = null] = oneDocument.exec(tag) ?? [];
    return revision === undefined || its !== locale ? [] : [Number(revision)];
  });
};
