// Imports archives of `strapi export`.
export { matchTypes, missingTypes, typeDifferences } from './archiveTypes.ts';
export { importArchive, type CheckedImport, type ImportRequest, type ImportResult } from './importArchive.ts';
export { readImportedIds } from './strapi4Ids.ts';
export { formatReportLine, readReport } from './report.ts';
export { requireEmpty, skipSequence } from './targetDatabase.ts';
export { setStrapiSettings } from './setStrapiSettings.ts';
export type { ReportLine, UnpackedArchive } from './types.ts';
export { unpackArchive } from './unpackArchive.ts';
export { insertMissing } from './writeDocuments.ts';
export { writeViews } from './writeViews.ts';
export { writeSchemaFiles } from './writeSchemaFiles.ts';
export { importReleases } from './importReleases.ts';
