// Finds out what an upgrade to the installed version means for a database, and makes it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../lib/errors.ts';
import { indexState } from '../../lib/platform/db/index.ts';
import { checkServing, type Service } from '../../lib/platform/service.ts';
import { checkSite } from '../../lib/server/checkSite.ts';
import { installedVersion, packageRoot } from '../../lib/installedPackage.ts';
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
  applyFormatMigrations,
  compareRecord,
  currentFormat,
  migrate,
  prepareDatabase,
  recordFormat,
} from '../migrate/index.ts';
import { changesBetween, type ChangelogSection } from './changelog.ts';

/** What a database needs before, or for, the installed version. */
interface DatabaseNeeds {
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
    return errorMessage(error);
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

/**
 * Migrates the stored format, applies the files of `migrations/`, creates missing indexes, and records the installed version. After an interruption call it
 * again.
 *
 * @param log receives lines about the progress
 * @throws Error when a later version has upgraded the database, or when documents do not fit the content types or
 *   prevent a migration
 */
export const applyUpgrade = async (service: Service, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const refusal = newerFormatProblem(await readFormat(db));
  if (refusal !== undefined) throw new Error(refusal);
  const files = await readMigrationFiles();
  const { problem } = await compareRecord(db, files);
  if (problem !== undefined) throw new Error(problem);
  await applyFormatMigrations(service, log);
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
