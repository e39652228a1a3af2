// Writes a site into an archive that `strapi import` reads.
export { exportSite, type ExportResult } from './exportSite.ts';
export { archiveSchemas } from './schemas.ts';
export { archiveName } from '../archive/index.ts';
