// Makes two answers comparable: blanks what differs between any two requests, and the ids that each of them named.
import type { Reply } from '../../setup/api.ts';

const blankedKeys = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'jwt', 'username', 'email'];

/** Blanks dates, revisions and durations; other headers must be equal. */
const blankHeader = (name: string, value: unknown): unknown => {
  if (['x-request-id', 'etag'].includes(name)) return typeof value;
  return name === 'server-timing' ? String(value).replace(/[\d.]+/g, '0') : value;
};

const blank = (value: unknown, named: readonly (string | number)[], key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => blank(item, named));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blank(item, named, name)]));
  if (blankedKeys.includes(key)) return typeof value;
  if (typeof value === 'number') return named.includes(value) ? 'the id' : value;
  return typeof value === 'string'
    ? named.reduce<string>((text, id) => text.replace(new RegExp(`\\b${id}\\b`, 'g'), 'the id'), value)
    : value;
};

/** @param named the ids that the request named */
export const comparable = (
  { status, headers, body }: Pick<Reply, 'status' | 'body'> & Partial<Pick<Reply, 'headers'>>,
  named: readonly (string | number)[],
): unknown => ({
  status,
  headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, blankHeader(name, value)])),
  body: blank(body, named),
});
