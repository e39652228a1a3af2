// Hostile queries: Lectern answers them or refuses them with 4xx, and no operator of the caller reaches the database.
import { describe, expect, test } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { read, refusal, schema } from './read.ts';
import { foreignOperators, planOf } from './stages.ts';

const api = createApi(schema);
const long = (text: string, times: number): string => text.repeat(times);

describe('no query adds an operator of its own', () => {
  test.each([
    'filters[$where]=sleep(1000)',
    'filters[title][$where]=1',
    'filters[$expr][$eq]=1',
    'filters[title][$regex]=.*',
    'filters[title][$elemMatch][x]=1',
    'filters[title][$exists]=true',
    'filters[title][$jsonSchema]=1',
    'filters[title][$gt][$ne]=1',
    'filters[title.secret]=1',
    'filters[published.title]=1',
    'filters[room.to]=1',
    'filters[room][to]=1',
    'filters[__proto__][title]=1&filters[nope]=1',
    'filters[constructor][prototype][x]=1',
    'filters[title][toString]=1',
    'sort=$where',
    'sort=__proto__',
    'sort=title.$where',
    'sort[$where]=asc',
    'fields=$where',
    'fields=published.secret',
    'fields=secret',
    'populate=$lookup',
    'populate[room][$where]=1',
    'populate[room][pipeline][0][$match]=1',
    'populate[body][on][$where]=1',
    'populate[__proto__]=1&populate[nope]=1',
    'populate[constructor]=true',
  ])('%s is refused', (query) => {
    expect(refusal(query).status).toBe(400);
  });

  test.each([
    'filters[title]={"$gt":""}',
    'filters[title][$eq]=$where',
    'filters[title][$in][]=$where&filters[title][$in][]=/.*/',
    'filters[title][$contains]=.*',
    'filters[title][$startsWithi]=(a%2B)%2B$',
    'filters[title][$eqi]=^$%5Cz%7C',
    'filters[data]={"$gt":""}',
    'filters[data][$ne]={"$where":"1"}',
    'filters[data][$in][0]={"$regex":".*"}',
    'filters[data]={"__proto__":{"x":1},"constructor":1}',
    'filters[documentId][$notIn][0]=$published.secret',
  ])('%s is treated as a value', async (query) => {
    expect(foreignOperators(planOf(read(query)))).toEqual([]);
    expect((await api.get(`/api/exhibits?${query}`)).status).toBe(200);
  });

  test('object prototypes stay unchanged', () => {
    read('constructor[prototype][polluted]=1');
    for (const key of [
      '__proto__[polluted]',
      'filters[__proto__][polluted]',
      'filters[%5F%5fproto__][polluted]',
      'filters[__%70rot%6F__][polluted]',
    ])
      expect(() => read(`${key}=1`)).toThrow('Invalid key __proto__');
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('no query overloads the server', () => {
  test.each<[name: string, query: string]>([
    ['1,001 parameters', Array.from({ length: 1001 }, (_, index) => `a${index}=1`).join('&')],
    ['1,001 values of one parameter', long('filters[title][$in][]=a&', 1001)],
    ['a list index out of bounds', 'filters[title][$in][99999999]=a&filters[title][$in][x][y]=1'],
    ['brackets 41 deep', `filters${long('[$not]', 41)}[title]=a`],
    ['a path through 1,000 relations', `populate=${long('whole.', 1000)}whole`],
    ['a sort through 1,000 relations', `sort=${long('whole.', 1000)}title`],
    ['JSON 200 deep', `filters[data]=${long('[', 200)}${long(']', 200)}`],
    ['a NUL in a text', 'filters[title]=a%00b'],
    ['a NUL in a pattern', 'filters[title][$contains]=%00'],
    ['a NUL in a sort', 'sort=%00'],
    ['a number that is not one', 'filters[year]=NaN'],
    ['an infinite number', `filters[price]=1e999`],
    ['a pattern of 40,000 metacharacters', `filters[title][$contains]=${long('.', 40_000)}`],
  ])('%s: 400', async (_, query) => {
    expect(await api.get(`/api/exhibits?${query}`)).toMatchObject({ status: 400, body: { data: null } });
  });

  test.each<[name: string, query: string]>([
    ['invalid percent encoding', '%&%zz=%E0%A4%A&filters[title]=%ff%'],
    ['a lone surrogate', 'filters[title][$contains]=%ED%A0%80'],
    ['a lone surrogate in JSON', 'filters[data]="%5Cud800"'],
    ['a pattern of 10 kB', `filters[title][$containsi]=${long('a', 10_000)}`],
    ['a pattern that would backtrack', `filters[title][$contains]=(a%2B)%2B${long('a', 30)}!`],
    ['a pattern of spaces and anchors', `filters[title][$endsWithi]=${long(' $^', 100)}`],
    ['many kinds of separators', '&&;;=&[]=&[=&]=&x[=1'],
    ['the largest page', 'pagination[page]=90071992547409'],
  ])('%s: answered', async (_, query) => {
    expect((await api.get(`/api/exhibits?${query}`)).status).toBe(200);
  });

  test.each<[name: string, query: string]>([
    ['brackets 39 deep', `filters${long('[$not]', 38)}[title]=a`],
    ['ten relations in a filter', `filters${long('[whole]', 10)}[title]=a`],
    ['ten relations in a sort', `sort=${long('whole.', 10)}title`],
    ['ten levels of populate', `populate=${long('whole.', 9)}whole`],
    [
      'ten relations in a sort ten levels down',
      `populate${long('[whole][populate]', 9)}[whole][sort]=${long('whole.', 10)}title`,
    ],
    ['JSON 40 deep', `filters[data]=${long('[', 40)}${long(']', 40)}`],
    ['1,000 values', `filters[title][$in]=a&${long('filters[title][$in]=a&', 998)}`],
  ])('a query at the limit is answered: %s', async (_, query) => {
    expect((await api.get(`/api/exhibits?${query}`)).status).toBe(200);
  });
});
