// Issues the tokens of a session.
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { rotateToken, startFamily } from './refreshTokens.ts';

export interface Session {
  readonly jwt: string;
  /** Only if refresh tokens are enabled. */
  readonly refreshToken?: string;
}

const jwtOf = ({ access, config }: Service, { published }: StoredDocument): Promise<string> => {
  if (published === undefined) throw new Error('a user without values was to have a session');
  const { refresh, accessSeconds, sessionSeconds } = config.auth;
  return access.sessions.issue(published.id, refresh ? accessSeconds : sessionSeconds);
};

/** Starts a session of a user. */
export const startSession = async (service: Service, user: StoredDocument): Promise<Session> => ({
  jwt: await jwtOf(service, user),
  ...(service.config.auth.refresh ? { refreshToken: await startFamily(service, user) } : {}),
});

/** @returns the continued session with its next token; undefined for an invalid token */
export const refreshSession = async (service: Service, refreshToken: string): Promise<Session | undefined> => {
  const next = await rotateToken(service, refreshToken);
  return next === undefined ? undefined : { jwt: await jwtOf(service, next.user), refreshToken: next.token };
};
