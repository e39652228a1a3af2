// Reads the settings from the environment.
const { env } = process;

/** The value of a variable; undefined if it is not set or empty. */
const variable = (name: string): string | undefined => {
  const value = env[name];
  return value === undefined || value === '' ? undefined : value;
};

export const settings = {
  /** The URL of Lectern. */
  lectern: (variable('LECTERN_URL') ?? 'http://127.0.0.1:3000').replace(/\/+$/, ''),
  /** An API token; without one the site shows public content. */
  token: variable('LECTERN_TOKEN'),
  /** The secret of the webhook; without one, rebuilds cannot be requested. */
  webhookSecret: variable('WEBHOOK_SECRET'),
  /** Whether open pages update themselves. */
  isLive: variable('LIVE') !== undefined,
  host: variable('HOST') ?? '127.0.0.1',
  port: Number(variable('PORT') ?? 8080),
};
