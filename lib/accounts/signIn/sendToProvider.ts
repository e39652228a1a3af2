// Sends a browser to the login page of a provider.
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import type { Answer, Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { startFlow, type Flow } from './flow.ts';
import { configurationOf, redirectAddress } from './providers.ts';
import { failLogin, redirectTo, type LoginEnd } from './receiveFromProvider.ts';

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
