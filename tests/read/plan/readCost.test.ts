// What a query costs before it runs: the parts that no index serves.
import { expect, test } from 'vitest';
import { costOf, planList, planOne } from '../../../lib/read/plan/index.ts';
import { read, schema } from '../query/read.ts';

const costOfQuery = (text: string, documents = 3_000, averageBytes = 6_000) =>
  costOf(planList(read(text), schema).scans ?? [], () => ({ documents, averageBytes }));

test.each([
  '',
  'sort=createdAt:desc&populate=*',
  'filters[documentId][$in]=a,b&filters[id]=3',
  'filters[slug]=a',
  'filters[$or][0][slug]=a&filters[$or][1][id]=3',
  'filters[slug][$startsWith]=a',
  'filters[room][id]=3',
  'pagination[start]=200&sort=slug',
])('costs nothing: %s', (text) => {
  expect(planList(read(text), schema).scans).toBeUndefined();
});

test.each([
  ['filters[title][$containsi]=a', 'filters[title][$containsi]'],
  ['filters[title][$not][$endsWith]=a', 'filters[title][$not][$endsWith]'],
  ['filters[$or][0][slug][$ne]=a&filters[$or][1][slug]=b', 'filters[slug][$ne]'],
  ['filters[room][name][$contains]=a', 'filters[room][name][$contains]'],
  ['populate[room][filters][name][$contains]=a', 'populate[room][filters][name][$contains]'],
  ['_q=a', '_q'],
  ['sort=title', 'sort=title'],
])('names what has no index: %s', (text, path) => {
  expect(costOfQuery(text).conditions).toMatchObject([{ path }]);
});

test('a condition on named documents costs what these documents cost', () => {
  expect(costOfQuery('filters[title][$containsi]=a&filters[id]=3').cost).toBeLessThan(0.01);
  expect(planOne(read('filters[title][$containsi]=a'), schema).scans).toBeUndefined();
});

test('a condition on documents of the same type that one document relates to costs what they cost', () => {
  const { scans = [] } = planOne(read('filters[room][exhibits][title][$containsi]=a'), schema);
  expect(costOf(scans, () => ({ documents: 3_000, averageBytes: 6_000 })).conditions).toMatchObject([
    { path: 'filters[room][exhibits][title][$containsi]' },
  ]);
});

test('the costs grow with conditions, documents and counts', () => {
  const one = costOfQuery('filters[title][$containsi]=a').cost;
  const many = Array.from({ length: 300 }, (_, n) => `filters[$or][${n}][title][$containsi]=${n}`).join('&');
  expect(costOfQuery(many).cost).toBeGreaterThan(50 * one);
  expect(costOfQuery('filters[title][$containsi]=a', 30_000).cost).toBeCloseTo(10 * one);
  expect(costOfQuery('filters[title][$containsi]=a&pagination[withCount]=false').cost).toBeCloseTo(one / 2);
});

test('a relation whose step found too many costs a lookup for each row', () => {
  const plan = planList(read('filters[room][id][$gt]=3'), schema, { has: () => true });
  expect(costOf(plan.scans ?? [], () => ({ documents: 1_000, averageBytes: 500 })).cost).toBeGreaterThan(50);
});
