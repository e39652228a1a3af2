// Migrates documents from one schema to another, in steps that can be interrupted at any time.
import { prepareIndexes } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { planOf } from './diff.ts';
import { dropLeftOver } from './leftOver.ts';
import { goingOf } from './migrationContext.ts';
import { readRecord, schemaIn, textOf, writeRecord, type Recorded } from './record.ts';
import { remembered } from './remembered.ts';
import { findingsOf, type Finding } from './scan.ts';
import { stepsOf } from './steps.ts';
import type { Asked } from './types.ts';
import { without } from './values.ts';

const nothingBegun = (): Error => new Error('There is no migration to continue');

/** @throws Error when the migration under way leads to other content types, because its work would be lost */
const underWay = (record: Recorded, text: string) => {
  const { migration } = record;
  if (migration === undefined) throw nothingBegun();
  if (migration.schema !== text)
    throw new Error('A migration to other content types is not finished: finish it with those content types first');
  return migration;
};

/** The least time between two progress lines; a batch takes a fraction of it. */
const tellMs = 1_000;

const run = async (service: Service, begun: Recorded, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const migration = underWay(begun, textOf(service.schema));
  const { asked, again } = migration;
  // A repeated migration starts at the schema where the last one started.
  const from = again ? (begun.last?.from ?? begun.schema) : begun.schema;
  const plan = planOf(schemaIn(from), service.schema, asked);
  const steps = await stepsOf(service, await goingOf(service, plan, again));
  let record = begun;
  const save = async (step: number, after?: unknown): Promise<void> => {
    const at = { ...without(migration, 'after'), step, ...(after === undefined ? {} : { after }) };
    record = await writeRecord(db, record, { ...record, migration: at });
  };
  for (const [index, step] of steps.entries()) {
    if (index < migration.step) continue;
    let after = index === migration.step ? migration.after : undefined;
    let changed = 0;
    let told = 0;
    const tell = (): void => {
      told = Date.now();
      log(`${step.about}: ${changed} documents changed`);
    };
    for (let done = await step.next(after); done !== undefined; done = await step.next(after)) {
      ({ after } = done);
      changed += done.changed;
      await save(index, after);
      if (Date.now() - told >= tellMs) tell();
    }
    await save(index + 1);
    tell();
  }
  await dropLeftOver(db, service.schema);
  await prepareIndexes(db, service.schema, (index) => {
    log(`creating ${index}`);
  });
  const last = { from, asked };
  await writeRecord(db, record, {
    ...without(record, 'migration'),
    schema: again ? record.schema : textOf(remembered(plan)),
    last,
  });
};

/**
 * Runs a migration; after an interruption `resumeMigration` continues it. The caller has checked for obstacles (`findMigrationStatus`).
 *
 * @param record the record as it was read together with the findings
 * @param log receives a line about the progress once a second
 * @throws Error when another process changed the record
 */
export const migrate = async (
  service: Service,
  record: Recorded,
  asked: Asked,
  log: (line: string) => void,
): Promise<void> => {
  const db = await service.database.get();
  const migration = { schema: textOf(service.schema), asked, again: false, step: 0, startedAt: service.now() };
  await run(service, await writeRecord(db, record, { ...record, migration }), log);
};

/**
 * Continues an interrupted migration.
 *
 * @throws Error as `migrate`, and when the migration leads to other content types
 */
export const resume = async (service: Service, log: (line: string) => void): Promise<void> => {
  const record = await readRecord(await service.database.get());
  if (record === undefined) throw nothingBegun();
  await run(service, record, log);
};

const lastOf = async (service: Service) => {
  const record = await readRecord(await service.database.get());
  if (record?.last === undefined) throw new Error('There is no earlier migration to repeat');
  return { record, last: record.last };
};

/**
 * Repeats the last migration for documents that older servers wrote since. The caller has checked for obstacles
 * (`scanForRepetition`).
 *
 * @throws Error as `migrate`, and when there is no earlier migration
 */
export const migrateAgain = async (service: Service, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const { record, last } = await lastOf(service);
  const migration = {
    ...{ schema: textOf(service.schema), asked: last.asked },
    ...{ again: true, step: 0, startedAt: service.now() },
  };
  await run(service, await writeRecord(db, record, { ...record, migration }), log);
};

/**
 * @returns what a repetition of the last migration would change
 * @throws Error when there is no earlier migration
 */
export const findingsAgain = async (service: Service): Promise<readonly Finding[]> => {
  const { last } = await lastOf(service);
  const plan = planOf(schemaIn(last.from), service.schema, last.asked);
  return findingsOf(await goingOf(service, plan, true), await service.database.get());
};
