// Builds the documents of one partition.
import { buildDocument, type BuildContext, type BuiltDocument } from './buildDocument.ts';
import { readRow, type ArchiveRow, type RowReader } from './archiveRow.ts';
import type { Rows } from './readRows.ts';
import type { Links, RoutedLink } from './routeLinks.ts';

export interface Partitions {
  readonly rows: Rows;
  readonly links: Links;
  readonly reader: RowReader;
}

/** The links of a partition by the row or component that owns them. */
const linksByOwner = ({ links }: Links, partition: number): ReadonlyMap<string, readonly RoutedLink[]> => {
  const byOwner = new Map<string, RoutedLink[]>();
  for (const text of links.read(partition)) {
    const link = JSON.parse(text) as RoutedLink; // written by routeLinks
    const key = `${link.owner} ${link.ownerId}`;
    const found = byOwner.get(key);
    if (found === undefined) byOwner.set(key, [link]);
    else found.push(link);
  }
  return byOwner;
};

type DocumentRows = [ArchiveRow, ...ArchiveRow[]];

/** The rows of a partition by document and locale. */
const rowsByDocument = ({ rows, reader }: Partitions, partition: number): Iterable<DocumentRows> => {
  const byDocument = new Map<string, DocumentRows>();
  for (const text of rows.documents.read(partition)) {
    const row = readRow(reader, text, 0);
    if (row.type === undefined) continue; // readRows adds no such row
    const key = `${row.type.uid} ${row.documentId} ${row.locale ?? ''}`;
    const found = byDocument.get(key);
    if (found === undefined) byDocument.set(key, [row]);
    else found.push(row);
  }
  return byDocument.values();
};

/** @yields the documents of the partition; all locales of a document are in one */
export const documentsOf = function* (
  build: Omit<BuildContext, 'findLinks'>,
  partitions: Partitions,
  partition: number,
): Generator<BuiltDocument> {
  const links = linksByOwner(partitions.links, partition);
  const findLinks: BuildContext['findLinks'] = (uid, id) => links.get(`${uid} ${id}`) ?? [];
  for (const rows of rowsByDocument(partitions, partition)) yield buildDocument({ ...build, findLinks }, rows);
};
