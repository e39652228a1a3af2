// Creates the token of a benchmark.
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { createToken } from '../lib/accounts/tokens/index.ts';
import { Sequences } from '../lib/platform/db/index.ts';

/** The secret for tokens that all processes of benchmarks have. */
export const tokenSecret = 'a secret for the tokens of benchmarks, and of nobody else';

/** @param permissions of a custom token @returns a token for the database: without permissions of full access */
export const createBenchToken = async (db: Db, permissions?: readonly string[]): Promise<string> => {
  const get = (): Promise<Db> => Promise.resolve(db);
  const context = {
    database: { get, client: () => Promise.resolve(db.client), close: () => Promise.resolve() },
    config: { audit: { days: 0 }, events: { targets: {} } },
    sequences: new Sequences(get),
    secrets: { tokens: tokenSecret },
    now: () => new Date(),
  };
  const kind = permissions === undefined ? { type: 'full-access' as const } : { type: 'custom' as const, permissions };
  // A kept database has the tokens of other runs.
  return (await createToken(context, { name: `bench-${randomUUID()}`, ...kind })).accessKey;
};
