// The parts of a login that only some sites and users need.
import { lazy } from 'react';

export const ProviderLogins = lazy(async () => ({ default: (await import('./ProviderLogins.tsx')).ProviderLogins }));

export const ReturnFromProvider = lazy(async () => ({
  default: (await import('./ReturnFromProvider.tsx')).ReturnFromProvider,
}));

export const SessionEndReason = lazy(async () => ({
  default: (await import('./SessionEndReason.tsx')).SessionEndReason,
}));

export const PasskeyLogin = lazy(async () => ({ default: (await import('./factors/PasskeyLogin.tsx')).PasskeyLogin }));

export const PendingLogin = lazy(async () => ({ default: (await import('./factors/PendingLogin.tsx')).PendingLogin }));

export const PendingLoginPage = lazy(async () => ({
  default: (await import('./factors/PendingLogin.tsx')).PendingLoginPage,
}));
