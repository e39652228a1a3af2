// Chooses and orders the rows that a lookup found for one row.
import { linksOf, type Link } from '../../platform/db/index.ts';
import type { Status } from '../../schema/index.ts';
import type { Row } from './databaseQuery.ts';
import { textOf, valuesOf } from './shapeContext.ts';

/** The rows of a locale, and those without one. */
export const inLocale = (rows: readonly Row[], locale: string | null): readonly Row[] => {
  if (locale === null) return rows;
  const isIn = (row: Row): boolean => (textOf(row.locale) ?? locale) === locale;
  // Nearly always all are, and a copy of so many short lists takes time.
  return rows.every(isIn) ? rows : rows.filter(isIn);
};

/** Above this number of rows, a search for each link takes longer than a map. */
const fewRows = 8;

/** The found documents that the links name: in the order of the links or, if sorted, in the order found. */
export const inLinkOrder = (found: readonly Row[], links: readonly Link[], sorted: boolean): readonly Row[] => {
  if (sorted) {
    const wanted = new Set(links.map(({ to }) => to));
    return found.filter(({ documentId }) => wanted.has(documentId as string)); // every row has one
  }
  const byId = found.length > fewRows ? new Map(found.map((row) => [row.documentId, row])) : undefined;
  const rows: Row[] = [];
  for (const { to } of links) {
    const row = byId === undefined ? found.findLast(({ documentId }) => documentId === to) : byId.get(to);
    if (row !== undefined) rows.push(row);
  }
  return rows;
};

/** Adds the published versions of the documents whose drafts are not among these. */
export const withPublished = (drafts: readonly Row[], published: readonly Row[]): readonly Row[] => {
  const known = new Set(drafts.map(({ documentId }) => documentId));
  return [...drafts, ...published.filter(({ documentId }) => !known.has(documentId))];
};

/** The editor's order: the links in the related documents contain each one's position. */
export const inEditorsOrder = (
  rows: readonly Row[],
  { version, mappedBy }: { readonly version: Status; readonly mappedBy: string },
  documentId: unknown,
): readonly Row[] => {
  const at = (related: Row): number =>
    linksOf(valuesOf(related[version] ?? related.published)[mappedBy]).find(({ to }) => to === documentId)?.at ?? 0;
  // Two documents may have the same position until both sides are published; the documentId makes the order stable.
  return [...rows].sort((a, b) => at(a) - at(b) || (String(a.documentId) < String(b.documentId) ? -1 : 1));
};
