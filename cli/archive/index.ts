// The format of `strapi export`: its entries, its lines, and its encryption.
export { ArchiveError } from './archiveError.ts';
export { createEncryption } from './encryption.ts';
export { assetMetadataFolder, linesPath, metadataPath, uploadsFolder } from './paths.ts';
export { readArchive, type ArchiveEntry } from './readArchive.ts';
export { readLines } from './readLines.ts';
export {
  defaultLocaleKey,
  strapiUids,
  type ArchiveConfiguration,
  type ArchiveEntity,
  type ArchiveLink,
  type ArchiveLinkEnd,
  type ArchiveSchema,
} from './types.ts';
export {
  LineWriter,
  appendArchive,
  archiveName,
  writeArchive,
  type ArchiveOptions,
  type ArchiveWriter,
} from './writeArchive.ts';
