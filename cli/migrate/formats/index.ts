// The format of what is stored: its version, and the migrations between versions.
export { applyFormatMigrations, dryRunFormatMigrations, type PendingFormat } from './runFormatMigrations.ts';
export { checkFormat, newerFormatProblem } from './checkFormat.ts';
export { currentFormat } from './formatMigrations.ts';
export { readFormat, recordFormat, type FormatRecord } from './formatRecord.ts';
export type { FormatFinding, FormatMigration } from './types.ts';
