// The Idempotency-Key of a request: whose it is, and which request it stands for.
import { createHash } from 'node:crypto';
import type { Caller } from '../../platform/access/index.ts';
import { invalid } from '../../errors.ts';
import type { Request } from '../http/index.ts';

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** What a request is known by: the same key of another caller is another key. */
export interface RequestKey {
  readonly id: string;
  /** Of everything that makes the request what it is. */
  readonly request: string;
}

/**
 * @returns undefined without the header
 * @throws ApiError 400 when it is not 1 to 255 visible ASCII characters
 */
export const keyOf = async (
  { method, path, query, headers, readBody, address }: Request,
  caller: Caller,
): Promise<RequestKey | undefined> => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key must be 1 to 255 visible ASCII characters', { path: 'Idempotency-Key' });
  const means = [headers['strapi-response-format'] ?? null, headers['if-match'] ?? null];
  // Who gives no credentials is known by where they are: strangers must not be told each other's answers.
  const whose = caller.kind === 'public' ? [caller.id, address] : [caller.id];
  const body = await readBody();
  // Of the key too, which is not kept: a body may have a password, and who reads the hash must not be able to try out which.
  return { id: hashOf([...whose, key]), request: hashOf([key, method, path, query, ...means, body ?? null]) };
};
