// The refusal of an entry, as part of the refusal of all.
import type { ApiError, InvalidValue } from '../../errors.ts';
import { kinds, type Entry } from './kinds.ts';

/** What invalid values and invalid keys say of themselves. */
interface Told {
  readonly errors?: readonly InvalidValue[];
  readonly key?: string;
  readonly path?: string | null;
}

/** @returns what is wrong with the entry at that index, each with its path in the body's `data` */
export const faultsOf = (
  { status, message, details }: ApiError,
  { kind, documentId }: Entry,
  index: number,
): readonly InvalidValue[] => {
  const at = [String(index), kind];
  if (status === 404) return [{ path: [...at, 'documentId'], message, value: documentId }];
  const takes: readonly string[] = kinds[kind].takes;
  const inData = takes.includes('data') ? [...at, 'data'] : at;
  const { errors, key, path }: Told = details;
  if (errors !== undefined) return errors.map((error) => ({ ...error, path: [...inData, ...error.path] }));
  const below = [...(typeof path === 'string' ? path.split('.') : []), ...(key === undefined ? [] : [key])];
  return [{ path: [...inData, ...below], message, value: undefined }];
};
