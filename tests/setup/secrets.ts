// The secrets that services use in tests.
import type { Secrets } from '../../lib/platform/config/index.ts';

export const secrets = {
  tokens: 'a secret for the tokens of tests, and of nobody else',
  // The second secret is the previous one: during a rotation, both are valid.
  sessions: [
    'a secret for the sessions of tests, and of nobody else',
    'the secret for sessions that was there before',
  ] as const,
  owner: 'the-owner-token-of-tests-and-of-nobody-else',
  scim: 'the-scim-token-of-tests-and-of-nobody-else',
} satisfies Secrets;

/** The same secrets as environment variables. */
export const secretsEnvironment = {
  LECTERN_TOKEN_SECRET: secrets.tokens,
  LECTERN_JWT_SECRET: secrets.sessions[0],
  LECTERN_OWNER_TOKEN: secrets.owner,
} as const;
