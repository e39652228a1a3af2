// Reads the secrets from the environment.

export interface Secrets {
  /** The key of the hashes of API tokens; undefined: there are no API tokens. */
  readonly tokens: string | undefined;
  /** The keys of JWTs: the first signs, and all verify. Empty: users cannot log in. */
  readonly sessions: readonly string[];
  /** The token for the routes below `/admin`; undefined: these routes do not exist. */
  readonly owner: string | undefined;
  /** The token of the provider that manages users by SCIM; undefined: there is no SCIM. */
  readonly scim?: string | undefined;
  /** The URL of the SMTP server, with its password: `smtps://user:password@mail.example.org`. */
  readonly smtp?: string | undefined;
  /** The key of Meilisearch; undefined: it needs none. */
  readonly search?: string | undefined;
  /** The key of the cache that is purged; undefined: it needs none, or it is not purged. */
  readonly purge?: string | undefined;
  /** What CloudFront adds to requests: one of these must be in each. Empty: none needs it. */
  readonly edge?: readonly string[];
  /** The secrets of the clients of providers, as JSON: `{"okta":"…"}`. */
  readonly signIn?: string | undefined;
}

/** The length of 128 random bits in hexadecimal. */
const minCharacters = 32;

const generateHint = "make one with: node -p 'crypto.randomBytes(32).toString(`hex`)'";

const readVariable = (env: NodeJS.ProcessEnv, variable: string): string | undefined =>
  env[variable] === '' ? undefined : env[variable];

const readSecret = (env: NodeJS.ProcessEnv, variable: string): string | undefined => {
  const secret = readVariable(env, variable);
  if (secret !== undefined && secret.length < minCharacters)
    throw new Error(
      `${variable} is too short to be secret, write ${minCharacters} characters or more: ${generateHint}`,
    );
  return secret;
};

/** @throws Error if one of the variables is set to what cannot be sent in a header */
const checkHeaderValues = (env: NodeJS.ProcessEnv, ...variables: readonly string[]): void => {
  for (const variable of variables)
    if (!/^[\x21-\x7e]*$/.test(env[variable] ?? ''))
      throw new Error(`${variable} is sent in a header: write ASCII characters without spaces; ${generateHint}`);
};

/**
 * Reads `LECTERN_TOKEN_SECRET`, `LECTERN_JWT_SECRET`, `LECTERN_JWT_SECRET_BEFORE` (the old secret while a new one replaces
 * it), `LECTERN_OWNER_TOKEN`, `LECTERN_SCIM_TOKEN`, `LECTERN_SMTP_URL`, `LECTERN_SEARCH_KEY`, `LECTERN_PURGE_KEY`,
 * `LECTERN_EDGE_SECRET`, `LECTERN_EDGE_SECRET_NEXT` (the one that replaces it) and `LECTERN_SIGN_IN_SECRETS`.
 *
 * @param env after `withParameters`
 * @throws Error that says what to set
 */
export const readSecrets = (env: NodeJS.ProcessEnv): Secrets => {
  const smtp = readVariable(env, 'LECTERN_SMTP_URL');
  const search = readVariable(env, 'LECTERN_SEARCH_KEY');
  const purge = readVariable(env, 'LECTERN_PURGE_KEY');
  const signIn = readVariable(env, 'LECTERN_SIGN_IN_SECRETS');
  const tokens = readSecret(env, 'LECTERN_TOKEN_SECRET');
  const session = readSecret(env, 'LECTERN_JWT_SECRET');
  const previousSession = readSecret(env, 'LECTERN_JWT_SECRET_BEFORE');
  const owner = readSecret(env, 'LECTERN_OWNER_TOKEN');
  const scim = readSecret(env, 'LECTERN_SCIM_TOKEN');
  const edge = ['', '_NEXT'].flatMap((end) => readSecret(env, `LECTERN_EDGE_SECRET${end}`) ?? []);
  checkHeaderValues(
    env,
    'LECTERN_SCIM_TOKEN',
    'LECTERN_OWNER_TOKEN',
    'LECTERN_PURGE_KEY',
    'LECTERN_EDGE_SECRET',
    'LECTERN_EDGE_SECRET_NEXT',
  );
  if (session === undefined && previousSession !== undefined)
    throw new Error('LECTERN_JWT_SECRET_BEFORE is set without LECTERN_JWT_SECRET, which replaces it: set both');
  const sessions = [session, previousSession].filter((secret) => secret !== undefined);
  return { tokens, sessions, owner, scim, smtp, search, purge, edge, signIn };
};

/**
 * Reads `LECTERN_METRICS_TOKEN`, which only a server has: functions are without its code.
 *
 * @param env after `withParameters`
 * @returns undefined: the server has no `/_metrics`
 * @throws Error that says what to set
 */
export const readMetricsToken = (env: NodeJS.ProcessEnv): string | undefined => {
  const token = readSecret(env, 'LECTERN_METRICS_TOKEN');
  checkHeaderValues(env, 'LECTERN_METRICS_TOKEN');
  return token;
};

/** @throws Error that says what to set if there is no secret for API tokens */
export const requireTokenSecret = ({ tokens }: Pick<Secrets, 'tokens'>): string => {
  if (tokens === undefined)
    throw new Error(`LECTERN_TOKEN_SECRET is not set: API tokens are hashed with it; ${generateHint}`);
  return tokens;
};
