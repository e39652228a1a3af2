// What who has proved who they are is given.
import type { Stored } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { nextOf, startFamily } from './refreshTokens.ts';

export interface Session {
  readonly jwt: string;
  /** Where sessions are refreshed. */
  readonly refreshToken?: string;
}

const jwtOf = ({ access, config }: Service, { published }: Stored): Promise<string> => {
  if (published === undefined) throw new Error('a user without values was to have a session');
  const { refresh, accessSeconds, sessionSeconds } = config.auth;
  return access.sessions.issue(published.id, refresh ? accessSeconds : sessionSeconds);
};

/** A new session of a user. */
export const begin = async (service: Service, user: Stored): Promise<Session> => ({
  jwt: await jwtOf(service, user),
  ...(service.config.auth.refresh ? { refreshToken: await startFamily(service, user) } : {}),
});

/** @returns the session with its next token; undefined for a token that is none */
export const goOn = async (service: Service, refreshToken: string): Promise<Session | undefined> => {
  const next = await nextOf(service, refreshToken);
  return next === undefined ? undefined : { jwt: await jwtOf(service, next.user), refreshToken: next.token };
};
