// Second factors of users: one-time codes, passkeys and recovery codes.
export { forgetBrowsers } from './rememberedBrowsers.ts';
export { isRequiredFor, factorStateOfProvider, requireSecondFactor } from './requireSecondFactor.ts';
export { factorSteps } from './steps.ts';
export { userListQuery } from './userListQuery.ts';
export { requireRecentFactor, requireRecentConfirmation, withStepUp } from './stepUp.ts';
