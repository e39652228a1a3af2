// Documents of one schema made documents of another, in steps that can be interrupted at any time.
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

const nothingBegun = (): Error => new Error('There is no migration to go on with');

/** @throws Error where it is of other content types than those that are given: what it began would be lost */
const underWay = (record: Recorded, text: string) => {
  const { migration } = record;
  if (migration === undefined) throw nothingBegun();
  if (migration.schema !== text)
    throw new Error('A migration to other content types began and did not end: finish it with those first');
  return migration;
};

/** A batch takes a fraction of a second. */
const tellMs = 1_000;

const run = async (service: Service, begun: Recorded, log: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const migration = underWay(begun, textOf(service.schema));
  const { asked, again } = migration;
  // Once more is from where the last began.
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
 * Begins a migration, which `resume` goes on with wherever this ends. It asks nothing: what stands in the way was looked
 * for before (`standingOf`).
 *
 * @param record as it was read with what was found
 * @param log told how far it is, once a second
 * @throws Error where another process came between
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

/** Goes on with a migration that began. Throws as `migrate`, and where it is to other content types. */
export const resume = async (service: Service, log: (line: string) => void): Promise<void> => {
  const record = await readRecord(await service.database.get());
  if (record === undefined) throw nothingBegun();
  await run(service, record, log);
};

const lastOf = async (service: Service) => {
  const record = await readRecord(await service.database.get());
  if (record?.last === undefined) throw new Error('There was no migration yet');
  return { record, last: record.last };
};

/**
 * Goes through the documents of the last migration once more, for what servers of before wrote since. It asks nothing, as
 * `migrate`: what stands in the way is what `findingsAgain` says.
 *
 * @throws Error where there was none, and as `migrate`
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
 * @returns what going through the documents of the last migration once more would mean for them
 * @throws Error where there was none
 */
export const findingsAgain = async (service: Service): Promise<readonly Finding[]> => {
  const { last } = await lastOf(service);
  const plan = planOf(schemaIn(last.from), service.schema, last.asked);
  return findingsOf(await goingOf(service, plan, true), await service.database.get());
};
