// What `lectern types migrate` does with the last migration: `--again` finishes it, `--undo` takes it back.
import type { Service } from '../../lib/platform/service.ts';
import { confirm } from '../terminal/confirm.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isDeferred } from './copiedValues.ts';
import { diffSchemas } from './diffSchemas.ts';
import { isPressing } from './kinds.ts';
import { migrate, repeatMigration, scanForRepetition } from './migrate.ts';
import { deserializeSchema, type LastMigration } from './migrationRecord.ts';
import { readMigrationFiles } from './migrationFiles.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import { findMigrationStatus, formatMissing, type KnownStatus, type MigrationStatus } from './migrationStatus.ts';
import { concernsDocuments, hasNoObstacles, printFindings } from './printFindings.ts';
import { elementName } from './schemaElements.ts';
import type { MigrationOptions, MigrationPlan } from './types.ts';

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

/** The plan of the last migration; undefined: an earlier version of Lectern did not record it. */
const planOf = ({ from, to, options }: LastMigration): MigrationPlan | undefined =>
  to === undefined ? undefined : diffSchemas(deserializeSchema(from), deserializeSchema(to), options);

/** The renames of a plan in the opposite direction. */
const invertRenames = ({ base, next, renames }: MigrationPlan): MigrationOptions => {
  const { types, components, attributes } = renames;
  const rename = [
    ...[...types].map(([from, to]) => `${elementName(next, to)}=${elementName(base, from)}`),
    ...[...components].map(([from, to]) => `${to}=${from}`),
    ...[...attributes].flatMap(([holder, names]) =>
      [...names].map(
        ([from, to]) => `${elementName(next, types.get(holder) ?? components.get(holder) ?? holder, to)}=${from}`,
      ),
    ),
  ];
  return { ...noMigrationOptions, rename };
};

/** @throws Error if the last migration did more than what the phase `undo` takes back */
const refuseLasting = (plan: MigrationPlan): void => {
  const lasting = plan.changes.filter(
    (change) => isPressing(change) && change.kind !== 'default' && !isDeferred(change, plan),
  );
  const places = lasting.map((change) =>
    elementName(plan.base, change.holder, 'name' in change ? change.name : undefined),
  );
  if (places.length > 0)
    throw new Error(
      `The last migration has changed more than names (${places.join(', ')}): go on with its content types, ` +
        'or finish it with `lectern types migrate --again` and migrate back to those of before',
    );
};

const undoneMessage = 'the documents have the names of before';

/**
 * Takes the last migration back. While it keeps the old names, the copies go. When it is finished, the old names come back
 * beside the new ones, until `--again` removes these: for the content types of before, which the project has again.
 *
 * @returns whether it is done; false if there are obstacles or the user did not confirm it
 * @throws Error when there is nothing to take back, or it cannot be
 */
export const undoLast = async (
  terminal: Terminal,
  service: Service,
  { record, missing }: KnownStatus,
  { dryRun, yes }: { readonly dryRun?: true | undefined; readonly yes?: true | undefined },
): Promise<boolean> => {
  const { last } = record;
  const plan = last && planOf(last);
  if (plan === undefined) throw new Error('There is no migration to take back');
  const isAllowed = async (): Promise<boolean> => yes === true || (await confirmMigration(terminal));
  if (last?.isOpen === true) {
    refuseLasting(plan);
    for (const text of invertRenames(plan).rename) terminal.log(`takes back a rename: ${text}`);
    if (dryRun === true) return true;
    if (!(await isAllowed())) return false;
    await repeatMigration(service, terminal.log, 'undo');
    terminal.log(undoneMessage);
    return true;
  }
  const earlier = missing.filter((name) => last?.files?.includes(name) !== true);
  if (missing.length === 0 || earlier.length > 0)
    throw new Error(
      missing.length === 0
        ? 'This project has every migration of the database: --undo takes back the last one that a project lacks'
        : `Only the last migration can be taken back, and the project also lacks ${earlier.join(', ')}: rename what these renamed with \`lectern types migrate --rename\``,
    );
  const options = invertRenames(plan);
  const status = await findMigrationStatus(service, { options, files: await readMigrationFiles() });
  if (status.is !== 'known') throw new Error('The migration record has changed: run this again');
  printFindings(terminal, status.findings, false);
  if (!hasNoObstacles(terminal, status.findings)) return false;
  if (dryRun === true) return true;
  if (!(await isAllowed())) return false;
  await migrate(service, status, terminal.log, 'copy');
  terminal.log(
    `${undoneMessage}, and still those of after: deploy, or start the servers, and then \`lectern types migrate --again\``,
  );
  return true;
};
