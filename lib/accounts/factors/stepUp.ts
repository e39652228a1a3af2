// Asks for a factor again before changes that would give away the site: of users, roles, tokens and webhooks.
import type { Check } from '../../api/http/index.ts';
import type { RouteAccess } from '../../api/http/routes/index.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { findConfirmation } from '../sessions/index.ts';
import { isRequiredFor } from './requireSecondFactor.ts';
import { findFactors, hasFactor, methodsOf } from './storedFactors.ts';

/** 403: the caller may do this, after they confirm who they are. @param methods with what; none: by another login */
const stepUpRequired = (methods: readonly string[]): ApiError => {
  const how = methods.length === 0 ? 'Log in again' : `Confirm who you are (${methods.join(' or ')})`;
  return new ApiError(403, 'StepUpError', `${how}, and send the request again`, { methods });
};

/** With what a user can confirm: the password counts without a factor, unless a provider logs the user in. */
const findMethods = async (service: Service, user: string): Promise<readonly string[]> => {
  const factors = await findFactors(service, user);
  if (hasFactor(factors)) return methodsOf(factors);
  return (await findByDocumentId(service, user))?.published?.provider === 'local' ? ['password'] : [];
};

/** How far the clock of another process may be ahead. A later confirmation is of a clock that was set back since. */
const maxAheadMs = 60_000;

/**
 * @returns when the user of the session last confirmed who they are
 * @throws ApiError 403 `StepUpError` if the session was not confirmed within `stepUpMinutes`, or has no refresh token: then
 *   Lectern does not know the session
 */
export const requireRecentConfirmation = async (service: Service, caller: Caller): Promise<Date> => {
  const { confirmedAt } = await findConfirmation(service, caller);
  const stepUpMs = service.config.signIn.secondFactor.stepUpMinutes * 60_000;
  const ageMs = service.now().getTime() - (confirmedAt?.getTime() ?? -Infinity);
  if (confirmedAt !== undefined && ageMs <= stepUpMs && ageMs >= -maxAheadMs) return confirmedAt;
  throw stepUpRequired(await findMethods(service, caller.user ?? ''));
};

/**
 * Checks that a user who has a factor, or must have one, confirmed it lately. The owner token and API tokens have none.
 *
 * @throws ApiError 403 `StepUpError`; 403 `SecondFactorError` for a user who must have a factor and has none
 */
export const requireRecentFactor = async (service: Service, caller: Caller): Promise<void> => {
  if (!service.config.signIn.secondFactor.enabled || caller.user === undefined) return;
  if (hasFactor(await findFactors(service, caller.user))) await requireRecentConfirmation(service, caller);
  else if (isRequiredFor(service, caller.role))
    throw new ApiError(403, 'SecondFactorError', 'Your role requires a second factor: set one up in your account');
};

/**
 * The same check of routes; it also asks for a factor before all but reading requests.
 *
 * @param callerOf what the check returns
 */
export const withStepUp =
  <Name extends string, Allowed extends RouteAccess, Checked>(
    check: Check<Name, Allowed, Checked>,
    callerOf: (checked: Checked) => Caller,
  ): Check<Name, Allowed, Checked> =>
  async (request, service, route) => {
    const checked = await check(request, service, route);
    if (request.method !== 'GET') await requireRecentFactor(service, callerOf(checked));
    return checked;
  };
