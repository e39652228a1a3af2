// Compares the documents of a database with the content types, and prepares the database for them.
import { prepareIndexes } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { nothingAsked } from './migrationOptions.ts';
import { planOf } from './diff.ts';
import { goingOf } from './migrationContext.ts';
import { kindOf } from './kinds.ts';
import { dropLeftOver } from './leftOver.ts';
import { readRecord, schemaIn, textOf, writeRecord, type Recorded } from './record.ts';
import { remembered } from './remembered.ts';
import { findingsOf, isPressing, type Finding } from './scan.ts';
import type { Asked, Plan } from './types.ts';

export type Standing =
  /** There are no documents. */
  | { readonly is: 'empty' }
  /** There are documents, but the database does not record their content types. */
  | { readonly is: 'unknown' }
  /** A migration is not finished. */
  | { readonly is: 'under way'; readonly record: Recorded }
  | { readonly is: 'known'; readonly record: Recorded; readonly plan: Plan; readonly findings: readonly Finding[] };

const isEmpty = async ({ database, schema }: Service): Promise<boolean> => {
  const db = await database.get();
  const found = [...schema.served.values()].map(({ collectionName }) => db.collection(collectionName).findOne({}));
  return (await Promise.all(found)).every((one) => one === null);
};

/**
 * @param asked the migration options
 * @param only selects the changes to look for in documents; all by default
 * @throws Error when an option names something that the schemas do not have
 */
export const standingOf = async (
  service: Service,
  asked: Asked = nothingAsked,
  only: (change: Plan['changes'][number]) => boolean = () => true,
): Promise<Standing> => {
  const db = await service.database.get();
  const record = await readRecord(db);
  if (record === undefined) return { is: (await isEmpty(service)) ? 'empty' : 'unknown' };
  if (record.migration !== undefined) return { is: 'under way', record };
  const plan = planOf(schemaIn(record.schema), service.schema, asked);
  const looked: Plan = { ...plan, changes: plan.changes.filter(only) };
  const findings = looked.changes.length === 0 ? [] : await findingsOf(await goingOf(service, looked, false), db);
  return { is: 'known', record, plan, findings };
};

/** Records the content types as those of the documents, whatever the record was before. */
export const noteSchema = async ({ database, schema }: Service): Promise<void> => {
  const db = await database.get();
  await writeRecord(db, await readRecord(db), { schema: textOf(schema) });
};

const unknown =
  'The database does not record the content types of its documents. Run `lectern types migrate --baseline` with the ' +
  'content types that served it until now; then `lectern types diff` can compare others with them';

export const counted = (documents: number): string => `${documents} ${documents === 1 ? 'document' : 'documents'}`;

/** @returns why a server cannot serve the documents, or a warning about them; undefined if they fit */
export const toldOf = (standing: Standing): string | undefined => {
  if (standing.is === 'unknown') return unknown;
  if (standing.is === 'under way')
    return 'A migration of the documents is not finished: `lectern types migrate` continues it';
  if (standing.is === 'empty') return undefined;
  const pressing = standing.findings.filter(isPressing);
  if (pressing.length === 0) return undefined;
  const lines = pressing.map(({ place, means, documents }) => `  ${place} ${means}: ${counted(documents)}`);
  return ['Documents do not fit the content types and need a migration first (`lectern types diff`):', ...lines].join(
    '\n',
  );
};

/**
 * Prepares a database for the content types: checks that the documents fit, creates the indexes and records the schema.
 *
 * @param log receives a line about each index before it is created
 * @throws Error when documents need a migration first or violate a unique index
 */
export const prepareDatabase = async (service: Service, log?: (line: string) => void): Promise<void> => {
  const db = await service.database.get();
  const standing = await standingOf(service, nothingAsked, (change) => kindOf(change).level(change) === 'must');
  const told = toldOf(standing);
  if (standing.is === 'unknown') console.error(told);
  else if (told !== undefined) throw new Error(told);
  await dropLeftOver(db, service.schema);
  await prepareIndexes(db, service.schema, log);
  if (standing.is === 'empty') await noteSchema(service);
  if (standing.is !== 'known') return;
  const { record, plan } = standing;
  const schema = textOf(remembered(plan));
  if (schema !== record.schema) await writeRecord(db, record, { ...record, schema });
};
