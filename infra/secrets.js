// @ts-check
// The secrets of a stage: each is a SecureString in SSM under its folder, and a variable that names it.

/** @type {Readonly<Record<string, string>>} */
export const secretVariableNames = {
  'mongodb-uri': 'MONGODB_URI',
  'token-secret': 'LECTERN_TOKEN_SECRET',
  'jwt-secret': 'LECTERN_JWT_SECRET',
  'jwt-secret-before': 'LECTERN_JWT_SECRET_BEFORE',
  'owner-token': 'LECTERN_OWNER_TOKEN',
  'smtp-url': 'LECTERN_SMTP_URL',
};

/**
 * @param {Pick<import('./stage.js').Stage, 'parameters' | 'secrets'>} stage
 * @returns {Record<string, string>} the variables of a function: names of parameters, never what they hold
 * @throws Error for what is no secret of Lectern
 */
export const secretVariables = ({ parameters, secrets }) =>
  Object.fromEntries(
    secrets.map((name) => {
      const variable = secretVariableNames[name];
      if (variable === undefined)
        throw new Error(`The parameter "secrets": ${name} is none of ${Object.keys(secretVariableNames).join(', ')}`);
      return [variable, `ssm:${parameters}/${name}`];
    }),
  );
