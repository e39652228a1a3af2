// Where several files are used, put together.
import { useQuery } from '@tanstack/react-query';
import { mediaKey } from '../api/media.ts';
import { readUsage, type FileUse } from '../api/mediaChanges.ts';
import { pathLabels } from '../schema/pathLabels.ts';
import type { Attributes, EditorSchema } from '../schema/types.ts';

/** @returns `Sections › 3 › Picture` for `sections.2.picture` */
export const pathText = (path: string, attributes: Attributes, schema: Pick<EditorSchema, 'components'>): string =>
  pathLabels(path.split('.'), attributes, schema, (index) => String(index + 1)).join(' › ');

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

interface Usages {
  readonly documents: readonly UsingDocument[];
  /** How many more documents use the files, which the user may not see. */
  readonly hidden: number;
  /** Whether these are all that the user may see. */
  readonly complete: boolean;
}

/** How many files are searched at once: each search reads all documents with media. */
const concurrency = 3;

export const useUsages = (documentIds: readonly string[], enabled: boolean) =>
  useQuery({
    queryKey: [...mediaKey, 'usages', documentIds],
    enabled,
    // Others change documents meanwhile.
    staleTime: 0,
    queryFn: async (): Promise<Usages> => {
      const uses: FileUse[] = [];
      let [hidden, complete] = [0, true];
      for (let at = 0; at < documentIds.length; at += concurrency) {
        const batch = documentIds.slice(at, at + concurrency).map((documentId) => readUsage(documentId));
        for (const { data, meta } of await Promise.all(batch)) {
          uses.push(...data);
          hidden += meta.hidden ?? 0;
          complete &&= meta.complete;
        }
      }
      return { documents: groupUses(uses), hidden, complete };
    },
  });
