// Hashes lists of values, for keys of rows.
import { createHash } from 'node:crypto';

/** @returns the SHA-256 of a list, in base64url: as JSON, so that no two lists have the same text */
export const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
