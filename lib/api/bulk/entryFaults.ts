// Converts the error of one entry to faults of the whole body.
import type { ApiError, InvalidValue } from '../../errors.ts';
import { entryKinds, type BulkEntry } from './entryKinds.ts';

/** The details of errors for invalid values and invalid keys. */
interface ErrorDetails {
  readonly errors?: readonly InvalidValue[];
  readonly key?: string;
  readonly path?: string | null;
}

/** @returns the faults of the entry at that index, each with its path below `data` */
export const entryFaults = (
  { status, message, details }: ApiError,
  { kind, documentId }: BulkEntry,
  index: number,
): readonly InvalidValue[] => {
  const at = [String(index), kind];
  if (status === 404) return [{ path: [...at, 'documentId'], message, value: documentId }];
  const takes: readonly string[] = entryKinds[kind].takes;
  const inData = takes.includes('data') ? [...at, 'data'] : at;
  const { errors, key, path }: ErrorDetails = details;
  if (errors !== undefined) return errors.map((error) => ({ ...error, path: [...inData, ...error.path] }));
  const below = [...(typeof path === 'string' ? path.split('.') : []), ...(key === undefined ? [] : [key])];
  return [{ path: [...inData, ...below], message, value: undefined }];
};
