// What `lectern types migrate` does with the last migration: `--again` finishes it, `--undo` takes it back.
import type { Service } from '../../lib/platform/service.ts';
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isCopied, isDeferred } from './copiedValues.ts';
import { invertAttribute, invertRenames, lastingChanges, planOfLast } from './lastMigration.ts';
import { migrate, repeatMigration, resumeMigration, scanForRepetition } from './migrate.ts';
import type { LastMigration } from './migrationRecord.ts';
import { readMigrationFiles } from './migrationFiles.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import { findMigrationStatus, formatMissing, type KnownStatus, type MigrationStatus } from './migrationStatus.ts';
import { concernsDocuments, hasNoObstacles, printFindings } from './printFindings.ts';
import { isUndo, recordToUndo } from './recordAfter.ts';
import { needsAction } from './scanDocuments.ts';

export const doneMessage = 'all documents fit these content types';

export const confirmMigration = (terminal: Terminal): Promise<boolean> =>
  confirm(terminal, 'Change the documents?', '--yes runs the migration, --dry-run only prints what it would do');

/** @throws Error if the content types are older than the documents */
export const refuseMissing = (status: MigrationStatus): void => {
  const problem = status.is === 'known' ? formatMissing(status) : undefined;
  if (problem !== undefined) throw new Error(problem);
};

/**
 * Repeats the last migration for what older servers wrote since, and removes the names that it kept for them.
 *
 * @returns whether it is done; false if there are obstacles
 */
export const finishLast = async (
  terminal: Terminal,
  service: Service,
  status: MigrationStatus,
  dryRun: true | undefined,
): Promise<boolean> => {
  refuseMissing(status);
  if (status.is === 'known' && status.findings.some(needsAction))
    throw new Error(
      'The content types have changed since the last migration, and the documents need another one first: `lectern types migrate`. ' +
        '`lectern types diff` prints what it would change',
    );
  const findings = await scanForRepetition(service);
  printFindings(terminal, findings.filter(concernsDocuments), false);
  if (!hasNoObstacles(terminal, findings)) return false;
  if (dryRun === true) return true;
  await repeatMigration(service, terminal.log);
  terminal.log(doneMessage);
  return true;
};

const noUndoError = (): Error => new Error('There is no migration to take back');

export const undoneMessage = 'the documents have the old names again';

const restoredMessage = `${undoneMessage}, beside the new ones: deploy, or start the servers, and then \`lectern types migrate --again\``;

interface UndoOptions {
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
}

/** Does the work if it is confirmed. @returns whether it is done; a dry run does nothing, and counts as done */
const runConfirmed = async (
  terminal: Terminal,
  { dryRun, yes }: UndoOptions,
  work: () => Promise<void>,
): Promise<boolean> => {
  if (dryRun === true) return true;
  if (yes !== true && !(await confirmMigration(terminal))) return false;
  await work();
  return true;
};

/** Removes the new names, while the documents have the old ones. */
const removeNewNames = async (
  terminal: Terminal,
  service: Service,
  last: LastMigration,
  options: UndoOptions,
): Promise<boolean> => {
  const plan = planOfLast(last);
  for (const change of plan?.changes ?? [])
    if (plan !== undefined && change.kind === 'renamed' && isCopied(change, plan))
      terminal.log(`takes back a rename: ${invertAttribute(plan, change.holder, change.name, change.to)}`);
  const lasting = lastingChanges(last).join(', ');
  if (lasting !== '') terminal.log(`does not take back what else the migration has changed: ${lasting}`);
  return runConfirmed(terminal, options, async () => {
    await repeatMigration(service, terminal.log, 'undo');
    terminal.log(undoneMessage);
    if (lasting !== '')
      terminal.log(`${lasting}: \`lectern types diff\` with the previous content types says how to change them back`);
  });
};

/**
 * Brings the old names back, beside the new ones until `--again`, for the previous content types, which the project has again.
 *
 * @throws Error if a migration before the last one is missing, too
 */
const restoreOldNames = async (
  terminal: Terminal,
  service: Service,
  { record, missing }: KnownStatus,
  options: UndoOptions,
): Promise<boolean> => {
  const plan = record.last && planOfLast(record.last);
  if (plan === undefined && missing.length === 0) throw noUndoError();
  const earlier = missing.filter((name) => record.last?.files?.includes(name) !== true);
  if (plan === undefined || missing.length === 0 || earlier.length > 0)
    throw new Error(
      missing.length === 0
        ? 'This project has every migration of the database: --undo takes back the last one that a project lacks'
        : `Only the last migration can be taken back, and the project also lacks ${earlier.join(', ')}: rename what these renamed with \`lectern types migrate --rename\``,
    );
  const status = await findMigrationStatus(service, {
    options: { ...noMigrationOptions, rename: invertRenames(plan) },
    files: await readMigrationFiles(),
  });
  if (status.is !== 'known') throw new Error('The migration record has changed: run this again');
  printFindings(terminal, status.findings, false);
  if (!hasNoObstacles(terminal, status.findings)) return false;
  return runConfirmed(terminal, options, async () => {
    await migrate(service, status, terminal.log, 'copy');
    terminal.log(status.plan.changes.some((change) => isDeferred(change, status.plan)) ? restoredMessage : doneMessage);
  });
};

/**
 * Takes the last migration back, as far as it can be.
 *
 * @returns whether it is done; false if there are obstacles or the user did not confirm it
 * @throws Error when there is nothing to take back, or it cannot be
 */
export const undoLast = async (
  terminal: Terminal,
  service: Service,
  status: MigrationStatus,
  options: UndoOptions,
): Promise<boolean> => {
  if (status.is === 'empty' || status.is === 'unknown') throw noUndoError();
  const last = recordToUndo(status.record)?.last;
  if (last !== undefined) return removeNewNames(terminal, service, last, options);
  if (status.is === 'known') return restoreOldNames(terminal, service, status, options);
  if (isUndo(status.record))
    return runConfirmed(terminal, options, async () => {
      await resumeMigration(service, terminal.log);
      terminal.log(restoredMessage);
    });
  throw new Error(
    'A migration is not finished, and some documents lack the old names: finish it with `lectern types migrate` and the content ' +
      'types that it leads to, and then take it back with the previous ones and --undo',
  );
};
