// What `lectern types migrate` does with the last migration: `--again` finishes it, `--undo` takes it back.
import type { Service } from '../../lib/platform/service.ts';
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isCopied, isDeferred } from './copiedValues.ts';
import { diffSchemas } from './diffSchemas.ts';
import { isLasting } from './kinds.ts';
import { migrate, repeatMigration, resumeMigration, scanForRepetition } from './migrate.ts';
import { deserializeSchema, type LastMigration } from './migrationRecord.ts';
import { readMigrationFiles } from './migrationFiles.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import { findMigrationStatus, formatMissing, type KnownStatus, type MigrationStatus } from './migrationStatus.ts';
import { concernsDocuments, hasNoObstacles, printFindings } from './printFindings.ts';
import { isUndo, recordToUndo } from './recordAfter.ts';
import { elementName } from './schemaElements.ts';
import type { MigrationPlan } from './types.ts';

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
  const findings = await scanForRepetition(service);
  printFindings(terminal, findings.filter(concernsDocuments), false);
  if (!hasNoObstacles(terminal, findings)) return false;
  if (dryRun === true) return true;
  await repeatMigration(service, terminal.log);
  terminal.log(doneMessage);
  return true;
};

const noUndoError = (): Error => new Error('There is no migration to take back');

/** The plan of the last migration; undefined: an earlier version of Lectern did not record it. */
const planOf = ({ from, to, options }: LastMigration): MigrationPlan | undefined =>
  to === undefined ? undefined : diffSchemas(deserializeSchema(from), deserializeSchema(to), options);

const newHolderOf = ({ renames }: MigrationPlan, holder: string): string =>
  renames.types.get(holder) ?? renames.components.get(holder) ?? holder;

const invertAttribute = (plan: MigrationPlan, holder: string, from: string, to: string): string =>
  `${elementName(plan.next, newHolderOf(plan, holder), to)}=${from}`;

/** The renames of a plan in the opposite direction. */
const invertRenames = (plan: MigrationPlan): readonly string[] => {
  const { base, next } = plan;
  const { types, components, attributes } = plan.renames;
  return [
    ...[...types].map(([from, to]) => `${elementName(next, to)}=${elementName(base, from)}`),
    ...[...components].map(([from, to]) => `${to}=${from}`),
    ...[...attributes].flatMap(([holder, names]) =>
      [...names].map(([from, to]) => invertAttribute(plan, holder, from, to)),
    ),
  ];
};

/** What the last migration has changed at once, such as `article.views`: servers of the content types before do not read it right. */
export const lastingChanges = (last: LastMigration): readonly string[] => {
  const plan = planOf(last);
  const lasting = plan?.changes.filter((change) => isLasting(change, plan)) ?? [];
  return lasting.map((change) =>
    elementName(deserializeSchema(last.from), change.holder, 'name' in change ? change.name : undefined),
  );
};

export const undoneMessage = 'the documents have the names of before';

const restoredMessage = `${undoneMessage}, and still those of after: deploy, or start the servers, and then \`lectern types migrate --again\``;

interface UndoOptions {
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
}

/** Removes the new names, while the documents have the old ones. */
const removeNewNames = async (
  terminal: Terminal,
  service: Service,
  last: LastMigration,
  { dryRun, yes }: UndoOptions,
): Promise<boolean> => {
  const plan = planOf(last);
  for (const change of plan?.changes ?? [])
    if (plan !== undefined && change.kind === 'renamed' && isCopied(change, plan))
      terminal.log(`takes back a rename: ${invertAttribute(plan, change.holder, change.name, change.to)}`);
  const lasting = lastingChanges(last).join(', ');
  if (lasting !== '') terminal.log(`does not take back what else the migration has changed: ${lasting}`);
  if (dryRun === true) return true;
  if (yes !== true && !(await confirmMigration(terminal))) return false;
  await repeatMigration(service, terminal.log, 'undo');
  terminal.log(undoneMessage);
  if (lasting !== '')
    terminal.log(`${lasting}: \`lectern types diff\` with the content types of before says how to change them back`);
  return true;
};

/**
 * Brings the old names back, beside the new ones until `--again`, for the content types of before, which the project has again.
 *
 * @throws Error if a migration before the last one is missing, too
 */
const restoreOldNames = async (
  terminal: Terminal,
  service: Service,
  { record, missing }: KnownStatus,
  { dryRun, yes }: UndoOptions,
): Promise<boolean> => {
  const plan = record.last && planOf(record.last);
  if (plan === undefined) throw noUndoError();
  const earlier = missing.filter((name) => record.last?.files?.includes(name) !== true);
  if (missing.length === 0 || earlier.length > 0)
    throw new Error(
      missing.length === 0
        ? 'This project has every migration of the database: --undo takes back the last one that a project lacks'
        : `Only the last migration can be taken back, and the project also lacks ${earlier.join(', ')}: rename what these renamed with \`lectern types migrate --rename\``,
    );
  const options = { ...noMigrationOptions, rename: invertRenames(plan) };
  const status = await findMigrationStatus(service, { options, files: await readMigrationFiles() });
  if (status.is !== 'known') throw new Error('The migration record has changed: run this again');
  printFindings(terminal, status.findings, false);
  if (!hasNoObstacles(terminal, status.findings)) return false;
  if (dryRun === true) return true;
  if (yes !== true && !(await confirmMigration(terminal))) return false;
  await migrate(service, status, terminal.log, 'copy');
  terminal.log(status.plan.changes.some((change) => isDeferred(change, status.plan)) ? restoredMessage : doneMessage);
  return true;
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
  if (isUndo(status.record)) {
    if (options.dryRun === true) return true;
    if (options.yes !== true && !(await confirmMigration(terminal))) return false;
    await resumeMigration(service, terminal.log);
    terminal.log(restoredMessage);
    return true;
  }
  throw new Error(
    'A migration is not finished, and some documents lack the old names: finish it with `lectern types migrate` and the content ' +
      'types that it leads to, and then take it back with those of before and --undo',
  );
};
