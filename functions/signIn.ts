// What comes after the password, and replaces it: second factors and passkeys, below /api/auth/factors.
import { notFound } from '../lib/errors.ts';
import { deferCheck, dispatch, endpoint, identifyCaller } from '../lib/api/http/index.ts';
import { signInRoutes } from '../lib/api/http/routes/index.ts';
import { factorSteps } from '../lib/accounts/factors/index.ts';
import { requireSameOrigin, usesStrictCookie } from '../lib/accounts/users/index.ts';

const operation = dispatch(signInRoutes, deferCheck, {
  takeFactorStep: async (request, service) => {
    const step = factorSteps.get(request.params.step ?? '');
    const isOff = !service.config.signIn.secondFactor.enabled || !service.access.sessions.isEnabled;
    if (step === undefined || isOff) throw notFound();
    if (usesStrictCookie(request)) requireSameOrigin(request);
    const caller = await identifyCaller(request, service);
    return step({ request, service, caller, body: (await request.readBody()) ?? {} });
  },
});

export const handler = endpoint(operation);
