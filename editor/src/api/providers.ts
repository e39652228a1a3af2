// Logins by OpenID Connect providers.
import { queryOptions } from '@tanstack/react-query';
import type { Answered } from './call.ts';
import { get, request, requestWithoutJwt } from './client.ts';
import { sessionOptions } from './jwt.ts';
import { findDeviceId, startSession, startSessionBy } from './session.ts';

type Providers = Answered<'GET /admin/providers'>;

export type Provider = Providers['data']['providers'][number];

const addressOf = (name: string): string => `/admin/connect/${encodeURIComponent(name)}`;

const providersPath = '/admin/providers';

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () => (await requestWithoutJwt<Providers>(providersPath, {})).body.data.providers,
  staleTime: Infinity,
});

/** The account at a provider that logs in the user. */
export type LinkedAccount = Provider & NonNullable<Providers['data']['linked']>;

/** Null for a user whom a password logs in. */
export const linkedAccountQuery = queryOptions({
  queryKey: ['linked-account'],
  queryFn: async (): Promise<LinkedAccount | null> => {
    const { providers, linked } = (await get<Providers>(providersPath)).data;
    const provider = providers.find(({ name }) => name === linked?.provider);
    return provider === undefined || linked === undefined ? null : { ...provider, ...linked };
  },
});

/** @param from the path in the editor to return to @returns the address that sends the browser to the provider */
export const loginAddress = ({ name }: Provider, from: string): string =>
  `${addressOf(name)}?${new URLSearchParams({ from }).toString()}`;

/** What is in the address with which a provider sends the browser back. */
interface FinishedLogin {
  readonly provider: string;
  readonly state: string;
}

/** Begins the session of a login by a provider. @throws ApiError 400 if it is used already, or a minute old */
export const finishLogin = async ({ provider, state }: FinishedLogin): Promise<void> => {
  await startSessionBy(addressOf(provider), { state, deviceId: findDeviceId() });
};

/** Makes the user log in with this password instead of by the provider. @throws ApiError 400 for a weak password */
export const unlinkAccount = async ({ name }: Provider, password: string): Promise<void> => {
  const options = { ...sessionOptions({ password }), method: 'DELETE' } as const;
  startSession((await request<{ jwt: string }>(addressOf(name), options)).body.jwt);
};
