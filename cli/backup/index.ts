// Writes a site into an archive, and restores it.
export { restoreSite } from './restoreSite.ts';
export type { Selection } from './parts.ts';
export { backupSite } from './backupSite.ts';
