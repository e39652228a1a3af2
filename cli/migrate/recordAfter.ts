// Computes what the record of a database has after each phase of a migration. Pure.
import { isDeferred, isRepetition } from './copiedValues.ts';
import { diffSchemas } from './diffSchemas.ts';
import {
  appliedFiles,
  deserializeSchema,
  serializeSchema,
  type MigrationRecord,
  type RecordContent,
  type UnfinishedMigration,
} from './migrationRecord.ts';
import { keptAttributes, schemaAfterMigration, withoutAttributes } from './schemaAfterMigration.ts';
import type { MigrationPhase, MigrationPlan, SchemaChange } from './types.ts';
import { newUidOf } from './schemaElements.ts';
import { undecidedAttributes } from './undecidedRemovals.ts';
import { omit } from './values.ts';

/** Options decide about the attributes that they name, and a migration without options about all. */
const recordDecisions = (
  plan: MigrationPlan,
  phase: MigrationPhase,
  { migration, kept = [] }: MigrationRecord,
): Pick<MigrationRecord, 'schema' | 'kept'> => {
  const isKept = (change: SchemaChange): boolean => phase === 'copy' && isDeferred(change, plan);
  const changes = plan.changes.map((change): SchemaChange => {
    if (!isKept(change)) return change;
    if (change.kind !== 'renamed') return { ...change, drop: false } as SchemaChange; // deferred changes are drops
    return { kind: 'removed', holder: change.holder, name: change.name, drop: false };
  });
  const schema = schemaAfterMigration({ ...plan, changes });
  const decidesAll = Object.values(migration?.options ?? {}).every((texts: readonly string[]) => texts.length === 0);
  if (decidesAll) return { schema: serializeSchema(schema), kept: keptAttributes(plan) };
  return {
    schema: serializeSchema(withoutAttributes(schema, undecidedAttributes(plan, kept))),
    kept: keptAttributes(plan, kept),
  };
};

/** The schema of the documents when the old names of copied values, or the new ones, and what is dropped have gone. */
const schemaWithout = (schema: string, plan: MigrationPlan, which: 'old' | 'new'): string => {
  const deferred = plan.changes.filter((change) => isDeferred(change, plan));
  const attributes = deferred.flatMap((change) => {
    const holder = newUidOf(change.holder, plan);
    if (change.kind === 'renamed') return [{ holder, name: which === 'old' ? change.name : change.to }];
    return change.kind === 'removed' && which === 'old' ? [{ holder, name: change.name }] : [];
  });
  const { types, ...more } = withoutAttributes(deserializeSchema(schema), attributes);
  const isDropped = (uid: string): boolean =>
    which === 'old' && deferred.some(({ kind, holder }) => kind === 'type removed' && holder === uid);
  return serializeSchema({ ...more, types: new Map([...types].filter(([uid]) => !isDropped(uid))) });
};

const leavesOldNames = (plan: MigrationPlan, phase: MigrationPhase): boolean =>
  phase === 'copy' && plan.changes.some((change) => isDeferred(change, plan));

/**
 * @param record while the migration is under way
 * @returns the record when the phase is done
 */
export const recordAfter = (
  record: MigrationRecord,
  plan: MigrationPlan,
  phase: MigrationPhase,
  { schema: to, options, files = [], undone = [] }: UnfinishedMigration,
): RecordContent => {
  const rest = omit(record, 'migration');
  const { schema, last } = record;
  if (!isRepetition(phase))
    return {
      ...rest,
      ...recordDecisions(plan, phase, record),
      ...appliedFiles(record, files, undone),
      last: {
        ...{ from: schema, to, options, files },
        ...(undone.length === 0 ? {} : { undone }),
        ...(leavesOldNames(plan, phase) ? { isOpen: true } : {}),
      },
    };
  if (phase === 'recopy' || last === undefined) return rest;
  if (phase === 'undo')
    return {
      ...omit(rest, 'last'),
      ...appliedFiles(record, last.undone ?? [], last.files),
      schema: schemaWithout(schema, plan, 'new'),
    };
  return {
    ...rest,
    ...(last.isOpen === true ? { schema: schemaWithout(schema, plan, 'old') } : {}),
    last: { ...omit(last, 'isOpen'), isRepeated: true },
  };
};

/** Whether a finished migration is being taken back: a copy in the opposite direction, to old names that have gone. */
export const isUndo = ({ migration }: Pick<MigrationRecord, 'migration'>): boolean =>
  migration?.phase === 'copy' && migration.undone !== undefined && migration.undone.length > 0;

/**
 * A copy under way can be taken back as if it were done: documents that it has not reached have no new names.
 *
 * @returns the record, whose last migration can be taken back; undefined if no migration keeps the old names in all documents
 */
export const recordToUndo = (record: MigrationRecord): RecordContent | undefined => {
  const { migration, schema } = record;
  if (isUndo(record)) return undefined;
  if (migration?.phase === 'copy') {
    const plan = diffSchemas(deserializeSchema(schema), deserializeSchema(migration.schema), migration.options);
    const after = recordAfter(record, plan, 'copy', migration);
    return after.last?.isOpen === true ? after : undefined;
  }
  const hasOldNames = migration === undefined || migration.phase === 'recopy' || migration.phase === 'undo';
  return hasOldNames && record.last?.isOpen === true ? record : undefined;
};
