// Finds out what an upgrade to the installed version means for a database.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { indexState } from '../../lib/platform/db/index.ts';
import { checkServing, type Service } from '../../lib/platform/service.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import { installedVersion, packageRoot } from '../../lib/platform/installedPackage.ts';
import {
  dryRunFormatMigrations,
  findMigrationStatus,
  formatStatusProblem,
  newerFormatProblem,
  readFormat,
  readMigrationFiles,
  type MigrationFile,
  type MigrationStatus,
  type PendingFormat,
} from '../migrate/index.ts';
import { changesBetween, type ChangelogSection } from './changelog.ts';

/** What a database needs before, or for, the installed version. */
export interface DatabaseNeeds {
  /** Migrations of the stored format. */
  readonly formats: readonly PendingFormat[];
  /** How the content types differ from the documents. */
  readonly types: MigrationStatus;
  readonly missingIndexes: number;
}

export interface UpgradePlan {
  /** The version before the upgrade; undefined: the database does not record it. */
  readonly from: string | undefined;
  readonly to: string;
  readonly changes: readonly ChangelogSection[];
  /** Why servers cannot start with this configuration; undefined: they can. */
  readonly configurationProblem: string | undefined;
  /** Or why the installed version cannot use the database. */
  readonly database: DatabaseNeeds | { readonly refusal: string };
}

const problemOf = (check: () => void): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const findNeeds = async (service: Service): Promise<DatabaseNeeds> => {
  const types = await findMigrationStatus(service, { files: await readMigrationFiles() });
  const { missing } = await indexState(await service.database.get(), service.schema);
  return {
    // The first server prepares an empty database.
    formats: types.is === 'empty' ? [] : await dryRunFormatMigrations(service),
    types,
    missingIndexes: types.is === 'empty' ? 0 : missing.length,
  };
};

/**
 * Reads the database and the changelog, and changes nothing.
 *
 * @param from the version before the upgrade; by default the one that the database records
 */
export const planUpgrade = async (service: Service, from?: string): Promise<UpgradePlan> => {
  const record = await readFormat(await service.database.get());
  const [before, to] = [from ?? record?.version, installedVersion()];
  const refusal = newerFormatProblem(record);
  return {
    ...{ from: before, to },
    changes: changesBetween(await readFile(join(packageRoot(), 'CHANGELOG.md'), 'utf8'), before, to),
    configurationProblem: problemOf(() => {
      checkServing(service);
      checkSite(service);
    }),
    database: refusal === undefined ? await findNeeds(service) : { refusal },
  };
};

/** The migration files that the database does not have yet. */
export const pendingFiles = (types: MigrationStatus): readonly MigrationFile[] =>
  types.is === 'known' ? types.files : [];

/** Whether the installed version can serve, and nothing is left to do. */
export const isDone = ({ configurationProblem, database }: UpgradePlan): boolean =>
  configurationProblem === undefined &&
  !('refusal' in database) &&
  database.formats.length + database.missingIndexes + pendingFiles(database.types).length === 0 &&
  formatStatusProblem(database.types) === undefined;
