// The commands `lectern types diff` and `lectern types migrate`.
import { join } from 'node:path';
import {
  awaitsRepetition,
  scanForRepetition,
  needsAction,
  migrate,
  migrationsFolder,
  repeatMigration,
  recordSchema,
  noMigrationOptions,
  prepareDatabase,
  readMigrationFiles,
  resumeMigration,
  findMigrationStatus,
  formatStatusProblem,
  writeMigrationFile,
  type MigrationFile,
  type MigrationOptions,
  type Finding,
  type MigrationRecord,
  type KnownStatus,
  type MigrationStatus,
} from './index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { concernsDocuments, printFindings } from './printFindings.ts';
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';

export interface MigrateCommandOptions extends MigrationOptions {
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
  readonly baseline?: true;
  readonly again?: true;
  /** Applies migration files alone, and asks nobody. */
  readonly pending?: true;
  /** Writes the options to a migration file. */
  readonly save?: true;
}

/**
 * Prints how the content types differ from the documents of the database.
 *
 * @returns whether servers and functions can start: no document needs a migration and nothing blocks one
 */
export const diffTypes = async (
  terminal: Terminal,
  { json = false }: { readonly json?: boolean },
): Promise<boolean> => {
  let isFine = true;
  await withService(terminal, async (service) => {
    const status = await findMigrationStatus(service, { files: await readMigrationFiles() });
    if (status.is === 'known') printFindings(terminal, status.findings, json);
    else if (json) terminal.print('[]');
    const problem = status.is === 'known' ? undefined : formatStatusProblem(status);
    isFine = problem === undefined && !(status.is === 'known' && status.findings.some(needsAction));
    terminal.log(
      problem ??
        (isFine ? 'no document needs a migration' : 'documents need a migration first: `lectern types migrate`'),
    );
  });
  return isFine;
};

const confirmMigration = (terminal: Terminal): Promise<boolean> =>
  confirm(terminal, 'Change the documents?', '--yes runs the migration, --dry-run only prints what it would do');

const doneMessage = 'all documents fit these content types';

const hasOptions = (migrationOptions: MigrationOptions): boolean =>
  Object.values(migrationOptions).some((list: readonly string[]) => list.length > 0);

const continueMigration = async (
  terminal: Terminal,
  service: Service,
  { migration }: MigrationRecord,
  migrationOptions: MigrationOptions,
): Promise<void> => {
  if (hasOptions(migrationOptions) && JSON.stringify(migrationOptions) !== JSON.stringify(migration?.options))
    throw new Error(
      'A migration with other options is not finished: finish it with `lectern types migrate` without these options',
    );
  await resumeMigration(service, terminal.log);
};

/** Prints a line if there are obstacles. */
const hasNoObstacles = (terminal: Terminal, findings: readonly Finding[]): boolean => {
  const free = findings.every(({ obstacles }) => obstacles.count === 0);
  if (!free) terminal.log('these obstacles block the migration: nothing was changed');
  return free;
};

const repeatLast = async (terminal: Terminal, service: Service, dryRun: true | undefined): Promise<boolean> => {
  const findings = await scanForRepetition(service);
  printFindings(terminal, findings.filter(concernsDocuments), false);
  if (!hasNoObstacles(terminal, findings)) return false;
  if (dryRun === true) return true;
  await repeatMigration(service, terminal.log);
  terminal.log(doneMessage);
  return true;
};

const saveOptions = async (
  terminal: Terminal,
  { now }: Service,
  { rename, drop, fill, keep }: MigrationOptions,
): Promise<MigrationFile> => {
  const file = await writeMigrationFile({ rename, drop, fill, keep }, now());
  terminal.log(`wrote ${join(migrationsFolder, file.name)}: commit it, and deploy and upgrade apply it`);
  return file;
};

const migrateKnown = async (
  terminal: Terminal,
  service: Service,
  status: KnownStatus,
  { dryRun, yes, save, ...options }: MigrateCommandOptions,
): Promise<boolean> => {
  const { plan, findings, files } = status;
  printFindings(terminal, findings, false);
  for (const { name } of files) terminal.log(`with the migration ${name}`);
  for (const idle of plan.idle) terminal.log(`${idle}: nothing to do`);
  if (!hasNoObstacles(terminal, findings)) return false;
  const isNeeded = findings.some(({ level }) => level === 'must');
  if (dryRun !== true) {
    if (!isNeeded) await prepareDatabase(service, { files, removals: 'kept' });
    else if (yes !== true && !(await confirmMigration(terminal))) return false;
    else {
      const saved = save === true ? [await saveOptions(terminal, service, options)] : [];
      await migrate(service, { ...status, files: [...files, ...saved] }, terminal.log);
    }
  }
  if (!isNeeded || dryRun !== true) terminal.log(isNeeded ? doneMessage : 'no document needs a migration');
  return true;
};

/** Applies the migration files that the database does not have yet. */
const applyPending = async (
  terminal: Terminal,
  service: Service,
  status: MigrationStatus,
  dryRun: true | undefined,
): Promise<boolean> => {
  if (status.is === 'known' && status.files.length > 0)
    return migrateKnown(terminal, service, status, { ...noMigrationOptions, yes: true, dryRun });
  terminal.log('no migration file is waiting');
  return true;
};

/** @throws Error when options are given that the other options do not use */
const refuseMigrationOptions = (option: string, migrationOptions: MigrationOptions): void => {
  if (hasOptions(migrationOptions)) throw new Error(`--${option} takes no --rename, --drop, --fill or --keep`);
};

const runMigrate = async (terminal: Terminal, service: Service, options: MigrateCommandOptions): Promise<boolean> => {
  const { dryRun, yes, baseline, again, pending, rename, drop, fill, keep } = options;
  const migrationOptions: MigrationOptions = { rename, drop, fill, keep };
  const [special] = (['baseline', 'again', 'pending'] as const).filter((name) => options[name] === true);
  if (special !== undefined) refuseMigrationOptions(special, migrationOptions);
  const files = await readMigrationFiles();
  const status = await findMigrationStatus(service, { options: migrationOptions, files });
  if (status.is === 'under way') {
    if (baseline === true || again === true || dryRun === true) throw new Error(formatStatusProblem(status));
    if (yes !== true && pending !== true && !(await confirmMigration(terminal))) return false;
    await continueMigration(terminal, service, status.record, migrationOptions);
    terminal.log(doneMessage);
    return true;
  }
  if (baseline === true) {
    if (dryRun !== true) await recordSchema(service, files);
    terminal.log('the database records these content types as those of its documents');
    return true;
  }
  if (again === true) {
    if (pending !== true || (await awaitsRepetition(service))) return repeatLast(terminal, service, dryRun);
    terminal.log('no migration waits for its repetition');
    return true;
  }
  if (pending === true) return applyPending(terminal, service, status, dryRun);
  if (status.is === 'known') return migrateKnown(terminal, service, status, options);
  if (status.is === 'unknown') throw new Error(formatStatusProblem(status));
  if (dryRun !== true) await prepareDatabase(service, { files });
  terminal.log('no document needs a migration');
  return true;
};

/**
 * Migrates the documents of the database to the content types, or continues an interrupted migration.
 *
 * @returns whether the migration is done; false if there are obstacles or the user did not confirm it
 * @throws Error when the options do not fit the state of the database
 */
export const migrateTypes = async (terminal: Terminal, options: MigrateCommandOptions): Promise<boolean> => {
  let isDone = true;
  await withService(terminal, async (service) => {
    isDone = await runMigrate(terminal, service, options);
  });
  return isDone;
};
