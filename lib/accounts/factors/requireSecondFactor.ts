// What comes between the first factor of a login, such as the password, and its session.
import type { Request } from '../../api/http/index.ts';
import { ApiError } from '../../errors.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findRole, worksInEditor } from '../roles/index.ts';
import { sessionsSinceOf, type FactorState } from '../sessions/index.ts';
import { createChallenge } from './challenges.ts';
import { findRememberedBrowser } from './rememberedBrowsers.ts';
import { findFactors, hasFactor, methodsOf } from './storedFactors.ts';

/** Whether the configuration requires a factor of the users of this role. @param roleType undefined: no role */
export const isRequiredFor = ({ config }: Pick<Service, 'config'>, roleType: string | undefined): boolean => {
  const { enabled, requiredFor } = config.signIn.secondFactor;
  return enabled && roleType !== undefined && requiredFor.includes(roleType);
};

/** Whether the role of the user is one of those that must have a factor. */
export const mustHaveFactor = async (service: Service, user: StoredDocument): Promise<boolean> =>
  isRequiredFor(service, (await findRole(service, user))?.type);

/** Whether the user can set up a factor: users of the editor, those who must have one, and members if the configuration lets them. */
export const mayHaveFactor = async (service: Service, user: StoredDocument): Promise<boolean> => {
  const { enabled, members } = service.config.signIn.secondFactor;
  if (!enabled || members) return enabled;
  return (await mustHaveFactor(service, user)) || worksInEditor(service, user);
};

/**
 * Every login calls it after its first factor and before its session.
 *
 * @returns what the new session knows of factors
 * @throws ApiError 403 `SecondFactorError` with a challenge: the login goes on with `/api/auth/factors`. Its `details.methods` are
 *   what the user can confirm with; empty: the user must set up a factor first
 */
export const requireSecondFactor = async (
  service: Service,
  request: Pick<Request, 'headers'>,
  user: StoredDocument,
  deviceId?: string,
): Promise<FactorState> => {
  const confirmed = { confirmedAt: service.now() };
  if (!service.config.signIn.secondFactor.enabled) return confirmed;
  const factors = await findFactors(service, user.documentId);
  const isSetUp = hasFactor(factors);
  if (!isSetUp && !(await mustHaveFactor(service, user))) return confirmed;
  const remembered = isSetUp ? findRememberedBrowser(service, request, user, factors) : undefined;
  if (remembered !== undefined) return { remembered };
  const challenge = await createChallenge(service, {
    kind: isSetUp ? 'factor' : 'set-up',
    user: user.documentId,
    payload: '',
    deviceId,
    sessionsSince: sessionsSinceOf(user),
  });
  throw new ApiError(
    403,
    'SecondFactorError',
    isSetUp ? 'Confirm the login with a second factor' : 'Set up a second factor to log in',
    {
      challenge,
      methods: isSetUp ? methodsOf(factors) : [],
      rememberDays: service.config.signIn.secondFactor.rememberDays,
    },
  );
};

/** @returns what the session of a login by a provider knows of factors: a provider does not confirm those of Lectern */
export const factorStateOfProvider = async (service: Service, { documentId }: StoredDocument): Promise<FactorState> =>
  hasFactor(await findFactors(service, documentId)) ? {} : { confirmedAt: service.now() };
