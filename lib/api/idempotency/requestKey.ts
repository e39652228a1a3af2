// Reads the Idempotency-Key of a request, and computes which caller and request it belongs to.
import { hashOf } from '../../platform/hashOf.ts';
import type { Caller } from '../../platform/access/index.ts';
import { invalid } from '../../errors.ts';
import type { Request } from '../http/index.ts';

/** The identity of a request. The same key from another caller is a different key. */
export interface RequestKey {
  readonly id: string;
  /** Hash of everything that makes requests equal. */
  readonly request: string;
}

/**
 * @returns undefined without the header
 * @throws ApiError 400 if the key is not 1 to 255 visible ASCII characters
 */
export const readRequestKey = async (
  { method, path, query, headers, readBody, address }: Request,
  caller: Caller,
): Promise<RequestKey | undefined> => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key must be 1 to 255 visible ASCII characters', { path: 'Idempotency-Key' });
  const relevantHeaders = [headers['strapi-response-format'] ?? null, headers['if-match'] ?? null];
  // Anonymous callers are distinguished by their address, so that they cannot get each other's answers.
  const keyOwner = caller.kind === 'public' ? [caller.id, address] : [caller.id];
  const body = await readBody();
  // The hash includes the key, which is not stored. So a reader of the hash cannot guess a password in the body.
  return {
    id: hashOf(...keyOwner, key),
    request: hashOf(key, method, path, query, ...relevantHeaders, body ?? null),
  };
};
