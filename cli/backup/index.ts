// Writes a site into an archive, and restores it.
export { restoreSite, type RestoreInput } from './restoreSite.ts';
export type { Selection } from './parts.ts';
export { backupSite, type BackupInput, type BackupResult } from './backupSite.ts';
