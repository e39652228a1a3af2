// How the documents of a database stand to the content types that are to serve them.
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
  /** There are, and the database does not say what they are of. */
  | { readonly is: 'unknown' }
  /** A migration began and did not end. */
  | { readonly is: 'under way'; readonly record: Recorded }
  | { readonly is: 'known'; readonly record: Recorded; readonly plan: Plan; readonly findings: readonly Finding[] };

const isEmpty = async ({ database, schema }: Service): Promise<boolean> => {
  const db = await database.get();
  const found = [...schema.served.values()].map(({ collectionName }) => db.collection(collectionName).findOne({}));
  return (await Promise.all(found)).every((one) => one === null);
};

/**
 * @param asked what is asked for beside what follows from the content types
 * @param only the changes that are looked for in documents; all where it is not given
 * @throws Error where something is asked for that there is not
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

/** Takes the content types for those that the documents are of, whatever was said before. */
export const noteSchema = async ({ database, schema }: Service): Promise<void> => {
  const db = await database.get();
  await writeRecord(db, await readRecord(db), { schema: textOf(schema) });
};

const unknown =
  'The database does not say which content types its documents are of. With those that it was served with until now, ' +
  '`lectern types migrate --baseline` says so; then `lectern types diff` knows what a change of them means';

export const counted = (documents: number): string => `${documents} ${documents === 1 ? 'document' : 'documents'}`;

/** What keeps a server from serving the documents, or is to be known of them; undefined: nothing. */
export const toldOf = (standing: Standing): string | undefined => {
  if (standing.is === 'unknown') return unknown;
  if (standing.is === 'under way')
    return 'A migration of the documents began and did not end: `lectern types migrate` goes on with it';
  if (standing.is === 'empty') return undefined;
  const pressing = standing.findings.filter(isPressing);
  if (pressing.length === 0) return undefined;
  const lines = pressing.map(({ place, means, documents }) => `  ${place} ${means}: ${counted(documents)}`);
  return ['Documents are of other content types, and have to be migrated first (`lectern types diff`):', ...lines].join(
    '\n',
  );
};

/**
 * Makes a database ready for the content types: documents fit them, indexes are there, and it says what they are of.
 *
 * @param log told of every index before it is made
 * @throws Error where documents have to be migrated first, or stand in the way of a unique index
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
