// The commands `lectern types diff` and `lectern types migrate`.
import { join } from 'node:path';
import type { Service } from '../../lib/platform/service.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { withService } from '../withService.ts';
import { isLasting } from './kinds.ts';
import { migrationsFolder, readMigrationFiles, writeMigrationFile, type MigrationFile } from './migrationFiles.ts';
import { awaitsRepetition, migrate, repeatMigration, resumeMigration, scanForRepetition } from './migrate.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import type { MigrationRecord } from './migrationRecord.ts';
import {
  findMigrationStatus,
  formatMissing,
  formatOpen,
  formatStatusProblem,
  openMigrationMessage,
  prepareDatabase,
  recordSchema,
  type KnownStatus,
  type MigrationStatus,
} from './migrationStatus.ts';
import { confirmMigration, doneMessage, finishLast, refuseMissing, undoLast, undoneMessage } from './phaseCommands.ts';
import { hasNoObstacles, printFindings } from './printFindings.ts';
import { needsAction } from './scanDocuments.ts';
import type { MigrationOptions } from './types.ts';

export interface MigrateCommandOptions extends MigrationOptions {
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
  readonly baseline?: true;
  readonly again?: true;
  /** Applies migration files alone, and asks nobody. */
  readonly pending?: true | undefined;
  /** Takes back the last migration. */
  readonly undo?: true;
  /** Writes the options to a migration file. */
  readonly save?: true;
}

/** @returns that older servers have written since the last migration; undefined if they have not, or if it was repeated */
const formatLaterWrites = async (service: Service, { last }: MigrationRecord): Promise<string | undefined> => {
  if (last === undefined || last.isOpen === true || last.isRepeated === true) return undefined;
  // The content types may have changed since, so that it cannot be repeated.
  const findings = await scanForRepetition(service).catch(() => []);
  const places = findings.filter(({ level, documents }) => level === 'must' && documents > 0).map(({ place }) => place);
  return places.length === 0
    ? undefined
    : `Older servers have written since the last migration (${places.join(', ')}): when none runs any more, ` +
        '`lectern types migrate --again` changes these documents too';
};

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
    const problem = status.is === 'known' ? formatMissing(status) : formatStatusProblem(status);
    isFine = problem === undefined && !(status.is === 'known' && status.findings.some(needsAction));
    const note =
      status.is === 'known' && problem === undefined
        ? (formatOpen(status.record) ?? (isFine ? await formatLaterWrites(service, status.record) : undefined))
        : undefined;
    if (note !== undefined) terminal.log(note);
    terminal.log(
      problem ??
        (isFine ? 'no document needs a migration' : 'documents need a migration first: `lectern types migrate`'),
    );
  });
  return isFine;
};

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

const saveOptions = async (
  terminal: Terminal,
  { now }: Service,
  { rename, drop, fill, keep }: MigrationOptions,
): Promise<MigrationFile> => {
  const file = await writeMigrationFile({ rename, drop, fill, keep }, now());
  terminal.log(`wrote ${join(migrationsFolder, file.name)}: commit it, and deploy and upgrade apply it`);
  return file;
};

/** Prints which changes previous servers cannot live with. */
const printGaps = (terminal: Terminal, { plan, findings }: KnownStatus): void => {
  for (const { change, place, documents } of findings)
    if (documents > 0 && isLasting(change, plan))
      terminal.log(`${place}: previous functions and servers do not read this right, also if the deployment fails`);
};

const migrateKnown = async (
  terminal: Terminal,
  service: Service,
  status: KnownStatus,
  { dryRun, yes, pending, save, ...options }: MigrateCommandOptions,
): Promise<boolean> => {
  const { plan, findings, files, missing } = status;
  printFindings(terminal, findings, false);
  for (const { name } of files) terminal.log(`with the migration ${name}`);
  for (const name of missing) terminal.log(`without the migration ${name}, which the documents had`);
  for (const idle of plan.idle) terminal.log(`${idle}: nothing to do`);
  if (pending === true) printGaps(terminal, status);
  if (!hasNoObstacles(terminal, findings)) return false;
  const isNeeded = findings.some(({ level }) => level === 'must');
  if (dryRun !== true) {
    const asks = (isNeeded || missing.length > 0) && yes !== true;
    if (asks && !(await confirmMigration(terminal))) return false;
    if (isNeeded) {
      const saved = save === true ? [await saveOptions(terminal, service, options)] : [];
      const phase = pending === true ? 'copy' : 'whole';
      await migrate(service, { ...status, files: [...files, ...saved] }, terminal.log, phase);
    } else await prepareDatabase(service, { files: await readMigrationFiles(), removals: 'kept' });
  }
  if (!isNeeded || dryRun !== true) terminal.log(isNeeded ? doneMessage : 'no document needs a migration');
  return true;
};

/**
 * Applies the migration files that the database does not have yet, so that previous servers go on. If these
 * go on for longer, because a deployment failed, it copies what they wrote meanwhile.
 *
 * @throws Error if the content types are older than the documents, or if the last migration is not finished
 */
const applyPending = async (
  terminal: Terminal,
  service: Service,
  status: MigrationStatus,
  dryRun: true | undefined,
): Promise<boolean> => {
  refuseMissing(status);
  const last = status.is === 'known' ? status.record.last : undefined;
  if (status.is === 'known' && status.files.length > 0) {
    if (last?.isOpen === true) throw new Error(openMigrationMessage(last));
    return migrateKnown(terminal, service, status, { ...noMigrationOptions, yes: true, pending: true, dryRun });
  }
  if (last?.isOpen !== true) terminal.log('no migration file is waiting');
  else if (dryRun === true) terminal.log('the last migration is not finished: it goes on');
  else await repeatMigration(service, terminal.log, 'recopy');
  return true;
};

const runMigrate = async (terminal: Terminal, service: Service, options: MigrateCommandOptions): Promise<boolean> => {
  const { dryRun, yes, baseline, again, pending, undo, rename, drop, fill, keep } = options;
  const migrationOptions: MigrationOptions = { rename, drop, fill, keep };
  const files = await readMigrationFiles();
  const status = await findMigrationStatus(service, { options: migrationOptions, files });
  if (undo === true) return undoLast(terminal, service, status, { dryRun, yes });
  if (status.is === 'under way') {
    if (pending === true && dryRun === true) {
      terminal.log('a migration is not finished: it goes on');
      return true;
    }
    if (baseline === true || again === true || dryRun === true) throw new Error(formatStatusProblem(status));
    if (yes !== true && pending !== true && !(await confirmMigration(terminal))) return false;
    await continueMigration(terminal, service, status.record, migrationOptions);
    const isUndone = status.record.migration?.phase === 'undo';
    // The database no longer has the migration files that this has taken back.
    if (isUndone && pending === true) return runMigrate(terminal, service, options);
    terminal.log(isUndone ? undoneMessage : doneMessage);
    return true;
  }
  if (baseline === true) {
    if (dryRun !== true) await recordSchema(service, files);
    terminal.log('the database records these content types as those of its documents');
    return true;
  }
  if (again === true) {
    if (pending !== true || (await awaitsRepetition(service))) return finishLast(terminal, service, status, dryRun);
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
