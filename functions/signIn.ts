// Logins of editors by OpenID Connect providers, second factors and passkeys: in a function of their own, because only they need
// the libraries of these protocols.
import {
  endByProvider,
  logOutAtProvider,
  providersOf,
  readFinishedLogin,
  receiveLogin,
  requireProvider,
  SignInFailure,
  startLogin,
} from '../lib/accounts/signIn/index.ts';
import { factorSteps } from '../lib/accounts/factors/index.ts';
import { answerLogin } from '../lib/accounts/knownDevices/index.ts';
import { requireSameOrigin, usesStrictCookie } from '../lib/accounts/users/index.ts';
import { checkAddress } from '../lib/api/rateLimit.ts';
import { dispatch, endpoint, identifyCaller, plainAnswer, type Check } from '../lib/api/http/index.ts';
import { signInRoutes } from '../lib/api/http/routes/index.ts';
import { forbidden, notFound, unavailable } from '../lib/errors.ts';

/** @throws ApiError 404 without a secret to sign sessions with */
const requireSessions: Check<string, 'everyone' | 'caller', void> = (_, service) =>
  service.access.sessions.isEnabled ? Promise.resolve() : Promise.reject(notFound());

/** @throws ApiError 503 if the provider does not answer; every other error unchanged */
const toUnavailable = (error: unknown): never => {
  throw error instanceof SignInFailure ? unavailable('The provider does not answer: try again') : error;
};

const operation = dispatch(signInRoutes, requireSessions, {
  findProviders: (_, service) => {
    const providers = providersOf(service).map(({ name, label }) => ({ name, label: label === '' ? name : label }));
    const { passwordLogin } = service.config.signIn;
    return Promise.resolve(plainAnswer({ data: { providers, passwordLogin: passwordLogin === 'everyone' } }));
  },
  connect: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    const query = new URLSearchParams(request.query);
    if (!query.has('state') && !query.has('error')) return startLogin(request, service, provider);
    await checkAddress(service, request, 'login');
    return receiveLogin(request, service, provider);
  },
  finishLogin: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    if (!usesStrictCookie(request)) throw forbidden('A login by a provider needs x-strapi-refresh-cookie: strict');
    requireSameOrigin(request);
    await checkAddress(service, request, 'login');
    const { user, start } = await readFinishedLogin(request, service, provider);
    // The provider decides whether it asks for a second factor.
    const proof = { provedAt: service.now() };
    return answerLogin(request, service, await identifyCaller(request, service), user, { start, proof });
  },
  logOutAtProvider: (request, service) =>
    logOutAtProvider(request, service, requireProvider(service, request.params.provider)).catch(toUnavailable),
  endByProvider: async (request, service) => {
    const provider = requireProvider(service, request.params.provider);
    await endByProvider(request, service, provider).catch(toUnavailable);
    return { status: 200 };
  },
  takeFactorStep: async (request, service) => {
    const step = factorSteps.get(request.params.step ?? '');
    if (step === undefined || !service.config.signIn.secondFactor.enabled) throw notFound();
    if (usesStrictCookie(request)) requireSameOrigin(request);
    const caller = await identifyCaller(request, service);
    return step({ request, service, caller, body: (await request.readBody()) ?? {} });
  },
});

export const handler = endpoint(operation);
