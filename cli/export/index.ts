// Writes a site into an archive that `strapi import` reads.
export { exportSite, type ExportInput, type ExportResult } from './exportSite.ts';
export { archiveSchemas } from './schemas.ts';
export { archiveName, type ArchiveOptions } from '../archive/index.ts';
