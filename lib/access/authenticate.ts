// The Authorization header to a Caller, and a Caller to a yes or no.
import { forbidden, unauthorized } from '../errors.ts';
import { may, type Action, type Caller } from './caller.ts';
import type { Tokens } from './tokens.ts';

/**
 * @param header the Authorization header; an empty Bearer or another scheme counts as no credentials
 * @returns who asks; undefined without credentials
 * @throws ApiError 401 for a token that is not valid
 */
export const authenticate = async (header: string | undefined, tokens: Tokens): Promise<Caller | undefined> => {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1];
  if (token === undefined) return undefined;
  const caller = await tokens.holder(token);
  if (caller === undefined) throw unauthorized();
  return caller;
};

/** @throws ApiError 403 when nobody asks, or someone who may not do this to what has that uid */
export function allow(caller: Caller | undefined, action: Action, uid: string): asserts caller is Caller {
  if (caller === undefined || !may(caller, action, uid)) throw forbidden();
}
