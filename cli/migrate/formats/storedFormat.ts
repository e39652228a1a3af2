// The format of what is stored: the record of it, the migrations between formats, and whether this version serves it.
import type { Collection, Db } from 'mongodb';
import { collections } from '../../../lib/platform/db/index.ts';
import { installedVersion } from '../../../lib/installedPackage.ts';
import { componentIds } from './componentIds.ts';
import { draftStatuses } from './draftStatuses.ts';
import { factorKinds } from './factorKinds.ts';
import { plainNames } from './plainNames.ts';
import { storedTotals } from './storedTotals.ts';
import type { FormatMigration, FormatFinding } from './types.ts';
import type { Service } from '../../../lib/platform/service.ts';

/** One document, beside the record of the schema. */
export interface FormatRecord {
  readonly _id: 'format';
  readonly format: number;
  /** The version that last prepared an empty database, or upgraded this one. */
  readonly version: string;
}

const recordCollection = (db: Db): Collection<FormatRecord> => db.collection<FormatRecord>(collections.schema);

/** @returns undefined if the database is new, or from before the first release */
export const readFormat = async (db: Db): Promise<FormatRecord | undefined> =>
  (await recordCollection(db).findOne({ _id: 'format' })) ?? undefined;

/** Records that the database has this format, and the version that runs. A higher format stays. */
export const recordFormat = async (db: Db, format: number): Promise<void> => {
  const _id = 'format';
  await recordCollection(db).updateOne({ _id }, { $setOnInsert: { format } }, { upsert: true });
  await recordCollection(db).updateOne(
    { _id, format: { $lte: format } },
    { $set: { format, version: installedVersion() } },
  );
};

/** A database from before the first release has format 0. */
const formatMigrations: readonly FormatMigration[] = [
  storedTotals,
  draftStatuses,
  plainNames,
  componentIds,
  factorKinds,
];

/** The format that this version of Lectern writes. */
export const currentFormat = formatMigrations.length;

/** How a database differs from the format of the version that runs. */
type FormatProblem = { readonly refusal: string } | { readonly warning: string };

const differenceFrom = (format: number, current: number): string =>
  `The documents are stored in format ${format}, and this version of Lectern writes format ${current}`;

/** @returns why this version cannot use the database: a later version has upgraded it; undefined: it can */
export const newerFormatProblem = (record: FormatRecord | undefined, current = currentFormat): string | undefined =>
  record === undefined || record.format <= current
    ? undefined
    : `${differenceFrom(record.format, current)}: install Lectern ${record.version} or later, or restore a backup from before the upgrade`;

/**
 * A version serves its own format and the one before: during a deployment servers of two versions use the database.
 *
 * @param record undefined: the database is from before the first release
 * @param current the format of the version that runs
 * @returns undefined if they are the same
 */
export const checkFormat = (record: FormatRecord | undefined, current = currentFormat): FormatProblem | undefined => {
  const refusal = newerFormatProblem(record, current);
  if (refusal !== undefined) return { refusal };
  const { format } = record ?? { format: 0 };
  if (format === current) return undefined;
  const difference = differenceFrom(format, current);
  return format < current - 1
    ? { refusal: `${difference}: run \`lectern upgrade --apply\` first` }
    : {
        warning: `${difference}: run \`lectern upgrade --apply\` when the last server of the earlier version has stopped`,
      };
};

/** A migration that a database needs, and what it would change. */
export interface PendingFormat {
  /** The format after it. */
  readonly format: number;
  readonly description: string;
  readonly findings: readonly FormatFinding[];
}

/** The migrations that the database needs, each with the format after it. */
const pendingMigrations = async ({ database }: Service): Promise<readonly (readonly [number, FormatMigration])[]> => {
  const { format } = (await readFormat(await database.get())) ?? { format: 0 };
  return formatMigrations
    .map((migration, index) => [index + 1, migration] as const)
    .filter(([after]) => after > format);
};

/** Counts what each needed migration would change, and changes nothing. The counts of later ones are those before the first. */
export const dryRunFormatMigrations = async (service: Service): Promise<readonly PendingFormat[]> => {
  const pending: PendingFormat[] = [];
  for (const [format, { description, dryRun }] of await pendingMigrations(service))
    pending.push({ format, description, findings: await dryRun(service) });
  return pending;
};

/**
 * Migrates the database to the current format, and records it after each migration. After an interruption call it again.
 *
 * @param log receives lines about the progress
 */
export const applyFormatMigrations = async (service: Service, log: (line: string) => void): Promise<void> => {
  for (const [format, { description, apply }] of await pendingMigrations(service)) {
    log(`format ${format}: ${description}`);
    await apply(service, log);
    await recordFormat(await service.database.get(), format);
  }
};
