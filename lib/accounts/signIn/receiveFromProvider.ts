// Receives a browser that a provider sends back.
import type { Answer, Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { admitIdentity } from './admitIdentity.ts';
import { SignInFailure } from './failure.ts';
import { readFlow } from './flow.ts';
import { redeemCode } from './grant.ts';
import { failLogin, redirectTo, type LoginPage } from './loginPage.ts';
import type { Provider } from './providers.ts';
import { useOnce } from './storedLogins.ts';

/** Checks the state, that it counts once, the answer of the provider, and the user; then the page goes on. */
export const receiveFromProvider = async (
  request: Request,
  service: Service,
  provider: Provider,
  page: LoginPage,
): Promise<Answer> => {
  const state = new URLSearchParams(request.query).get('state') ?? '';
  const flow = readFlow(service, request, provider.path, state);
  try {
    if (flow === undefined) throw new SignInFailure('expired', 'The state is not of this browser, or too old');
    if (!(await useOnce(service, flow))) throw new SignInFailure('expired', 'The state was used before');
    const grant = await redeemCode(service, provider, request.query, flow);
    const user = await admitIdentity(service, provider, grant.identity);
    return redirectTo(await page.finish(flow, grant, user));
  } catch (error) {
    return failLogin(request, service, provider, page, { error, destination: flow?.destination });
  }
};
