// Reads all documents that a list finds, page by page.
import type { ContentType } from '../schema/types.ts';
import { readList, type ListAnswer, type ListedDocument, type QueryParameters } from './documents.ts';

/** A server gives less if its pages are smaller. */
const readSize = 500;

/**
 * All documents that a query matches, with their titles. They are read in the order of their creation, which no write changes;
 * those that a search by words finds in the order of the search, because only 10,000 of them can be sorted.
 *
 * @throws ApiError
 */
export const readMatching = async (
  type: Pick<ContentType, 'name' | 'mainAttribute'>,
  query: QueryParameters,
): Promise<readonly ListedDocument[]> => {
  const found = new Map<string, ListedDocument>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const parameters: QueryParameters = {
      ...{ ...query, fields: ['documentId', type.mainAttribute], populate: '' },
      ...(query.q === undefined ? { sort: 'createdAt:asc' } : {}),
      ...{ 'pagination[cursor]': cursor, 'pagination[pageSize]': readSize },
    };
    const { data, meta }: ListAnswer = await readList(type, parameters, undefined);
    for (const values of data)
      found.set(values.documentId, { documentId: values.documentId, status: undefined, values });
    cursor = meta.pagination.nextCursor ?? null;
  }
  return [...found.values()];
};
