// Compares the content types of `lectern dev` with its documents, and applies migrations.
import { join } from 'node:path';
import { readConfig } from '../../lib/platform/config/index.ts';
import { createService, type Service } from '../../lib/platform/service.ts';
import { contentTypesFolder } from '../../lib/platform/site.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import {
  findMigrationStatus,
  findUndecidedRemovals,
  isPressing,
  migrate,
  migrationsFolder,
  prepareDatabase,
  readMigrationFiles,
  writeMigrationFile,
  type Finding,
  type KnownStatus,
  type MigrationOptions,
  type UndecidedRemoval,
} from '../migrate/index.ts';
import type { LogLine } from '../mongod/index.ts';
import type { DevContext } from './firstRun.ts';

const withDevService = async <T>(
  { uri, secrets, env }: DevContext,
  work: (service: Service) => Promise<T>,
): Promise<T> => {
  const { schema } = await loadSchema(contentTypesFolder(env));
  // Project code changes nothing that is stored.
  const service = createService({ schema, config: await readConfig(env) }, uri, secrets);
  try {
    return await work(service);
  } finally {
    await service.database.close();
  }
};

const filesOf = ({ root }: DevContext) => readMigrationFiles(join(root, migrationsFolder));

/** @throws Error that lists what prevents the migration */
const checkObstacles = (findings: readonly Finding[]): void => {
  const lines = findings.flatMap(({ place, obstacles }) => obstacles.first.map((line) => `  ${place}: ${line}`));
  if (lines.length > 0) throw new Error(['Documents prevent the migration:', ...lines].join('\n'));
};

const runMigration = async (service: Service, status: KnownStatus, log: LogLine): Promise<void> => {
  checkObstacles(status.findings);
  await migrate(service, status, log);
};

/**
 * Applies the migration files that the database does not have, or looks for attributes that could have new names.
 *
 * @returns the attributes that the developer has to decide about
 * @throws Error when documents prevent a migration
 */
export const prepareTypes = (dev: DevContext, appliesFiles: boolean): Promise<readonly UndecidedRemoval[]> =>
  withDevService(dev, async (service) => {
    const files = await filesOf(dev);
    const status = await findMigrationStatus(service, { files }, isPressing);
    if (status.is !== 'known') return [];
    if (status.files.length > 0) {
      if (!appliesFiles) return [];
      for (const { name } of status.files) dev.log(`Applying ${migrationsFolder}/${name}`);
      await runMigration(service, status, dev.log);
    }
    const now = await findMigrationStatus(service, { files }, isPressing);
    return now.is === 'known' ? findUndecidedRemovals(service, now) : [];
  });

/**
 * Carries out what the developer decided, and writes it to a migration file. Values of other removed attributes stay.
 *
 * @throws Error when documents prevent it
 */
export const applyDecision = (dev: DevContext, options: MigrationOptions): Promise<void> =>
  withDevService(dev, async (service) => {
    const files = await filesOf(dev);
    const status = await findMigrationStatus(service, { options, files });
    if (options.rename.length + options.drop.length === 0 || status.is !== 'known')
      return prepareDatabase(service, { files, removals: 'kept' });
    checkObstacles(status.findings);
    const file = await writeMigrationFile(options, service.now(), join(dev.root, migrationsFolder));
    dev.log(`Wrote ${migrationsFolder}/${file.name}: commit it, and deploy and upgrade do the same elsewhere`);
    await runMigration(service, { ...status, files: [...status.files, file] }, dev.log);
    await prepareDatabase(service, { files: [...files, file], removals: 'kept' });
  });
