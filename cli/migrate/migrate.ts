// Migrates documents from one schema to another, in steps that can be interrupted at any time.
import { prepareIndexes, resetTotals } from '../../lib/platform/db/index.ts';
import { completeTotals } from '../../lib/background/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { markIndexes } from '../../lib/search/indexing/index.ts';
import { storeDefinitions } from '../../lib/write/documents/index.ts';
import { diffSchemas } from './diffSchemas.ts';
import { dropLeftOverIndexes } from './dropIndexes.ts';
import { createMigrationContext } from './createMigrationContext.ts';
import {
  readRecord,
  deserializeSchema,
  serializeSchema,
  writeRecord,
  type LastMigration,
  type MigrationRecord,
  type UnfinishedMigration,
} from './migrationRecord.ts';
import { namesOf } from './migrationFiles.ts';
import { openMigrationMessage, type KnownStatus } from './migrationStatus.ts';
import { isRepetition, keepsBoth } from './copiedValues.ts';
import { recordAfter, recordToUndo } from './recordAfter.ts';
import { scanDocuments, type Finding } from './scanDocuments.ts';
import { buildSteps } from './buildSteps.ts';
import type { MigrationOptions } from './types.ts';
import { formatCount } from '../terminal/formatCount.ts';
import { omit } from './values.ts';

const noMigrationError = (): Error => new Error('There is no migration to continue');

/** @throws Error when the migration under way leads to other content types, because its work would be lost */
const unfinishedMigration = (record: MigrationRecord, schema: Schema) => {
  const { migration } = record;
  if (migration === undefined) throw noMigrationError();
  const phase = migration.phase ?? (migration.again === true ? 'again' : 'whole');
  // Servers of both content types find what they know while it is taken back.
  if (phase !== 'undo' && migration.schema !== serializeSchema(schema))
    throw new Error(
      'A migration to other content types is not finished: finish it with those content types first' +
        (recordToUndo(record) === undefined ? '' : ', or take it back with `lectern types migrate --undo`'),
    );
  return { ...migration, phase };
};

/** The least time between two progress lines; a batch takes a fraction of it. */
const logIntervalMs = 1_000;

const runSteps = async (service: Service, started: MigrationRecord, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const { phase, ...migration } = unfinishedMigration(started, service.schema);
  // A repetition starts at the schema where the last migration started.
  const from = isRepetition(phase) ? (started.last?.from ?? started.schema) : started.schema;
  const next = phase === 'undo' ? deserializeSchema(migration.schema) : service.schema;
  const plan = diffSchemas(deserializeSchema(from), next, migration.options);
  const steps = await buildSteps(service, await createMigrationContext(service, plan, phase));
  let record = started;
  const save = async (step: number, after?: unknown): Promise<void> => {
    const at = { ...omit(migration, 'after'), phase, step, ...(after === undefined ? {} : { after }) };
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
  const served = phase === 'undo' ? plan.base : next;
  await dropLeftOverIndexes(db, served, keepsBoth(phase));
  await prepareIndexes(db, served, (index) => {
    log(`creating ${index}`);
  });
  await resetTotals(db, 'running');
  await markIndexes(db);
  await completeTotals(service);
  await writeRecord(db, record, recordAfter(record, plan, phase, migration));
};

const newMigration = (
  { now }: Service,
  schema: string,
  options: MigrationOptions,
  more: Pick<UnfinishedMigration, 'phase' | 'files' | 'undone'>,
): UnfinishedMigration => ({ ...{ schema, options, ...more }, ...{ step: 0, startedAt: now() } });

/**
 * Runs a migration; after an interruption `resumeMigration` continues it. The caller has checked for obstacles (`findMigrationStatus`).
 *
 * @param status the record as it was read together with the findings, the options, and the files that they include; the
 *   database no longer has `missing` ones afterwards
 * @param log receives a line about the progress once a second
 * @param phase `copy`: previous servers go on beside it, until `repeatMigration`
 * @throws Error when another process changed the record, or the last migration is not finished
 */
export const migrate = async (
  service: Service,
  { record, options, files, missing }: Pick<KnownStatus, 'record' | 'options' | 'files' | 'missing'>,
  log: (line: string) => void,
  phase: 'whole' | 'copy' = 'whole',
): Promise<void> => {
  if (record.last?.isOpen === true) throw new Error(openMigrationMessage(record.last));
  const db = await service.database.get();
  const more = { phase, files: namesOf(files), undone: missing };
  const migration = newMigration(service, serializeSchema(service.schema), options, more);
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

const noLastError = (): Error => new Error('There is no earlier migration to repeat');

const lastPhase = ({ isOpen }: LastMigration) => (isOpen === true ? 'finish' : 'again');

/**
 * Runs another phase of the last migration: repeats it for documents that older servers wrote since, and removes the old names that
 * it kept (no `phase`), keeps these (`recopy`), or takes the copies back (`undo`), also those of a copy under way. The caller has
 * checked for obstacles (`scanForRepetition`).
 *
 * @throws Error as `migrate`, and when there is no earlier migration
 */
export const repeatMigration = async (
  service: Service,
  log: (line: string) => void,
  phase?: 'recopy' | 'undo',
): Promise<void> => {
  const db = await service.database.get();
  const record = await readRecord(db);
  const content = phase === 'undo' ? record && recordToUndo(record) : record;
  if (content?.last === undefined) throw noLastError();
  const { last } = content;
  // An undo also runs with the previous content types.
  const schema = (phase === 'undo' ? last.to : undefined) ?? serializeSchema(service.schema);
  const migration = newMigration(service, schema, last.options, { phase: phase ?? lastPhase(last) });
  await runSteps(service, await writeRecord(db, record, { ...content, migration }), log);
};

/** Whether the last migration keeps old names, or applied migration files, and was not repeated since. */
export const awaitsRepetition = async ({ database }: Service): Promise<boolean> => {
  const { isOpen, isRepeated, files = [] } = (await readRecord(await database.get()))?.last ?? {};
  return isOpen === true || (isRepeated !== true && files.length > 0);
};

/**
 * @returns what a repetition of the last migration would change
 * @throws Error when there is no earlier migration
 */
export const scanForRepetition = async (service: Service): Promise<readonly Finding[]> => {
  const db = await service.database.get();
  const last = (await readRecord(db))?.last;
  if (last === undefined) throw noLastError();
  const plan = diffSchemas(deserializeSchema(last.from), service.schema, last.options);
  return scanDocuments(await createMigrationContext(service, plan, lastPhase(last)), db);
};
