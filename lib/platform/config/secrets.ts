// The secrets that an environment gives.

export interface Secrets {
  /** What API tokens are hashed with; undefined: there are none. */
  readonly tokens: string | undefined;
  /** What users' sessions are signed with: the first signs, any is taken. None: users cannot log in. */
  readonly sessions: readonly string[];
  /** Opens the routes that administer the site; undefined: they do not exist. */
  readonly owner: string | undefined;
  /** The SMTP server that sends mails, with its password: `smtps://user:password@mail.example.org`. */
  readonly smtp?: string | undefined;
}

/** As many characters as 128 random bits have in hexadecimal. */
const leastCharacters = 32;

const howTo = "make one with: node -p 'crypto.randomBytes(32).toString(`hex`)'";

const given = (env: NodeJS.ProcessEnv, variable: string): string | undefined =>
  env[variable] === '' ? undefined : env[variable];

const secretOf = (env: NodeJS.ProcessEnv, variable: string): string | undefined => {
  const secret = given(env, variable);
  if (secret !== undefined && secret.length < leastCharacters)
    throw new Error(`${variable} is too short to be secret, write ${leastCharacters} characters or more: ${howTo}`);
  return secret;
};

/**
 * `LECTERN_TOKEN_SECRET`; `LECTERN_JWT_SECRET`, and `LECTERN_JWT_SECRET_BEFORE` while one replaces the other;
 * `LECTERN_OWNER_TOKEN`; `LECTERN_SMTP_URL`.
 *
 * @param env what its variables named was read before (`withParameters`)
 * @throws Error saying what to set
 */
export const readSecrets = (env: NodeJS.ProcessEnv): Secrets => {
  const smtp = given(env, 'LECTERN_SMTP_URL');
  const tokens = secretOf(env, 'LECTERN_TOKEN_SECRET');
  const session = secretOf(env, 'LECTERN_JWT_SECRET');
  const before = secretOf(env, 'LECTERN_JWT_SECRET_BEFORE');
  const owner = secretOf(env, 'LECTERN_OWNER_TOKEN');
  if (owner !== undefined && !/^[\x21-\x7e]+$/.test(owner))
    throw new Error(`LECTERN_OWNER_TOKEN is sent in a header: write ASCII characters without spaces; ${howTo}`);
  if (session === undefined && before !== undefined)
    throw new Error('LECTERN_JWT_SECRET_BEFORE is the one that LECTERN_JWT_SECRET replaces: set that too');
  return { tokens, sessions: [session, before].filter((secret) => secret !== undefined), owner, smtp };
};

/** @throws Error saying what to set where there is no secret for API tokens */
export const tokenSecretOf = ({ tokens }: Pick<Secrets, 'tokens'>): string => {
  if (tokens === undefined) throw new Error(`LECTERN_TOKEN_SECRET is not set: API tokens are hashed with it; ${howTo}`);
  return tokens;
};
