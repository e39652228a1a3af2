// Sends a browser to the login page of a provider.
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import type { Answer, Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { startFlow } from './flow.ts';
import { configurationOf, redirectAddress, type Provider } from './providers.ts';
import { failLogin, redirectTo, type LoginPage } from './receiveFromProvider.ts';

/** @param challenge of the page: only its verifier redeems the login */
export const sendToProvider = async (
  request: Request,
  service: Service,
  provider: Provider,
  page: LoginPage,
  { destination, challenge }: { readonly destination: string; readonly challenge?: string | undefined },
): Promise<Answer> => {
  try {
    const configuration = await configurationOf(service, provider);
    const { state, nonce, verifier, headers } = startFlow(service, request, provider.path, destination, challenge);
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
    return failLogin(request, service, provider, page, destination, error);
  }
};
