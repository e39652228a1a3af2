// What the environment says.
const { env } = process;

/** A variable; one that is empty counts as not set. */
const given = (name: string): string | undefined => {
  const value = env[name];
  return value === undefined || value === '' ? undefined : value;
};

export const settings = {
  /** Where Lectern answers. */
  lectern: (given('LECTERN_URL') ?? 'http://127.0.0.1:3000').replace(/\/+$/, ''),
  /** An API token; without one the site is made of what everyone may read. */
  token: given('LECTERN_TOKEN'),
  /** The secret of the webhook; without one nobody can ask for a rebuild. */
  webhookSecret: given('WEBHOOK_SECRET'),
  host: given('HOST') ?? '127.0.0.1',
  port: Number(given('PORT') ?? 8080),
};
