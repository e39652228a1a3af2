// Logins of editors and members by providers, second factors, passkeys and SCIM.
import { editorSignInContract, memberSignInContract } from '../../lib/accounts/signIn/contract.ts';
import {
  editorLoginEnd,
  endByProvider,
  findLinkedAccount,
  logOutAtProvider,
  memberLoginEnd,
  providersOf,
  receiveFromProvider,
  redeemEditorLogin,
  redeemMemberLogin,
  redirectForm,
  requireMemberProvider,
  requireProvider,
  sendEditor,
  sendMember,
  SignInFailure,
  unlinkAccount,
} from '../../lib/accounts/signIn/index.ts';
import {
  factorSteps,
  factorStateOfProvider,
  requireRecentConfirmation,
  requireSecondFactor,
} from '../../lib/accounts/factors/index.ts';
import { answerLogin, answerNewSession } from '../../lib/accounts/logins/index.ts';
import { scimOperations } from '../../lib/accounts/scim/index.ts';
import { readObject, readTexts } from '../../lib/accounts/authBody.ts';
import { requireSameOrigin, usesStrictCookie } from '../../lib/accounts/sessions/index.ts';
import { checkAddress, checkLimit } from '../../lib/api/rateLimit.ts';
import {
  checkPermission,
  dispatch,
  identifyCaller,
  networkOf,
  plainAnswer,
  type Check,
  type Dispatcher,
  type Operation,
  type Request,
  type RoutePermission,
} from '../../lib/api/http/index.ts';
import { contractRoutes, scimRoutes } from '../../lib/api/http/routes/index.ts';
import { forbidden, invalid, notFound, unauthorized, unavailable } from '../../lib/errors.ts';
import type { Caller } from '../../lib/platform/access/index.ts';
import { runWithInitiator } from '../../lib/platform/audit/index.ts';
import type { Service } from '../../lib/platform/service.ts';

/**
 * @returns the caller of the routes of members
 * @throws ApiError 404 without a secret to sign sessions with; 403 for a caller without the permission of the route
 */
const checkRoute: Check<string, 'everyone' | 'caller' | RoutePermission, Caller | undefined> = (
  request,
  service,
  route,
) => {
  if (!service.access.sessions.isEnabled) return Promise.reject(notFound());
  const { access } = route;
  if (access === 'everyone' || access === 'caller') return Promise.resolve(undefined);
  return checkPermission(request, service, { ...route, access });
};

/** From one network in a window: an office begins its logins from one, and a provider ends sessions from one. */
const maxProviderRequests = 500;

/** Counts requests that make Lectern ask a provider, whoever sends them. @throws ApiError 429 */
const checkProviderRequests = (service: Service, { address }: Request): Promise<void> =>
  checkLimit(service, maxProviderRequests, 'login', 'provider', networkOf(address));

/**
 * Counts a step of a login that a browser goes to. The pictures and frames of another page do not use the limit up.
 *
 * @throws ApiError 400 for them; 429
 */
const checkNavigation = async (service: Service, request: Request): Promise<void> => {
  const { 'sec-fetch-dest': target = 'document', 'sec-fetch-mode': mode } = request.headers;
  // Browsers say `empty` of what a service worker of the site passes on.
  const isPassedOn = target === 'empty' && (mode === 'navigate' || mode === 'same-origin');
  if (target !== 'document' && !isPassedOn)
    throw invalid('A login by a provider begins and ends in a window of its own');
  await checkProviderRequests(service, request);
};

/** @throws ApiError 503 if the provider does not answer; every other error unchanged */
const toUnavailable = (error: unknown): never => {
  if (!(error instanceof SignInFailure)) throw error;
  throw unavailable('The provider does not answer: try again', undefined, error);
};

const routes = [...contractRoutes(editorSignInContract), ...contractRoutes(memberSignInContract), ...scimRoutes];

const operation = dispatch(routes, checkRoute, {
  findProviders: async (request, service) => {
    const providers = providersOf(service).map(({ name, label }) => ({ name, label: label === '' ? name : label }));
    const { user } = await identifyCaller(request, service);
    const linked = user === undefined ? undefined : await findLinkedAccount(service, user);
    return plainAnswer({ data: { providers, ...(linked === undefined ? {} : { linked }) } });
  },
  connect: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    const query = new URLSearchParams(request.query);
    // As in Strapi, one address sends browsers to a provider and gets them back.
    await checkNavigation(service, request);
    if (query.has('state') || query.has('error'))
      return receiveFromProvider(request, service, editorLoginEnd(service, provider));
    return sendEditor(request, service, provider);
  },
  finishLogin: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    if (!usesStrictCookie(request)) throw forbidden('A login by a provider needs x-strapi-refresh-cookie: strict');
    requireSameOrigin(request, service);
    await checkAddress(service, request, 'login');
    const { user, login } = await redeemEditorLogin(request, service, provider);
    // The provider decides whether it asks for a second factor; changes of users, roles, tokens and webhooks ask for that of Lectern.
    const factorState = await factorStateOfProvider(service, user);
    return answerLogin(request, service, await identifyCaller(request, service), user, { ...login, factorState });
  },
  unlinkAccount: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    const caller = await identifyCaller(request, service);
    if (caller.user === undefined) throw unauthorized('Missing authentication');
    await checkAddress(service, request, 'login');
    const confirmedAt = await requireRecentConfirmation(service, caller);
    const { password } = readTexts(readObject(await request.readBody()), { password: 'secret' });
    const user = await unlinkAccount(service, provider, caller.user, password);
    return answerNewSession(request, service, caller, user, { factorState: { confirmedAt } });
  },
  logOutAtProvider: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    await checkProviderRequests(service, request);
    return logOutAtProvider(request, service, provider);
  },
  endByProvider: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    await checkProviderRequests(service, request);
    await endByProvider(request, service, provider).catch(toUnavailable);
    return { status: 200 };
  },
  takeFactorStep: async (request, service) => {
    const caller = await identifyCaller(request, service);
    const step = factorSteps.get(request.params.step ?? '');
    if (step === undefined || !service.config.signIn.secondFactor.enabled) throw notFound();
    if (usesStrictCookie(request)) requireSameOrigin(request, service);
    return step({ request, service, caller, body: (await request.readBody()) ?? {} });
  },
  connectMember: async (request, service) => {
    const provider = requireMemberProvider(service, request.params.provider);
    await checkNavigation(service, request);
    return sendMember(request, service, provider);
  },
  receiveMember: async (request, service) => {
    await checkNavigation(service, request);
    const provider = requireMemberProvider(service, request.params.provider);
    return receiveFromProvider(request, service, memberLoginEnd(service, provider));
  },
  receiveMemberForm: async (request, service) =>
    redirectForm(request, requireMemberProvider(service, request.params.provider)),
  logInMember: async (request, service, caller) => {
    if (usesStrictCookie(request)) requireSameOrigin(request, service);
    await checkAddress(service, request, 'login');
    const user = await redeemMemberLogin(request, service, requireMemberProvider(service, request.params.provider));
    const factorState = await requireSecondFactor(service, request, user);
    return answerLogin(request, service, caller ?? (await identifyCaller(request, service)), user, { factorState });
  },
  ...scimOperations,
});

/** Logins by a provider are GETs, and the audit log names where they come from. */
export const signIn: Dispatcher = Object.assign(
  (...[request, service]: Parameters<Operation>) =>
    runWithInitiator({ address: request.address, requestId: request.id }, () => operation(request, service)),
  { routes: operation.routes },
);
