// Prepares the database for a command that writes, unless somebody has to decide about removed attributes first.
import type { Service } from '../../lib/platform/service.ts';
import { formatRemoval } from './formatRemoval.ts';
import { isPressing } from './kinds.ts';
import { readMigrationFiles } from './migrationFiles.ts';
import { findMigrationStatus, prepareDatabase, type PrepareOptions } from './migrationStatus.ts';
import { findUndecidedRemovals } from './undecidedRemovals.ts';

/**
 * Prepares the database with the migration files of the project, as `prepareDatabase` does. That records the content types,
 * and then nothing asks for a decision any more.
 *
 * @throws Error that lists the removed attributes that may have new names; as `prepareDatabase`
 */
export const prepareDecided = async (service: Service, { log }: Pick<PrepareOptions, 'log'> = {}): Promise<void> => {
  const files = await readMigrationFiles();
  const status = await findMigrationStatus(service, { files }, isPressing);
  const removals = status.is === 'known' ? await findUndecidedRemovals(service, status) : [];
  if (removals.length > 0)
    throw new Error(removals.map((removal) => formatRemoval(removal, 'Nothing is written')).join('\n\n'));
  await prepareDatabase(service, { files, ...(log === undefined ? {} : { log }) });
};
