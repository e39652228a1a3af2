// Runs the migrations from the format of a database to that of the version that runs.
import type { Service } from '../../../lib/platform/service.ts';
import { formatMigrations } from './formatMigrations.ts';
import { readFormat, recordFormat } from './formatRecord.ts';
import type { FormatFinding, FormatMigration } from './types.ts';

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
