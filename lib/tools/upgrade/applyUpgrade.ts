// Upgrades a database to the installed version of Lectern.
import type { Service } from '../../platform/service.ts';
import {
  applyFormatMigrations,
  currentFormat,
  newerFormatProblem,
  prepareDatabase,
  readFormat,
  recordFormat,
} from '../migrate/index.ts';

/**
 * Migrates the stored format, creates missing indexes, and records the installed version. After an interruption call it
 * again.
 *
 * @param log receives lines about the progress
 * @throws Error when a later version has upgraded the database, or when documents do not fit the content types
 */
export const applyUpgrade = async (service: Service, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const refusal = newerFormatProblem(await readFormat(db));
  if (refusal !== undefined) throw new Error(refusal);
  await applyFormatMigrations(service, log);
  await prepareDatabase(service, (index) => {
    log(`creating ${index}`);
  });
  await recordFormat(db, currentFormat);
};
