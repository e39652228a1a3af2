// Compares the documents of a database with the content types, and prepares the database for them.
import type { Db } from 'mongodb';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { storeDefinitions } from '../../lib/write/documents/index.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { combineMigrations, joinOptions } from './combineMigrations.ts';
import { migrationsFolder, namesOf, type MigrationFile } from './migrationFiles.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import { diffSchemas } from './diffSchemas.ts';
import { createMigrationContext } from './createMigrationContext.ts';
import { isPressing } from './kinds.ts';
import { dropLeftOverIndexes } from './dropIndexes.ts';
import {
  appliedFiles,
  readRecord,
  deserializeSchema,
  serializeSchema,
  writeRecord,
  type LastMigration,
  type MigrationRecord,
  readRestoreRecord,
} from './migrationRecord.ts';
import {
  checkFormat,
  currentFormat,
  newerFormatProblem,
  readFormat,
  recordFormat,
  type FormatRecord,
} from './formats/index.ts';
import { recordToUndo } from './recordAfter.ts';
import { keptAttributes, schemaAfterMigration } from './schemaAfterMigration.ts';
import { scanDocuments, needsAction, type Finding } from './scanDocuments.ts';
import type { MigrationOptions, MigrationPlan, SchemaChange } from './types.ts';
import { allElementNames } from './schemaElements.ts';
import { storedEqual } from './values.ts';

export type MigrationStatus =
  /** There are no documents. */
  | { readonly is: 'empty' }
  /** There are documents, but the database does not record their content types. */
  | { readonly is: 'unknown' }
  /** A migration is not finished. */
  | { readonly is: 'under way'; readonly record: MigrationRecord }
  | KnownStatus;

export interface KnownStatus {
  readonly is: 'known';
  readonly record: MigrationRecord;
  /** The migration files that are not applied yet. */
  readonly files: readonly MigrationFile[];
  /** The applied migration files that the project does not have: its content types are older than the documents. */
  readonly missing: readonly string[];
  /** The options of the files and of the caller. */
  readonly options: MigrationOptions;
  readonly plan: MigrationPlan;
  readonly findings: readonly Finding[];
}

export interface MigrationRequest {
  readonly options?: MigrationOptions;
  /** The migration files of the project; undefined: they do not matter. */
  readonly files?: readonly MigrationFile[] | undefined;
}

/** @returns the applied migration files that the project does not have */
const missingFiles = (
  { applied = [] }: Pick<MigrationRecord, 'applied'>,
  files: readonly MigrationFile[] | undefined,
): readonly string[] => {
  if (files === undefined) return [];
  const existing = new Set(namesOf(files));
  return applied.filter((name) => !existing.has(name));
};

const isEmpty = async ({ database, schema }: Service): Promise<boolean> => {
  const db = await database.get();
  const found = [...schema.served.values()].map(({ collectionName }) => db.collection(collectionName).findOne({}));
  return (await Promise.all(found)).every((one) => one === null);
};

/**
 * @param request the options and the migration files; applied files are left out
 * @param only selects the changes to look for in documents; all by default
 * @throws Error when an option or a file names something that the schemas do not have, when a later version of Lectern has upgraded
 *   the database, or when a restore is not finished
 */
export const findMigrationStatus = async (
  service: Service,
  { options = noMigrationOptions, files }: MigrationRequest = {},
  only: (change: SchemaChange) => boolean = () => true,
): Promise<MigrationStatus> => {
  const db = await service.database.get();
  // This version does not know what documents of a newer format mean.
  const refusal = newerFormatProblem(await readFormat(db));
  if (refusal !== undefined) throw new Error(refusal);
  if ((await readRestoreRecord(db)) !== undefined)
    throw new Error('A restore into this database is not finished: run `lectern restore` with the same archive again');
  const record = await readRecord(db);
  if (record === undefined) return { is: (await isEmpty(service)) ? 'empty' : 'unknown' };
  if (record.migration !== undefined) return { is: 'under way', record };
  const base = deserializeSchema(record.schema);
  const pending = (files ?? []).filter(({ name }) => record.applied?.includes(name) !== true);
  const former = new Set(record.last === undefined ? [] : allElementNames(deserializeSchema(record.last.from)));
  const all = joinOptions(combineMigrations(pending, base, service.schema, former), options);
  const plan = diffSchemas(base, service.schema, all);
  const scannedPlan: MigrationPlan = { ...plan, changes: plan.changes.filter(only) };
  const findings =
    scannedPlan.changes.length === 0
      ? []
      : await scanDocuments(await createMigrationContext(service, scannedPlan, 'whole'), db);
  return { is: 'known', record, files: pending, missing: missingFiles(record, files), options: all, plan, findings };
};

/**
 * Records the content types as those of the documents, whatever the record was before.
 *
 * @param files migration files that such documents do not need
 */
export const recordSchema = async (
  { database, schema }: Service,
  files: readonly MigrationFile[] = [],
): Promise<void> => {
  const db = await database.get();
  const applied = appliedFiles(undefined, namesOf(files));
  await writeRecord(db, await readRecord(db), { schema: serializeSchema(schema), ...applied });
};

const unknownSchemaMessage =
  'The database does not record the content types of its documents. Run `lectern types migrate --baseline` with the ' +
  'content types that served it until now; then `lectern types diff` can compare others with them';

const nameFiles = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (${names.map((name) => `${migrationsFolder}/${name}`).join(', ')})`;

/** Says that the last migration has to be finished or undone. */
export const openMigrationMessage = ({ files = [] }: LastMigration): string =>
  `The last migration${nameFiles(files)} keeps the old names until it is finished: when no previous server ` +
  'runs any more, `lectern types migrate --again` removes them; `lectern types migrate --undo` takes it back';

/** Whether documents still have the names that missing migrations renamed. */
const hasOldNames = ({ record: { last }, missing }: Pick<KnownStatus, 'record' | 'missing'>): boolean =>
  last?.isOpen === true && missing.every((name) => last.files?.includes(name));

/** @returns why the content types of the project are older than the documents; undefined if they are not */
export const formatMissing = ({ record, missing }: Pick<KnownStatus, 'record' | 'missing'>): string | undefined => {
  if (missing.length === 0) return undefined;
  return (
    `The documents are newer than this commit, which lacks the migrations that they had${nameFiles(missing)}: ` +
    (hasOldNames({ record, missing })
      ? 'these still keep the old names. '
      : 'it would answer null for what these renamed. ') +
    'Go on with a commit that has them. To go back to this one, run `lectern types migrate --undo` here first'
  );
};

const formatUnderWay = (record: MigrationRecord): string =>
  'A migration of the documents is not finished: `lectern types migrate` continues it' +
  (recordToUndo(record) === undefined ? '' : ', and `lectern types migrate --undo` takes it back');

/** @returns that the last migration keeps the old names; undefined if it does not */
export const formatOpen = ({ last }: MigrationRecord): string | undefined =>
  last?.isOpen === true ? openMigrationMessage(last) : undefined;

/**
 * Compares a project with the record of its database, and reads no documents.
 *
 * @returns why the content types are older than the documents; or a note about a migration that is not finished
 */
export const compareRecord = async (
  db: Db,
  files: readonly MigrationFile[],
): Promise<{ readonly problem?: string | undefined; readonly note?: string | undefined }> => {
  const record = await readRecord(db);
  if (record === undefined) return {};
  const problem = formatMissing({ record, missing: missingFiles(record, files) });
  if (problem !== undefined) return { problem };
  return { note: record.migration === undefined ? formatOpen(record) : formatUnderWay(record) };
};

/** @returns why a server cannot serve the documents, or a warning about them; undefined if they fit */
export const formatStatusProblem = (status: MigrationStatus): string | undefined => {
  if (status.is === 'unknown') return unknownSchemaMessage;
  if (status.is === 'under way') return formatUnderWay(status.record);
  if (status.is === 'empty') return undefined;
  return formatMissing(status) ?? formatPressing(status);
};

const formatPressing = (status: KnownStatus): string | undefined => {
  const pressing = status.findings.filter(needsAction);
  if (pressing.length === 0) return undefined;
  const lines = pressing.map(
    ({ place, means, documents }) => `  ${place} ${means}: ${formatCount(documents, 'document')}`,
  );
  return ['Documents do not fit the content types and need a migration first (`lectern types diff`):', ...lines].join(
    '\n',
  );
};

/** @throws Error when this version of Lectern cannot serve the format */
const warnOrRefuse = (format: FormatRecord | undefined, warn: (line: string) => void): void => {
  const problem = checkFormat(format);
  if (problem === undefined) return;
  if ('refusal' in problem) throw new Error(problem.refusal);
  warn(problem.warning);
};

/** A rename also changes the permissions of roles and tokens. */
const changesPermissions = ({ kind }: SchemaChange): boolean => kind === 'renamed' || kind === 'type renamed';

/** @returns why the documents cannot be served before migration files are applied; undefined: they can */
const formatWaitingFiles = ({ files, findings }: KnownStatus): string | undefined =>
  files.length > 0 && findings.some((finding) => needsAction(finding) || changesPermissions(finding.change))
    ? `The database does not have these migrations yet: ${namesOf(files).join(', ')}. ` +
      'Run `lectern upgrade --apply` or `lectern types migrate`'
    : undefined;

export interface PrepareOptions {
  /** Receives a line about each index before it is created. */
  readonly log?: (line: string) => void;
  /** Receives what is wrong and does not prevent serving; by default it is printed on stderr. */
  readonly warn?: (line: string) => void;
  /** The migration files of the project; undefined: they do not matter. */
  readonly files?: readonly MigrationFile[];
  /** The values of removed attributes: they stay on purpose, or nobody has decided yet, so that nothing is recorded. */
  readonly removals?: 'kept' | 'undecided';
}

/**
 * While the last migration keeps the old names, previous servers start, too. `lectern dev` asks about
 * renamed attributes, and whoever keeps removed values has decided.
 *
 * @returns why no server may start
 */
const formatObstacle = (status: KnownStatus, removals: PrepareOptions['removals']): string | undefined => {
  const mayBeOlder = removals !== undefined || hasOldNames(status);
  return formatWaitingFiles(status) ?? (mayBeOlder ? undefined : formatMissing(status)) ?? formatPressing(status);
};

/**
 * Prepares a database for the content types: checks that the documents fit, creates the indexes and records the schema. An
 * empty database gets the current format.
 *
 * @throws Error when this version of Lectern cannot serve the format of the documents, or when documents need a migration
 *   first or violate a unique index
 */
export const prepareDatabase = async (
  service: Service,
  { log, warn = console.error, files, removals }: PrepareOptions = {},
): Promise<void> => {
  const db = await service.database.get();
  const status = await findMigrationStatus(service, { files }, isPressing);
  const problem = status.is === 'known' ? formatObstacle(status, removals) : formatStatusProblem(status);
  if (status.is === 'unknown') warn(unknownSchemaMessage);
  else if (problem !== undefined) throw new Error(problem);
  if (status.is !== 'empty') warnOrRefuse(await readFormat(db), warn);
  await dropLeftOverIndexes(db, service.schema, status.is === 'known' && status.record.last?.isOpen === true);
  await prepareIndexes(db, service.schema, log);
  await storeDefinitions(db, service.schema);
  if (status.is === 'empty') {
    // The format first: a database with a schema and no format is from before the first release.
    await recordFormat(db, currentFormat);
    await recordSchema(service, files);
  }
  if (status.is !== 'known' || removals === 'undecided') return;
  const { record, plan } = status;
  const after = {
    ...record,
    schema: serializeSchema(schemaAfterMigration(plan)),
    ...appliedFiles(record, namesOf(status.files), removals === 'kept' ? status.missing : []),
    ...(removals === 'kept' ? { kept: keptAttributes(plan) } : {}),
  };
  if (!storedEqual(after, record)) await writeRecord(db, record, after);
};
