// Pages of ranked documents: where they start, what replaces documents that no longer exist, and cursors.
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { searchKeyOf } from '../../../lib/search/requests/rankCursor.ts';
import { readRankedPage, type ReadDocuments } from '../../../lib/search/requests/rankedPage.ts';
import type { Page } from '../../../lib/read/query/index.ts';
import type { Hit } from '../../../lib/search/types.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { matchesOf } from '../matches.ts';
import { read, schema } from '../../read/query/read.ts';

const partition = { type: typeOf(schema, 'api::exhibit.exhibit'), status: 'published', locale: null } as const;

/** `a5 b3`: documents with their scores. */
const hitsOf = (text: string): readonly Hit[] =>
  text.split(' ').map((hit) => ({ partition, documentId: hit.charAt(0), score: Number(hit.slice(1)) }));

const readAllBut =
  (missing: string): ReadDocuments =>
  (hits) =>
    Promise.resolve(
      new Map(
        hits
          .filter(({ documentId }) => !missing.includes(documentId))
          .map((hit) => [hit, { documentId: hit.documentId }]),
      ),
    );

const pageOf = async (hits: string, page: Page, missing = '', order = 'one') => {
  const { found, nextCursor } = await readRankedPage(
    matchesOf([partition], hitsOf(hits)),
    page,
    order,
    readAllBut(missing),
  );
  return { documents: found.map(({ hit }) => hit.documentId).join(''), nextCursor };
};

const numbered = (start: number, limit: number): Page => ({ mode: 'offset', start, limit, withCount: true });
const after = (cursor: string | null | undefined, limit: number): Page => ({
  ...{ mode: 'cursor', limit, withCount: false },
  after: typeof cursor === 'string' ? { values: [], id: cursor } : undefined,
});

test.each<[start: number, limit: number, missing: string, documents: string]>([
  [0, 2, '', 'ab'],
  [2, 2, '', 'cd'],
  [4, 2, '', 'e'],
  [6, 2, '', ''],
  [0, 2, 'a', 'bc'],
  [0, 2, 'abc', 'de'],
  [0, 3, 'de', 'abc'],
  [0, 5, 'abcde', ''],
])('numbered pages from %i, %i documents without "%s": %s', async (start, limit, missing, documents) => {
  expect((await pageOf('a9 b8 c8 d8 e1', numbered(start, limit), missing)).documents).toBe(documents);
});

describe('cursors', () => {
  test('read each document once, to the end', async () => {
    const pages: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await pageOf('a9 b8 c8 d8 e1', after(cursor, 2));
      pages.push(page.documents);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(['ab', 'cd', 'e']);
  });

  test.each<[what: string, then: string, documents: string]>([
    ['a better document was indexed', 'x9 a9 b8 c7 d6', 'cd'],
    ['many better documents were indexed', 'x9 y9 z9 a9 b8 c7 d6', 'cd'],
    ['a document of the page is missing', 'b8 c7 d6', 'cd'],
    ['all documents of the page are missing', 'c7 d6', 'cd'],
    ['a document after the page is missing', 'a9 b8 d6', 'd'],
    ['nothing follows', 'a9 b8', ''],
  ])('continue after the score when %s', async (_, then, documents) => {
    const { nextCursor } = await pageOf('a9 b8 c7 d6', after(undefined, 2));
    expect((await pageOf(then, after(nextCursor, 2))).documents).toBe(documents);
  });

  test('stay among equal scores when better documents were indexed', async () => {
    const { nextCursor } = await pageOf('a8 b8 c8 d8', after(undefined, 2));
    expect((await pageOf('x9 a8 b8 c8 d8', after(nextCursor, 2))).documents).toBe('cd');
  });

  test.each(['x', 'W10', 'W10=', Buffer.from('["",1,1]').toString('base64url')])('refuse %s', async (text) => {
    await expect(pageOf('a1', after(text, 2))).rejects.toThrow(ApiError);
  });

  test('refuse the cursor of another search', async () => {
    const { nextCursor } = await pageOf('a9 b8 c7', after(undefined, 2));
    await expect(pageOf('a9 b8 c7', after(nextCursor, 2), '', 'two')).rejects.toMatchObject({
      ...{ status: 400, details: { path: 'cursor' } },
    });
  });

  test('belong to a text, and to the type, the status and the locale of its documents', () => {
    const searches = [
      searchKeyOf('ink', [read('', administrator, 'guide')]),
      searchKeyOf('pen', [read('', administrator, 'guide')]),
      searchKeyOf('ink', [read('', administrator, 'exhibit')]),
      searchKeyOf('ink', [read('status=draft', administrator, 'guide')]),
      searchKeyOf('ink', [read('locale=fr', administrator, 'guide')]),
    ];
    expect(new Set(searches).size).toBe(searches.length);
  });
});
