// Keeps how far a backup has come, in a file beside the archive, so that an interrupted one continues.
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { BSON, type Timestamp } from 'mongodb';
import type { Header, ManifestLine } from './format.ts';

export interface BackupProgress {
  /** What no other database has. */
  readonly database: string;
  readonly header: Header;
  /** When the first run began to read: what changed since is read again at the end. */
  readonly startedAt: Timestamp;
  /** How long the archive is. */
  readonly bytes: number;
  readonly documents: number;
  /** The part under way, by its number, and the `_id` of its last document in the archive. */
  readonly part: number;
  readonly after?: unknown;
  readonly manifest: readonly ManifestLine[];
}

/** The unfinished archive. */
export const partialOf = (archive: string): string => `${archive}.partial`;
const fileOf = (archive: string): string => `${archive}.progress`;

export const writeProgress = async (archive: string, progress: BackupProgress): Promise<void> => {
  const text = BSON.EJSON.stringify(progress, { relaxed: false, ignoreUndefined: true });
  await writeFile(`${fileOf(archive)}.new`, text, { mode: 0o600 });
  await rename(`${fileOf(archive)}.new`, fileOf(archive));
};

/** Removes the progress, and the unfinished archive. */
export const removeProgress = async (archive: string): Promise<void> => {
  for (const file of [fileOf(archive), partialOf(archive)]) await rm(file, { force: true });
};

/** @returns the progress of a backup of the same database with the same header, if it can continue */
export const readProgress = async (
  archive: string,
  { database, header }: Pick<BackupProgress, 'database' | 'header'>,
): Promise<BackupProgress | undefined> => {
  const text = await readFile(fileOf(archive), 'utf8').catch(() => undefined);
  const bytes = (await stat(partialOf(archive)).catch(() => undefined))?.size ?? 0;
  if (text === undefined) return undefined;
  const progress = BSON.EJSON.parse(text) as BackupProgress; // `writeProgress` wrote it
  const isSame = isDeepStrictEqual({ ...progress.header, createdAt: '' }, { ...header, createdAt: '' });
  return isSame && progress.database === database && progress.bytes <= bytes ? progress : undefined;
};
