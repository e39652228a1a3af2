// The first steps of every operation on documents: find the target of the path, identify the caller, check its
// permission, parse the query.
import {
  missingPermission,
  readerOf,
  requirePermission,
  hasPermission,
  writerOf,
  type Action,
  type Caller,
} from '../../platform/access/index.ts';
import { nameActor } from '../../platform/audit/index.ts';
import type { Locales, Query } from '../../read/query/index.ts';
import { takeTurn, waitForOwnTurn } from '../../read/execute/index.ts';
import type { Service } from '../../platform/service.ts';
import { cachedQuery, maxShortQuery } from './cachedQuery.ts';
import { networkOf } from './clientAddress.ts';
import type { Request } from './request.ts';
import { targetOf, type Target } from './target.ts';

export interface AdmittedRequest extends Target {
  readonly caller: Caller;
  /** Whose rights decide which drafts of a release count; undefined: the caller's. */
  readonly releaseCaller?: Caller;
  readonly query: Query;
  /** The locales of the site. */
  readonly locales: Locales;
}

/**
 * Identifies the caller, whose share of the connections the reads of the request have from now on.
 *
 * @throws ApiError 401 for invalid credentials
 */
export const identifyCaller = async (request: Request, { access, config }: Service): Promise<Caller> => {
  const { timings, headers, logFields, address, disconnected } = request;
  const caller = request.caller ?? (await timings.measure('access', () => access.identify(headers.authorization)));
  logFields.caller = caller.kind;
  nameActor(writerOf(caller) ?? 'public');
  timings.reader = readerOf(caller, config, networkOf(address), disconnected);
  if (request.query.length > maxShortQuery) await takeTurn(timings.reader);
  else if (request.method === 'GET') await waitForOwnTurn(timings.reader);
  return caller;
};

/**
 * Identifies the caller and checks that it may do all of these actions.
 *
 * @throws ApiError 401 for invalid credentials, 403 if the caller may not do one of the actions on this uid
 */
export const identifyPermitted = async (
  request: Request,
  service: Service,
  actions: readonly string[],
  uid: string,
): Promise<Caller> => {
  request.logFields.type = uid;
  const caller = await identifyCaller(request, service);
  for (const action of actions) requirePermission(caller, action, uid);
  return caller;
};

/**
 * @param actions what the request does; the caller must be allowed all of them. The first one decides which documents the
 *   query may read
 * @throws ApiError 404 and 405 for the path, 401 and 403 for the caller, 400 for the query, in this order
 */
export const admit = async (
  request: Request,
  service: Service,
  ...actions: readonly [Action, ...Action[]]
): Promise<AdmittedRequest> => {
  const target = targetOf(request, service);
  const caller = await identifyPermitted(request, service, actions, target.type.uid);
  const locales = await service.locales.known();
  const query = request.timings.measure('parse', () =>
    cachedQuery(request, service, locales, target.type, caller, actions[0]),
  );
  return { ...target, caller, query, locales };
};

/**
 * Checks the path and the caller before the body is read, for requests whose body decides the actions.
 *
 * @param actions what a body can ask for
 * @throws ApiError 404 and 405 for the path, 401 for invalid credentials, 403 if the caller may do none of the
 *   actions
 */
export const requireAnyPermission = async (
  request: Request,
  service: Service,
  actions: readonly Action[],
): Promise<void> => {
  const { uid } = targetOf(request, service).type;
  const caller = await identifyPermitted(request, service, [], uid);
  if (!actions.some((action) => hasPermission(caller, action, uid)))
    throw missingPermission(caller, actions[0] ?? '', uid);
};
