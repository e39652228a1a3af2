// The cases that are measured on Lectern and Strapi. Both get the same requests, apart from the documentIds of pages.
import { cases, marker, type Request, type Subject } from '../cases/index.ts';
import { pageInput } from '../data/pages.ts';
import { send, type Target } from './send.ts';

export interface StrapiCase {
  readonly name: string;
  readonly title: string;
  readonly connections: readonly number[];
  /** @param pages the documentIds of the pages on this server */
  readonly requests: (subject: Subject, pages: readonly string[]) => Promise<readonly Request[]>;
}

/** A case of `npm run bench`, whose requests Strapi understands too. */
const shared = (name: string): StrapiCase => {
  const found = cases.find((test) => test.name === name);
  if (found === undefined) throw new Error(`There is no case ${name}`);
  return {
    ...{ name, title: found.title, connections: [1, 16] },
    requests: async (subject) => (await found.variants(subject)).map(({ product }) => product),
  };
};

const publishing = (name: string, title: string, dataOf: (index: number) => object): StrapiCase => ({
  ...{ name, title, connections: [1] },
  requests: (_, pages) =>
    Promise.resolve(
      pages.map((documentId, index) => ({
        method: 'PUT',
        path: `/api/pages/${documentId}`,
        body: JSON.stringify({ data: { ...dataOf(index), title: `Published ${marker}` } }),
      })),
    ),
});

export const strapiCases: readonly StrapiCase[] = [
  ...['one', 'list-sorted', 'list-related', 'list-everything'].map(shared),
  publishing('publish', 'publish a page after changing its title', () => ({})),
  publishing('publish-whole', 'publish a page after sending all of it', pageInput),
  ...['create', 'update'].map(shared),
];

const pageCount = 20;

/** Creates the pages. @returns their documentIds */
export const createPages = async (target: Target): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < pageCount; index++) {
    const body = JSON.stringify({ data: pageInput(index) });
    const { data } = await send(target, { method: 'POST', path: '/api/pages', body });
    ids.push((data as { readonly documentId: string }).documentId); // the answer to a write is one document
  }
  return ids;
};
