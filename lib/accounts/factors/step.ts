// What every step below /api/auth/factors gets, and the checks that several of them begin with.
import { networkOf, type Answer, type Request } from '../../api/http/index.ts';
import { checkLimit } from '../../api/rateLimit.ts';
import { ApiError, forbidden, unauthorized } from '../../errors.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { findByDocumentId } from '../users/index.ts';
import { findSession } from '../sessions/index.ts';
import { mayHaveFactor } from './requireSecondFactor.ts';
import { requireRecentConfirmation } from './stepUp.ts';
import { findFactors, type StoredFactors } from './storedFactors.ts';

export interface StepContext {
  readonly request: Request;
  readonly service: Service;
  readonly caller: Caller;
  readonly body: unknown;
}

export type Step = (context: StepContext) => Promise<Answer>;

/** Steps without a session from one network in a window. A login takes three. */
const maxSteps = 200;

/** @throws ApiError 429 */
export const checkSteps = ({ service, request }: StepContext): Promise<void> =>
  checkLimit(service, maxSteps, 'factor', 'address', networkOf(request.address));

/** A user who may have factors, in a session that Lectern knows. */
interface SignedInUser {
  readonly user: StoredDocument;
  readonly session: string;
}

/**
 * @throws ApiError 401 without a user, and for a session that has ended, though its JWT is still valid; 403 for a session without
 *   a refresh token, which cannot remember a factor, and for members of the site
 */
export const requireSignedIn = async ({ service, caller }: StepContext): Promise<SignedInUser> => {
  if (caller.user === undefined) throw unauthorized('Missing authentication');
  const { session } = caller;
  if (session === undefined)
    throw new ApiError(
      403,
      'ForbiddenError',
      'Second factors need a session with a refresh token: log in to the editor',
    );
  const user = await findByDocumentId(service, caller.user);
  if (user === undefined || (await findSession(service, user.documentId, session)) === undefined) throw unauthorized();
  if (!(await mayHaveFactor(service, user))) throw forbidden('Only users of the editor can have a second factor');
  return { user, session };
};

/**
 * Checks the user of a step that changes factors, and finds those they have.
 *
 * @throws ApiError as `requireSignedIn`; 403 `StepUpError` unless the user confirmed lately
 */
export const requireConfirmed = async (
  context: StepContext,
): Promise<SignedInUser & { readonly factors: StoredFactors | undefined }> => {
  const { user, session } = await requireSignedIn(context);
  await requireRecentConfirmation(context.service, context.caller);
  return { user, session, factors: await findFactors(context.service, user.documentId) };
};
