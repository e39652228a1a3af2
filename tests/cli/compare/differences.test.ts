// Where two answers differ, and which differences are named.
import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../../cli/compare/differences.ts';
import { namedReasons } from '../../../cli/compare/namedReasons.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { blog } from './schema.ts';

const post = typeOf(blog, 'api::post.post');

/** Each difference: its path, and the item that explains it. */
const differencesOf = (
  strapi: unknown,
  lectern: unknown,
  ordered = false,
): readonly (readonly [string, string | undefined])[] =>
  [...compareAnswers(strapi, lectern, { type: post, ordered }, blog)].map((difference) => [
    difference.at,
    namedReasons.find(({ explains }) => explains(difference))?.item,
  ]);

const listOf = (...data: readonly object[]): object => ({ data, meta: { pagination: { total: data.length } } });
const documents = (...ids: readonly string[]): readonly object[] => ids.map((documentId) => ({ documentId }));

const noIds = 'Components and entries of dynamic zones have no `id`';
const otherIds = 'With `componentIds`, a component has the same `id` in both versions';
const keptId = 'A published document keeps its `id` when it is published again';
const address = 'The `url`, `provider` and `isUrlSigned` of a file are those of its store';
const unsorted = 'Lists without `sort` come in the order of creation';
const precision = 'Times have milliseconds';

it.each<[strapi: object, lectern: object, at: string, item: string | undefined]>([
  [{ seo: { id: 3 } }, { seo: {} }, 'seo.id', noIds],
  [{ body: [{ __component: 'shared.text', id: 3 }] }, { body: [{ __component: 'shared.text' }] }, 'body[].id', noIds],
  [{ seo: { id: 3 } }, { seo: { id: 4 } }, 'seo.id', otherIds],
  [{ seo: { id: 3 } }, { seo: { id: 'x' } }, 'seo.id', undefined],
  [{ data: { id: 3 } }, { data: {} }, 'data', undefined],
  [{ id: 3 }, { id: 4 }, 'id', keptId],
  [{ id: 3 }, {}, 'id', undefined],
  [{ author: { id: 3 } }, { author: { id: 4 } }, 'author.id', keptId],
  [{ cover: { url: '/uploads/a_1.png' } }, { cover: { url: 'https://x.org/m/a_1.png' } }, 'cover.url', address],
  [{ cover: { url: '/uploads/a_1.png' } }, { cover: { url: '/uploads/a_2.png' } }, 'cover.url', undefined],
  [
    { cover: { formats: { small: { url: '/uploads/a.png', width: 2 } } } },
    { cover: { formats: { small: { url: 'https://x.org/a.png', width: 2 } } } },
    'cover.formats.small.url',
    address,
  ],
  [
    { cover: { formats: { small: { width: 2 } } } },
    { cover: { formats: { small: { width: 3 } } } },
    'cover.formats.small.width',
    undefined,
  ],
  [{ title: 'x', url: '/a' }, { title: 'x', url: 'https://x.org/a' }, 'url', undefined],
  [{ cover: { provider: 'aws-s3' } }, { cover: { provider: 's3' } }, 'cover.provider', address],
  [{ provider: 'a' }, { provider: 'b' }, 'provider', undefined],
  [{ cover: { related: [] } }, { cover: {} }, 'cover.related', 'Files have no `related`'],
  [{ updatedAt: '2026-01-01T00:00:05.000Z' }, { updatedAt: '2026-01-01T00:00:05.123Z' }, 'updatedAt', precision],
  [{ updatedAt: '2026-01-01T00:00:05.122Z' }, { updatedAt: '2026-01-01T00:00:05.123Z' }, 'updatedAt', undefined],
  [{ author: { locale: null } }, { author: {} }, 'author.locale', 'Only localized documents have a `locale`'],
  [{ locale: null }, {}, 'locale', undefined],
  [{ title: 'a' }, { title: 'b' }, 'title', undefined],
  [{ title: null }, {}, 'title', undefined],
  [{ body: [{ __component: 'shared.text' }] }, { body: [] }, 'body[]', undefined],
])('%j, %j: %s', (strapi, lectern, at, item) => {
  expect(differencesOf({ data: strapi }, { data: lectern })).toEqual([[at, item]]);
});

it('equal answers with keys in another order do not differ', () => {
  expect(differencesOf({ data: { title: 'a', seo: null } }, { data: { seo: null, title: 'a' } })).toEqual([]);
});

it('the status of a draft is named', () => {
  const lectern = { data: {}, meta: { status: 'draft' } };
  expect(differencesOf({ data: {}, meta: {} }, lectern)).toEqual([
    ['meta.status', '`meta.status` beside a single draft'],
  ]);
});

describe('a list of documents', () => {
  const [ab, ba] = [listOf(...documents('a', 'b')), listOf(...documents('b', 'a'))];

  it('may have another order without a sort', () => {
    expect(differencesOf(ab, ba)).toEqual([['', unsorted]]);
  });

  it('pairs the documents whatever their order', () => {
    const strapi = listOf({ documentId: 'a', title: 'x' }, { documentId: 'b', title: 'y' });
    const lectern = listOf({ documentId: 'b', title: 'y' }, { documentId: 'a', title: 'z' });
    expect(differencesOf(strapi, lectern)).toEqual([
      ['', unsorted],
      ['title', undefined],
    ]);
  });

  it('must have the order of a sort', () => {
    expect(differencesOf(ab, ba, true)).toEqual([['', undefined]]);
  });

  it('must have all documents', () => {
    expect(differencesOf(ab, listOf(...documents('a')))).toContainEqual(['', undefined]);
  });

  it('may have others without a sort, if there are more pages', () => {
    const page = (...ids: readonly string[]) => ({ data: documents(...ids), meta: { pagination: { total: 3 } } });
    expect(differencesOf(page('a', 'b'), page('b', 'c'))).toEqual([['', unsorted]]);
    expect(differencesOf(page('a', 'b'), page('b', 'c'), true)).toHaveLength(2);
  });

  it('keeps the order of a relation', () => {
    const related = (...ids: readonly string[]) => ({ data: { author: documents(...ids) } });
    expect(differencesOf(related('a', 'b'), related('b', 'a'))).toEqual([['author', undefined]]);
  });

  it('may have localizations and roles in any order', () => {
    const inOrder = (...locales: readonly string[]) => ({
      data: { localizations: locales.map((locale) => ({ documentId: 'a', locale })) },
    });
    expect(differencesOf(inOrder('fr', 'de'), inOrder('de', 'fr'))).toEqual([['localizations', unsorted]]);
    expect(differencesOf({ roles: documents('a', 'b') }, { roles: documents('b', 'a') })).toEqual([
      ['roles', unsorted],
    ]);
  });

  it('has the locales of a document apart', () => {
    const localized = (fr: string) => ({
      data: {
        localizations: [
          { documentId: 'a', locale: 'fr', title: fr },
          { documentId: 'a', locale: 'de' },
        ],
      },
    });
    expect(differencesOf(localized('x'), localized('y'))).toEqual([['localizations[].title', undefined]]);
  });
});
