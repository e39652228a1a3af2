// What a query costs before it runs: the parts that no index serves.
import { describe, expect, test } from 'vitest';
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

/** `populate[a][populate][b]`, from `a.b`. */
const populate = (path: string): string => `populate[${path.replaceAll('.', '][populate][')}]=true`;

describe('relations of relations', () => {
  const documents = new Map([
    ['exhibits', 3_000],
    ['tags', 40],
    ['artists', 40],
    ['rooms', 12],
  ]);
  const cost = (text: string, plan = planList(read(text), schema)) =>
    costOf(plan.scans ?? [], (name) => ({ documents: documents.get(name) ?? 0, averageBytes: 500 }));
  const limit = 4_000;

  test.each([
    populate('tags.exhibits'),
    'populate=*&pagination[limit]=100',
    'populate[tags][sort]=exhibits.title',
    populate('label.writer.works'),
  ])('cost nothing up to the second one: %s', (text) => {
    expect(planList(read(text), schema).scans).toBeUndefined();
    expect(planOne(read(text), schema).scans).toBeUndefined();
  });

  test.each([
    [`pagination[limit]=1&${populate('tags.exhibits.tags.exhibits.tags.exhibits')}`, limit],
    [`pagination[limit]=10&${populate('artists.works.tags.exhibits.tags')}`, limit],
    ['sort=tags.exhibits.title', 250],
    ['sort=title,tags.exhibits.title', 250],
    ['sort=tags.exhibits.tags.word', limit],
    [`pagination[limit]=10&populate[tags][populate][exhibits][sort]=artists.works.title`, 250],
  ])('cost what they lead to: %s', (text, least) => {
    expect(cost(text).cost).toBeGreaterThan(least);
  });

  test('cost what they lead to from one document', () => {
    const text = populate('tags.exhibits.tags.exhibits.tags.exhibits');
    const { conditions, ...sum } = cost(text, planOne(read(text), schema));
    expect(sum.cost).toBeGreaterThan(limit);
    expect(conditions[0]).toMatchObject({ path: text.slice(0, -'=true'.length), times: 1 });
  });

  test.each([
    `pagination[limit]=100&${populate('room.exhibits.artists')}`,
    `pagination[limit]=25&${populate('artists.works.room')}`,
    `pagination[limit]=10&${populate('room.exhibits.artists')}`,
    'pagination[limit]=10&populate[room][populate][exhibits][populate][artists][sort]=name',
    `pagination[limit]=10&populate[tags][populate][exhibits][limit]=3&populate[tags][populate][exhibits][populate][room]=true`,
  ])('cost little on three levels: %s', (text) => {
    const { conditions, ...sum } = cost(text);
    expect(conditions).toHaveLength(1);
    expect(sum.cost).toBeLessThan(200);
  });

  test('cost what an answer has of them, each as often as they lead to it, also if one query finds them', () => {
    const costs = [3, 5, 7, 9].map(
      (depth) =>
        cost(
          `pagination[limit]=100&${populate(Array.from({ length: depth }, (_, n) => (n % 2 ? 'exhibits' : 'tags')).join('.'))}`,
        ).cost,
    );
    for (const [at, one] of costs.slice(1).entries()) expect(one).toBeGreaterThan(20 * (costs[at] ?? 0));
    expect(costs[0]).toBeLessThan(250);
    expect(costs[2]).toBeGreaterThan(limit);
  });

  test('are named once in a sort', () => {
    expect(cost('sort=tags.exhibits.title').conditions).toMatchObject([{ path: 'sort=tags.exhibits.title', times: 1 }]);
  });
});
