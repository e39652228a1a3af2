// The first steps of every operation on documents: what the path means, who asks, whether they may, what they ask for.
import { allow, authenticate, type Action, type Caller } from '../access/index.ts';
import { readQuery, type Locales, type Query } from '../query/index.ts';
import type { Service } from '../service.ts';
import type { Request } from './request.ts';
import { targetOf, type Target } from './target.ts';

export interface Admitted extends Target {
  readonly query: Query;
  readonly locales: Locales;
}

/** @throws ApiError 401 for a token that is not valid, 403 for a caller who may not do this to what has that uid */
export const admitTo = async (request: Request, service: Service, action: Action, uid: string): Promise<Caller> => {
  const caller = await request.timings.measure('access', () =>
    authenticate(request.headers.authorization, service.tokens),
  );
  allow(caller, action, uid);
  return caller;
};

/**
 * @throws ApiError 404 and 405 for the path, 401 and 403 for the caller, 400 for the query, in this order
 */
export const admit = async (request: Request, service: Service, action: Action): Promise<Admitted> => {
  const target = targetOf(request, service.schema);
  const caller = await admitTo(request, service, action, target.type.uid);
  const locales = await service.locales.known();
  const query = request.timings.measure('parse', () =>
    readQuery(request.query, target.type, caller, { ...service, locales }),
  );
  return { ...target, query, locales };
};
