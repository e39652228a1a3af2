// Where a document uses a file, as people read it.
import type { FileUse } from '../api/mediaChanges.ts';
import { labelOf } from '../schema/labelOf.ts';

/** @returns `Sections › 3 › Picture` for `sections.2.picture` */
export const pathText = (path: string): string =>
  path
    .split('.')
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : labelOf(step)))
    .join(' › ');

/** One document in one locale, with all places that use the file. */
export interface UsingDocument extends Omit<FileUse, 'path' | 'versions'> {
  readonly paths: readonly string[];
}

/** Puts the places of each document together. */
export const groupUses = (uses: readonly FileUse[]): readonly UsingDocument[] => {
  const groups = new Map<string, UsingDocument>();
  for (const { uid, documentId, locale, label, status, path } of uses) {
    const key = JSON.stringify([uid, documentId, locale]);
    const paths = groups.get(key)?.paths ?? [];
    groups.set(key, { uid, documentId, locale, label, status, paths: paths.includes(path) ? paths : [...paths, path] });
  }
  return [...groups.values()];
};
