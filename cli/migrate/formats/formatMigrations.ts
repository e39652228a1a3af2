// The migrations of the stored format, in order: the first one leads to format 1.
import { draftStatuses } from './draftStatuses.ts';
import { plainNames } from './plainNames.ts';
import { storedTotals } from './storedTotals.ts';
import type { FormatMigration } from './types.ts';

/** A database from before the first release has format 0. */
export const formatMigrations: readonly FormatMigration[] = [storedTotals, draftStatuses, plainNames];

/** The format that this version of Lectern writes. */
export const currentFormat = formatMigrations.length;
