// Migrates documents from one schema to another, in steps that can be interrupted at any time.
import { prepareIndexes, resetTotals } from '../../lib/platform/db/index.ts';
import { completeTotals } from '../../lib/events/relay/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { markIndexes } from '../../lib/search/indexing/index.ts';
import { storeDefinitions } from '../../lib/write/documents/index.ts';
import { diffSchemas } from './diffSchemas.ts';
import { dropLeftOverIndexes } from './dropIndexes.ts';
import { createMigrationContext } from './createMigrationContext.ts';
import {
  appliedFiles,
  readRecord,
  deserializeSchema,
  serializeSchema,
  writeRecord,
  type MigrationRecord,
  type UnfinishedMigration,
} from './migrationRecord.ts';
import { namesOf } from './migrationFiles.ts';
import type { KnownStatus } from './migrationStatus.ts';
import { keptAttributes, schemaAfterMigration, withoutAttributes } from './schemaAfterMigration.ts';
import { scanDocuments, type Finding } from './scanDocuments.ts';
import { buildSteps } from './buildSteps.ts';
import type { MigrationOptions, MigrationPlan } from './types.ts';
import { undecidedAttributes } from './undecidedRemovals.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { omit } from './values.ts';

const noMigrationError = (): Error => new Error('There is no migration to continue');

/** @throws Error when the migration under way leads to other content types, because its work would be lost */
const unfinishedMigration = (record: MigrationRecord, text: string) => {
  const { migration } = record;
  if (migration === undefined) throw noMigrationError();
  if (migration.schema !== text)
    throw new Error('A migration to other content types is not finished: finish it with those content types first');
  return migration;
};

/** The least time between two progress lines; a batch takes a fraction of it. */
const logIntervalMs = 1_000;

/** What the record has after a migration. Options decide about the attributes that they name, and a migration without options about all. */
const recordDecisions = (
  plan: MigrationPlan,
  { migration, kept = [] }: MigrationRecord,
): Pick<MigrationRecord, 'schema' | 'kept'> => {
  const schema = schemaAfterMigration(plan);
  const decidesAll = Object.values(migration?.options ?? {}).every((texts: readonly string[]) => texts.length === 0);
  if (decidesAll) return { schema: serializeSchema(schema), kept: keptAttributes(plan) };
  return {
    schema: serializeSchema(withoutAttributes(schema, undecidedAttributes(plan, kept))),
    kept: keptAttributes(plan, kept),
  };
};

const runSteps = async (service: Service, started: MigrationRecord, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const migration = unfinishedMigration(started, serializeSchema(service.schema));
  const { options, again, files = [] } = migration;
  // A repeated migration starts at the schema where the last one started.
  const from = again ? (started.last?.from ?? started.schema) : started.schema;
  const plan = diffSchemas(deserializeSchema(from), service.schema, options);
  const steps = await buildSteps(service, await createMigrationContext(service, plan, again));
  let record = started;
  const save = async (step: number, after?: unknown): Promise<void> => {
    const at = { ...omit(migration, 'after'), step, ...(after === undefined ? {} : { after }) };
    record = await writeRecord(db, record, { ...record, migration: at });
  };
  await storeDefinitions(db, plan.base);
  await storeDefinitions(db, plan.next);
  // Steps change which documents are published, and their locales, without `uncounted` and without events.
  await resetTotals(db, 'paused');
  await markIndexes(db);
  for (const [index, step] of steps.entries()) {
    if (index < migration.step) continue;
    let after = index === migration.step ? migration.after : undefined;
    let changed = 0;
    let loggedAt = 0;
    const logProgress = (): void => {
      loggedAt = Date.now();
      log(`${step.description}: ${formatCount(changed, 'document')} changed`);
    };
    for (let result = await step.runBatch(after); result !== undefined; result = await step.runBatch(after)) {
      ({ after } = result);
      changed += result.changed;
      await save(index, after);
      if (Date.now() - loggedAt >= logIntervalMs) logProgress();
    }
    await save(index + 1);
    logProgress();
  }
  await dropLeftOverIndexes(db, service.schema);
  await prepareIndexes(db, service.schema, (index) => {
    log(`creating ${index}`);
  });
  await resetTotals(db, 'running');
  await markIndexes(db);
  await completeTotals(service);
  const last = { from, options, ...(files.length === 0 ? {} : { files }) };
  await writeRecord(db, record, {
    ...omit(record, 'migration'),
    ...(again ? {} : recordDecisions(plan, record)),
    ...appliedFiles(record, files),
    last,
  });
};

const newMigration = (
  { schema, now }: Service,
  options: MigrationOptions,
  more: Pick<UnfinishedMigration, 'again' | 'files'>,
): UnfinishedMigration => ({
  ...{ schema: serializeSchema(schema), options, ...more },
  ...{ step: 0, startedAt: now() },
});

/**
 * Runs a migration; after an interruption `resumeMigration` continues it. The caller has checked for obstacles (`findMigrationStatus`).
 *
 * @param status the record as it was read together with the findings, the options, and the files that they include
 * @param log receives a line about the progress once a second
 * @throws Error when another process changed the record
 */
export const migrate = async (
  service: Service,
  { record, options, files }: Pick<KnownStatus, 'record' | 'options' | 'files'>,
  log: (line: string) => void,
): Promise<void> => {
  const db = await service.database.get();
  const migration = newMigration(service, options, { again: false, files: namesOf(files) });
  await runSteps(service, await writeRecord(db, record, { ...record, migration }), log);
};

/**
 * Continues an interrupted migration.
 *
 * @throws Error as `migrate`, and when the migration leads to other content types
 */
export const resumeMigration = async (service: Service, log: (line: string) => void): Promise<void> => {
  const record = await readRecord(await service.database.get());
  if (record === undefined) throw noMigrationError();
  await runSteps(service, record, log);
};

const readLastMigration = async (service: Service) => {
  const record = await readRecord(await service.database.get());
  if (record?.last === undefined) throw new Error('There is no earlier migration to repeat');
  const { from, options } = record.last;
  return { record, from, options };
};

/**
 * Repeats the last migration for documents that older servers wrote since. The caller has checked for obstacles
 * (`scanForRepetition`).
 *
 * @throws Error as `migrate`, and when there is no earlier migration
 */
export const repeatMigration = async (service: Service, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const { record, options } = await readLastMigration(service);
  const migration = newMigration(service, options, { again: true });
  await runSteps(service, await writeRecord(db, record, { ...record, migration }), log);
};

/** Whether the last migration applied migration files and was not repeated since. */
export const awaitsRepetition = async ({ database }: Service): Promise<boolean> =>
  ((await readRecord(await database.get()))?.last?.files ?? []).length > 0;

/**
 * @returns what a repetition of the last migration would change
 * @throws Error when there is no earlier migration
 */
export const scanForRepetition = async (service: Service): Promise<readonly Finding[]> => {
  const { from, options } = await readLastMigration(service);
  const plan = diffSchemas(deserializeSchema(from), service.schema, options);
  return scanDocuments(await createMigrationContext(service, plan, true), await service.database.get());
};
