// Finds what a change of content types means for the stored documents, and migrates them.
export { nothingAsked } from './migrationOptions.ts';
export { planOf } from './diff.ts';
export { findingsAgain, migrate, migrateAgain, resume } from './migrate.ts';
export type { Recorded } from './record.ts';
export { isPressing, type Finding } from './scan.ts';
export { counted, noteSchema, prepareDatabase, standingOf, toldOf, type Standing } from './migrationStatus.ts';
export type { Asked, Change } from './types.ts';
