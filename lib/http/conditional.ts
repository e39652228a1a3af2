// ETag and If-None-Match on reads: who has the answer already is told so and sent nothing.
import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { Request } from './request.ts';

const tagOf = (body: string): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`;

/** Weak comparison, as RFC 9110 asks of If-None-Match. */
const matches = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''));

/** The ETag of a read's answer; undefined for what is not one. */
export const etagOf = ({ method }: Request, { status }: Answer, text: string): string | undefined =>
  method === 'GET' && status === 200 ? tagOf(text) : undefined;

/** Whether the one who asks has the answer with that ETag. */
export const isKnown = ({ headers }: Request, etag: string): boolean => {
  const known = headers['if-none-match'];
  return known !== undefined && matches(known, etag);
};
