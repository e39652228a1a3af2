// Creates a temporary folder while work runs, and deletes it afterwards.
import { ApiError, hasErrorCode, unavailable } from '../../errors.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** sharp's errors have no code. Those of the database do, and their messages may have text of the caller. */
export const isFullDisk = (error: unknown): boolean =>
  hasErrorCode(error, 'ENOSPC', 'EDQUOT') ||
  (error instanceof Error &&
    !(error instanceof ApiError || 'code' in error) &&
    /no space left on device/i.test(error.message));

/** @throws ApiError 503 if the disk is full; what the work throws */
export const withTempDir = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    return await work(folder);
  } catch (error) {
    throw isFullDisk(error) ? unavailable('The disk of the server is full', undefined, error) : error;
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
};
