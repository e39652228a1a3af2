// Declares the page that begins a login by a provider and ends it, and sends browsers back there when a login fails.
import { logFailure, type Answer, type Request } from '../../api/http/index.ts';
import { recordAction } from '../../platform/audit/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { SignInFailure, type SignInReason } from './failure.ts';
import type { ReceivedFlow } from './flow.ts';
import type { Grant } from './grant.ts';
import type { Provider } from './providers.ts';

export interface LoginPage {
  /**
   * Stores the login of a user.
   *
   * @returns the address at which the page redeems it
   */
  readonly finish: (flow: ReceivedFlow, grant: Grant, user: StoredDocument) => Promise<string>;
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
 * Sends a browser back to the page, with the reason of a failure.
 *
 * @throws every error that is no SignInFailure
 */
export const failLogin = async (
  request: Request,
  service: Service,
  { name }: Provider,
  page: LoginPage,
  { error, destination }: { readonly error: unknown; readonly destination: string | undefined },
): Promise<Answer> => {
  if (!(error instanceof SignInFailure)) throw error;
  if (loggedReasons.has(error.reason)) logFailure(request, error);
  const target = { type: 'provider', name, id: error.reason };
  await recordAction(service, { action: 'login.failed', target, actor: 'public' });
  return redirectTo(page.failureAddress(destination, error.reason));
};
