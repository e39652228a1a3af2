// Decides whether this version of Lectern can serve a database of a format.
import { currentFormat } from './formatMigrations.ts';
import type { FormatRecord } from './formatRecord.ts';

/** How a database differs from the format of the version that runs. */
export type FormatProblem = { readonly refusal: string } | { readonly warning: string };

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
