// The secrets that tests serve with.
import type { Secrets } from '../../lib/platform/config/index.ts';

export const secrets = {
  tokens: 'a secret for the tokens of tests, and of nobody else',
  // The second is the one before: while one replaces the other both are taken.
  sessions: [
    'a secret for the sessions of tests, and of nobody else',
    'the secret for sessions that was there before',
  ] as const,
  owner: 'the-owner-token-of-tests-and-of-nobody-else',
} satisfies Secrets;

/** The same for a process. */
export const secretsEnvironment = {
  LECTERN_TOKEN_SECRET: secrets.tokens,
  LECTERN_JWT_SECRET: secrets.sessions[0],
  LECTERN_OWNER_TOKEN: secrets.owner,
} as const;
