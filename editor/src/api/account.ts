// The sessions of the logged-in user, and help for a forgotten password.
import { dataQuery, type Data } from './call.ts';
import { request, requestWithoutJwt } from './client.ts';
import { cookieHeader, sessionOptions } from './jwt.ts';

export type UserSession = Data<'GET /api/auth/sessions'>[number];

export const sessionsQuery = dataQuery('GET /api/auth/sessions', { headers: cookieHeader });

/** @throws ApiError */
export const endSession = async (id: string): Promise<void> => {
  await request(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', headers: cookieHeader });
};

/** Mails a link to set a password, if a user has this address. @throws ApiError 400 if the site mails no links */
export const requestPasswordLink = async (email: string): Promise<void> => {
  await requestWithoutJwt('/api/auth/forgot-password', sessionOptions({ email }));
};
