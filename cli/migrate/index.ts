// Finds what a change of content types means for the stored documents, and migrates them.
export {
  applyFormatMigrations,
  currentFormat,
  dryRunFormatMigrations,
  newerFormatProblem,
  readFormat,
  recordFormat,
  type PendingFormat,
} from './formats/index.ts';
export { noMigrationOptions } from './migrationOptions.ts';
export { diffSchemas } from './diffSchemas.ts';
export { followWrites, readTime } from './followWrites.ts';
export { awaitsRepetition, scanForRepetition, migrate, repeatMigration, resumeMigration } from './migrate.ts';
export { migrationsFolder, readMigrationFiles, writeMigrationFile, type MigrationFile } from './migrationFiles.ts';
export {
  readRecord,
  type MigrationRecord,
  deleteRestoreRecord,
  readRestoreRecord,
  writeRestoreRecord,
  type RestoreRecord,
} from './migrationRecord.ts';
export { needsAction, type Finding } from './scanDocuments.ts';
export {
  recordSchema,
  prepareDatabase,
  findMigrationStatus,
  compareRecord,
  formatOpen,
  formatStatusProblem,
  type KnownStatus,
  type MigrationStatus,
} from './migrationStatus.ts';
export { isPressing } from './kinds.ts';
export { lastingChanges } from './lastMigration.ts';
export { printFindings } from './printFindings.ts';
export { prepareDecided } from './prepareDecided.ts';
export { choicesFor, formatRefusedRemoval, refusalsFor, type Choice } from './formatRemoval.ts';
export { findUndecidedRemovals, type UndecidedRemoval } from './undecidedRemovals.ts';
export { readBatch } from './readBatch.ts';
export type { MigrationOptions } from './types.ts';
