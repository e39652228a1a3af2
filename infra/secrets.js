// @ts-check
// The secrets of a stage: each is a SecureString in SSM, and an environment variable contains its name.

/** @type {Readonly<Record<string, string>>} */
export const secretVariableNames = {
  'mongodb-uri': 'MONGODB_URI',
  'token-secret': 'LECTERN_TOKEN_SECRET',
  'jwt-secret': 'LECTERN_JWT_SECRET',
  'jwt-secret-before': 'LECTERN_JWT_SECRET_BEFORE',
  'owner-token': 'LECTERN_OWNER_TOKEN',
  'scim-token': 'LECTERN_SCIM_TOKEN',
  'smtp-url': 'LECTERN_SMTP_URL',
  'search-key': 'LECTERN_SEARCH_KEY',
  'purge-key': 'LECTERN_PURGE_KEY',
  'sign-in-secrets': 'LECTERN_SIGN_IN_SECRETS',
  'edge-secret': 'LECTERN_EDGE_SECRET',
  'edge-secret-next': 'LECTERN_EDGE_SECRET_NEXT',
};

/**
 * @param {Pick<import('./stage.js').Stage, 'parameters' | 'secrets'>} stage
 * @returns {Record<string, string>} the environment variables of a function: names of SSM parameters, never their
 *   values
 * @throws Error for an unknown secret
 */
export const secretVariables = ({ parameters, secrets }) =>
  Object.fromEntries(
    secrets.map((name) => {
      const variable = secretVariableNames[name];
      if (variable === undefined)
        throw new Error(
          `The parameter "secrets": ${name} is not one of ${Object.keys(secretVariableNames).join(', ')}`,
        );
      return [variable, `ssm:${parameters}/${name}`];
    }),
  );
