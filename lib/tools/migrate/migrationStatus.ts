// Compares the documents of a database with the content types, and prepares the database for them.
import { prepareIndexes } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { noMigrationOptions } from './migrationOptions.ts';
import { diffSchemas } from './diffSchemas.ts';
import { createMigrationContext } from './createMigrationContext.ts';
import { changeKindOf } from './kinds.ts';
import { dropLeftOverIndexes } from './dropIndexes.ts';
import {
  readRecord,
  deserializeSchema,
  serializeSchema,
  writeRecord,
  type MigrationRecord,
} from './migrationRecord.ts';
import {
  checkFormat,
  currentFormat,
  newerFormatProblem,
  readFormat,
  recordFormat,
  type FormatRecord,
} from './formats/index.ts';
import { readRestoreRecord } from './restoreRecord.ts';
import { schemaAfterMigration } from './schemaAfterMigration.ts';
import { scanDocuments, needsAction, type Finding } from './scanDocuments.ts';
import type { MigrationOptions, MigrationPlan } from './types.ts';

export type MigrationStatus =
  /** There are no documents. */
  | { readonly is: 'empty' }
  /** There are documents, but the database does not record their content types. */
  | { readonly is: 'unknown' }
  /** A migration is not finished. */
  | { readonly is: 'under way'; readonly record: MigrationRecord }
  | {
      readonly is: 'known';
      readonly record: MigrationRecord;
      readonly plan: MigrationPlan;
      readonly findings: readonly Finding[];
    };

const isEmpty = async ({ database, schema }: Service): Promise<boolean> => {
  const db = await database.get();
  const found = [...schema.served.values()].map(({ collectionName }) => db.collection(collectionName).findOne({}));
  return (await Promise.all(found)).every((one) => one === null);
};

/**
 * @param options the migration options
 * @param only selects the changes to look for in documents; all by default
 * @throws Error when an option names something that the schemas do not have, when a later version of Lectern has upgraded
 *   the database, or when a restore is not finished
 */
export const findMigrationStatus = async (
  service: Service,
  options: MigrationOptions = noMigrationOptions,
  only: (change: MigrationPlan['changes'][number]) => boolean = () => true,
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
  const plan = diffSchemas(deserializeSchema(record.schema), service.schema, options);
  const scannedPlan: MigrationPlan = { ...plan, changes: plan.changes.filter(only) };
  const findings =
    scannedPlan.changes.length === 0
      ? []
      : await scanDocuments(await createMigrationContext(service, scannedPlan, false), db);
  return { is: 'known', record, plan, findings };
};

/** Records the content types as those of the documents, whatever the record was before. */
export const recordSchema = async ({ database, schema }: Service): Promise<void> => {
  const db = await database.get();
  await writeRecord(db, await readRecord(db), { schema: serializeSchema(schema) });
};

const unknownSchemaMessage =
  'The database does not record the content types of its documents. Run `lectern types migrate --baseline` with the ' +
  'content types that served it until now; then `lectern types diff` can compare others with them';

export const formatDocumentCount = (documents: number): string =>
  `${documents} ${documents === 1 ? 'document' : 'documents'}`;

/** @returns why a server cannot serve the documents, or a warning about them; undefined if they fit */
export const formatStatusProblem = (status: MigrationStatus): string | undefined => {
  if (status.is === 'unknown') return unknownSchemaMessage;
  if (status.is === 'under way')
    return 'A migration of the documents is not finished: `lectern types migrate` continues it';
  if (status.is === 'empty') return undefined;
  const pressing = status.findings.filter(needsAction);
  if (pressing.length === 0) return undefined;
  const lines = pressing.map(({ place, means, documents }) => `  ${place} ${means}: ${formatDocumentCount(documents)}`);
  return ['Documents do not fit the content types and need a migration first (`lectern types diff`):', ...lines].join(
    '\n',
  );
};

/** @throws Error when this version of Lectern cannot serve the format */
const warnOrRefuse = (format: FormatRecord | undefined): void => {
  const problem = checkFormat(format);
  if (problem === undefined) return;
  if ('refusal' in problem) throw new Error(problem.refusal);
  console.error(problem.warning);
};

/**
 * Prepares a database for the content types: checks that the documents fit, creates the indexes and records the schema. An
 * empty database gets the current format.
 *
 * @param log receives a line about each index before it is created
 * @throws Error when this version of Lectern cannot serve the format of the documents, or when documents need a migration
 *   first or violate a unique index
 */
export const prepareDatabase = async (service: Service, log?: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const status = await findMigrationStatus(
    service,
    noMigrationOptions,
    (change) => changeKindOf(change).level(change) === 'must',
  );
  const problem = formatStatusProblem(status);
  if (status.is === 'unknown') console.error(problem);
  else if (problem !== undefined) throw new Error(problem);
  if (status.is !== 'empty') warnOrRefuse(await readFormat(db));
  await dropLeftOverIndexes(db, service.schema);
  await prepareIndexes(db, service.schema, log);
  if (status.is === 'empty') {
    // The format first: a database with a schema and no format is from before the first release.
    await recordFormat(db, currentFormat);
    await recordSchema(service);
  }
  if (status.is !== 'known') return;
  const { record, plan } = status;
  const schema = serializeSchema(schemaAfterMigration(plan));
  if (schema !== record.schema) await writeRecord(db, record, { ...record, schema });
};
