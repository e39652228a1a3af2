// The sessions of the logged-in user, and help for a forgotten password.
import { queryOptions } from '@tanstack/react-query';
import { get, request, requestWithoutJwt } from './client.ts';
import { cookieHeader, sessionOptions } from './jwt.ts';

export interface UserSession {
  readonly id: string;
  readonly deviceName?: string;
  readonly current: boolean;
  readonly loginAt: string;
  readonly lastActiveAt: string;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () =>
    (await get<{ data: readonly UserSession[] }>('/api/auth/sessions', { headers: cookieHeader })).data,
});

/** @throws ApiError */
export const endSession = async (id: string): Promise<void> => {
  await request(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', headers: cookieHeader });
};

/** Mails a link to set a password, if a user has this address. @throws ApiError 400 if the site mails no links */
export const requestPasswordLink = async (email: string): Promise<void> => {
  await requestWithoutJwt('/api/auth/forgot-password', sessionOptions({ email }));
};
