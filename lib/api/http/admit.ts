// The first steps of every operation on documents: what the path means, who asks, whether they may, what they ask for.
import { allow, may, type Action, type Caller } from '../../platform/access/index.ts';
import { forbidden } from '../../errors.ts';
import type { Locales, Query } from '../../read/query/index.ts';
import type { Service } from '../../platform/service.ts';
import { queryOf } from './queries.ts';
import type { Request } from './request.ts';
import { targetOf, type Target } from './target.ts';

export interface Admitted extends Target {
  readonly caller: Caller;
  readonly query: Query;
  /** Those that there are. */
  readonly locales: Locales;
}

/** @throws ApiError 401 for credentials that are none, 403 for who may not do this to what has that uid */
export const permitted = async (
  request: Request,
  service: Service,
  actions: readonly string[],
  uid: string,
): Promise<Caller> => {
  const { noted } = request;
  noted.type = uid;
  const caller = await request.timings.measure('access', () => service.access.callerOf(request.headers.authorization));
  noted.caller = caller.kind;
  for (const action of actions) allow(caller, action, uid);
  return caller;
};

/**
 * @param actions what the request does, all of which the caller must be allowed to
 * @throws ApiError 404 and 405 for the path, 401 and 403 for the caller, 400 for the query, in this order
 */
export const admit = async (
  request: Request,
  service: Service,
  ...actions: readonly [Action, ...Action[]]
): Promise<Admitted> => {
  const target = targetOf(request, service.schema);
  const caller = await permitted(request, service, actions, target.type.uid);
  const locales = await service.locales.known();
  const query = request.timings.measure('parse', () =>
    queryOf(request, service, locales, target.type, caller, actions[0]),
  );
  return { ...target, caller, query, locales };
};

/**
 * Refuses what `admit` would refuse for each of these actions: for requests whose body says what they do.
 *
 * @throws ApiError 404 and 405 for the path, 401 and 403 for a caller who may do none of the actions
 */
export const admitAny = async (request: Request, service: Service, actions: readonly Action[]): Promise<void> => {
  const { uid } = targetOf(request, service.schema).type;
  const caller = await permitted(request, service, [], uid);
  if (!actions.some((action) => may(caller, action, uid))) throw forbidden();
};
