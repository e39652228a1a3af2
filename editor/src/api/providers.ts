// Logins by OpenID Connect providers.
import { queryOptions } from '@tanstack/react-query';
import { requestWithoutJwt } from './client.ts';
import { cookieHeader } from './jwt.ts';
import { startSession } from './session.ts';

export interface Provider {
  readonly name: string;
  readonly label: string;
}

const addressOf = (name: string): string => `/admin/connect/${encodeURIComponent(name)}`;

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () =>
    (await requestWithoutJwt<{ data: { providers: readonly Provider[] } }>('/admin/providers', {})).body.data.providers,
  staleTime: Infinity,
});

/** @param from the path in the editor to return to @returns the address that sends the browser to the provider */
export const loginAddress = ({ name }: Provider, from: string): string =>
  `${addressOf(name)}?${new URLSearchParams({ from }).toString()}`;

/**
 * Begins the session of a login by a provider.
 *
 * @param state in the address with which the browser came back
 * @throws ApiError 400 if it is used already, or a minute old
 */
export const finishLogin = async (provider: string, state: string): Promise<void> => {
  const options = { method: 'POST', body: { state }, headers: cookieHeader } as const;
  startSession((await requestWithoutJwt<{ jwt: string }>(addressOf(provider), options)).body.jwt);
};
