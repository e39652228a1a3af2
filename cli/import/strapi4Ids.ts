// Makes documentIds for the rows of Strapi 4, which joins the locales of a document by links.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readLines } from '../archive/index.ts';
import type { FindDocumentId } from './archiveRow.ts';
import { readLink } from './routeLinks.ts';
import type { UnpackedArchive } from './types.ts';

/** Joins ids into groups; a group is named by its lowest id. */
class IdGroups {
  private readonly lower = new Map<number, number>();

  /** The lowest id of the group. */
  lowest(id: number): number {
    let found = id;
    for (let next = this.lower.get(found); next !== undefined; next = this.lower.get(found)) found = next;
    if (found !== id) this.lower.set(id, found);
    return found;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.lowest(a), this.lowest(b)];
    if (first !== second) this.lower.set(Math.max(first, second), Math.min(first, second));
  }
}

/** The same row always gets the same documentId, also in a later archive. */
const documentIdOf = (type: string, id: number): string =>
  `v${createHash('sha256').update(`${type} ${id}`).digest('hex').slice(0, 23)}`;

/**
 * Reads the links between the locales of documents.
 *
 * @throws ArchiveError for a line that is no link
 */
export const findStrapi4Ids = async ({ links }: Pick<UnpackedArchive, 'links'>): Promise<FindDocumentId> => {
  const groups = new Map<string, IdGroups>();
  let line = 0;
  for await (const text of readLines(createReadStream(links))) {
    const { left, right } = readLink(text, ++line);
    if (left.field !== 'localizations' || left.type !== right.type) continue;
    const group = groups.get(left.type) ?? new IdGroups();
    groups.set(left.type, group);
    group.join(Number(left.ref), Number(right.ref));
  }
  return (type, id) => documentIdOf(type, groups.get(type)?.lowest(id) ?? id);
};
