// Sends a browser to the login page of a provider, receives it back, and sends it on to the page that began the login, also if the
// login fails.
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { logFailure, type Answer, type Request } from '../../api/http/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { recordFailedProviderLogin } from '../logins/index.ts';
import { admitIdentity } from './admitIdentity.ts';
import { SignInFailure, type SignInReason } from './failure.ts';
import { readFlow, startFlow, type Flow, type OpenFlow } from './flow.ts';
import { redeemCode, type Grant } from './grant.ts';
import { configurationOf, redirectAddress, type Provider } from './providers.ts';
import { useOnce } from './storedLogins.ts';

/** Where a login by a provider ends: at the page that began it, and redeems it. */
export interface LoginEnd {
  readonly provider: Provider;
  /**
   * Stores the login of a user.
   *
   * @returns the address at which the page redeems it
   */
  readonly finish: (flow: OpenFlow, grant: Grant, user: StoredDocument) => Promise<string>;
  /**
   * @param destination undefined: no valid state names it
   * @returns the address at which the page shows why there is no login
   */
  readonly failureAddress: (destination: string | undefined, reason: SignInReason) => string;
}

/** No cache may keep an answer with a cookie or a token. */
export const redirectTo = (location: string, headers: Answer['headers'] = {}): Answer => ({
  status: 302,
  headers: { ...headers, location, 'cache-control': 'private, no-store' },
});

/** Those that may be faults of the configuration, or of the provider. */
const loggedReasons: ReadonlySet<SignInReason> = new Set(['refused', 'unavailable', 'noAccess']);

/**
 * Sends a browser back to the page with the reason of a failure, which the audit log gets too.
 *
 * @throws every error that is no SignInFailure
 */
const failLogin = async (
  request: Request,
  service: Service,
  { provider: { name }, failureAddress }: LoginEnd,
  destination: string | undefined,
  error: unknown,
): Promise<Answer> => {
  if (!(error instanceof SignInFailure)) throw error;
  if (loggedReasons.has(error.reason)) logFailure(request, error);
  await recordFailedProviderLogin(service, request, { name, reason: error.reason, user: error.user });
  return redirectTo(failureAddress(destination, error.reason));
};

export const sendToProvider = async (
  request: Request,
  service: Service,
  end: LoginEnd,
  start: Pick<Flow, 'destination' | 'challenge'>,
): Promise<Answer> => {
  const { provider } = end;
  try {
    const configuration = await configurationOf(service, provider);
    const { state, nonce, verifier, headers } = startFlow(service, request, { ...start, path: provider.path });
    const { oauth, hasStateOnly = false } = provider.known ?? {};
    const pkce = { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const address = buildAuthorizationUrl(configuration, {
      ...provider.parameters,
      redirect_uri: redirectAddress(service, provider),
      scope: provider.scopes.join(' '),
      state,
      ...(hasStateOnly ? {} : pkce),
      ...(hasStateOnly || oauth !== undefined ? {} : { nonce }),
    });
    return redirectTo(address.href, headers);
  } catch (error) {
    return failLogin(request, service, end, start.destination, error);
  }
};

/** Checks the state, that it counts once, the answer of the provider, and the user; then sends the browser to the end. */
export const receiveFromProvider = async (request: Request, service: Service, end: LoginEnd): Promise<Answer> => {
  const { provider } = end;
  const state = new URLSearchParams(request.query).get('state') ?? '';
  const flow = readFlow(service, request, provider.path, state);
  try {
    if (flow === undefined) throw new SignInFailure('expired', 'The state is not of this browser, or too old');
    if (!(await useOnce(service, flow))) throw new SignInFailure('expired', 'The state was used before');
    const grant = await redeemCode(service, provider, request.query, flow);
    const user = await admitIdentity(service, provider, grant.identity);
    return redirectTo(await end.finish(flow, grant, user));
  } catch (error) {
    return failLogin(request, service, end, flow?.destination, error);
  }
};
