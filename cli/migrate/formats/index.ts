// The format of what is stored: its version, and the migrations between versions.
export {
  applyFormatMigrations,
  dryRunFormatMigrations,
  type PendingFormat,
  checkFormat,
  newerFormatProblem,
  currentFormat,
  readFormat,
  recordFormat,
  type FormatRecord,
} from './storedFormat.ts';
