// pagination, status and locale: which part of the list, and which version of its documents.
import { describe, expect, test } from 'vitest';
import { read, refusal } from './read.ts';

describe('pagination', () => {
  test.each<[query: string, mode: string, start: number, limit: number]>([
    ['', 'page', 0, 25],
    ['pagination', 'page', 0, 25],
    ['pagination=x', 'page', 0, 25],
    ['pagination[nope]=1', 'page', 0, 25],
    ['pagination[page]=3', 'page', 50, 25],
    ['pagination[page]=3&pagination[pageSize]=10', 'page', 20, 10],
    ['pagination[page]=0', 'page', 0, 25],
    ['pagination[page]=-5', 'page', 0, 25],
    ['pagination[page]=', 'page', 0, 25],
    ['pagination[page]', 'page', 0, 25],
    ['pagination[page]=1e1', 'page', 225, 25],
    ['pagination[pageSize]=0', 'page', 0, 1],
    ['pagination[pageSize]=-1', 'page', 0, 1],
    ['pagination[pageSize]=100', 'page', 0, 100],
    ['pagination[pageSize]=101', 'page', 0, 100],
    ['pagination[start]=7', 'offset', 7, 25],
    ['pagination[start]=-1&pagination[limit]=2', 'offset', 0, 2],
    ['pagination[limit]=0', 'offset', 0, 1],
    ['pagination[limit]=-1', 'offset', 0, 1],
    ['pagination[limit]=1000', 'offset', 0, 100],
    ['start=3&limit=2', 'page', 0, 25],
  ])('%s: by %s, from %i, %i rows', (query, mode, start, limit) => {
    expect(read(query).page).toEqual({ mode, start, limit, withCount: true });
  });

  test.each<[text: string, counted: boolean]>([
    ['true', true],
    ['1', true],
    ['t', true],
    ['false', false],
    ['0', false],
    ['f', false],
  ])('withCount=%s: %s', (text, counted) => {
    expect(read(`pagination[withCount]=${text}`).page.withCount).toBe(counted);
  });

  test.each([
    'pagination[page]=abc',
    'pagination[page]=1.5',
    'pagination[page]=9007199254740993',
    'pagination[page]=9007199254740991',
    'pagination[pageSize]=abc',
    'pagination[start]=1.5',
    'pagination[limit]=Infinity',
    'pagination[page][0]=1',
    'pagination[page]=1&pagination[page]=2',
    'pagination[withCount]=yes',
    'pagination[withCount]',
    'pagination[withCount][0]=false',
  ])('is refused: %s', (query) => {
    expect(refusal(query)).toMatchObject({ status: 400, name: 'ValidationError' });
  });

  test.each([
    'pagination[page]=1&pagination[limit]=2',
    'pagination[pageSize]=1&pagination[start]=2',
    'page=2',
    'pageSize=2',
  ])('is refused with a PaginationError: %s', (query) => {
    expect(refusal(query)).toMatchObject({ status: 400, name: 'PaginationError' });
  });
});

describe('status', () => {
  test.each([
    ['', 'published'],
    ['status', 'published'],
    ['status=', 'published'],
    ['status=published', 'published'],
    ['status=draft', 'draft'],
    ['status=draft&status=draft', 'draft'],
    ['status=published&status=published&status=published', 'published'],
    ['status=&status=', 'published'],
  ])('%s: %s', (query, status) => {
    expect(read(query).status).toBe(status);
  });

  test.each(['status=DRAFT', 'status=x', 'status[]=draft', 'status=draft&status=published'])(
    'is refused: %s',
    (query) => {
      expect(refusal(query)).toMatchObject({ status: 400, name: 'ValidationError', path: 'status' });
    },
  );
});

describe('locale', () => {
  test.each<[query: string, locale: object]>([
    ['', { one: 'en' }],
    ['locale', { one: 'en' }],
    ['locale=', { one: 'en' }],
    ['locale=fr', { one: 'fr' }],
    ['locale=fr&locale=fr', { one: 'fr' }],
    ['locale=*', { all: ['en', 'fr'] }],
    ['filters[locale]=fr', { one: 'fr' }],
    ['filters[locale][$eq]=fr', { one: 'fr' }],
    ['filters[locale]=fr&locale=en', { one: 'fr' }],
    ['filters[locale]=fr&locale=*', { one: 'fr' }],
    ['filters[locale]=fr&filters[id]=1', { one: 'fr' }],
    ['filters[locale][$ne]=fr', { all: ['en', 'fr'], filtered: true }],
    ['filters[locale][$in][0]=fr&locale=en', { all: ['en', 'fr'], filtered: true }],
    ['filters[locale][$eq]=fr&filters[locale][$ne]=en', { all: ['en', 'fr'], filtered: true }],
    ['filters[$and][0][locale]=fr', { one: 'en' }],
    ['filters[$not][locale]=en&locale=fr', { one: 'fr' }],
  ])('of a localized type, %s: %o', (query, locale) => {
    expect(read(query, undefined, 'guide').locale).toEqual(locale);
  });

  test('is refused where a filter and a fallback choose it', () => {
    expect(refusal('filters[locale]=fr&locale=fr&fallbackLocale=en', undefined, 'guide')).toMatchObject({
      status: 400,
      path: 'fallbackLocale',
    });
  });

  test.each(['locale[]=en', 'locale=en&locale=fr', 'locale[$in]=en'])('is refused: %s', (query) => {
    expect(refusal(query, undefined, 'guide')).toMatchObject({ status: 400, name: 'ValidationError', path: 'locale' });
  });
});
