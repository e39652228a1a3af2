// Reads lists page by page.
import type { Api, Reply } from './api.ts';

/**
 * Follows the cursors of a list to its end.
 *
 * @param url with a query
 * @returns the rows of each page
 * @throws Error if the list has no end
 */
export const pagesOf = async (
  api: Pick<Api, 'get'>,
  url: string,
  pageSize: number,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows have many shapes
): Promise<readonly (readonly any[])[]> => {
  const pages: Reply['body'][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    if (pages.length > 50) throw new Error(`The pages of ${url} have no end`);
    const { body }: Reply = await api.get(`${url}&pagination[pageSize]=${pageSize}&pagination[cursor]=${cursor}`);
    pages.push(body.data);
    cursor = body.meta.pagination.nextCursor;
  }
  return pages;
};
