// Writes the format of `strapi export`.
export { LineWriter } from './lineWriter.ts';
export { archiveName, writeArchive, type ArchiveOptions, type ArchiveWriter } from './writeArchive.ts';
