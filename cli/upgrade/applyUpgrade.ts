// Upgrades a database to the installed version of Lectern.
import type { Service } from '../../lib/platform/service.ts';
import {
  applyFormatMigrations,
  currentFormat,
  findMigrationStatus,
  migrate,
  newerFormatProblem,
  prepareDatabase,
  readFormat,
  readMigrationFiles,
  recordFormat,
} from '../migrate/index.ts';

/**
 * Migrates the stored format, applies the files of `migrations/`, creates missing indexes, and records the installed
 * version. After an interruption call it again.
 *
 * @param log receives lines about the progress
 * @throws Error when a later version has upgraded the database, or when documents do not fit the content types or
 *   prevent a migration
 */
export const applyUpgrade = async (service: Service, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const refusal = newerFormatProblem(await readFormat(db));
  if (refusal !== undefined) throw new Error(refusal);
  await applyFormatMigrations(service, log);
  const files = await readMigrationFiles();
  const status = await findMigrationStatus(service, { files });
  if (status.is === 'known' && status.files.length > 0) {
    if (status.findings.some(({ obstacles }) => obstacles.count > 0))
      throw new Error('Documents prevent the migrations: `lectern types diff` lists them');
    await migrate(service, status, log);
  }
  await prepareDatabase(service, {
    files,
    log: (index) => {
      log(`creating ${index}`);
    },
  });
  await recordFormat(db, currentFormat);
};
