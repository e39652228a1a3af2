// Filters: the exhibits that they find, and the steps that they need before the query.
import { describe, expect, test } from 'vitest';
import { museumOf, plain, planOf } from './museum.ts';

const museum = museumOf();
const hasVersion = { 'published.id': { $gte: 0 } };

const [vase, chair, coin, nothing, clock, frame, lamp] = [
  'Blue Vase',
  'chair, wooden',
  'Coin',
  null,
  'coin',
  'Frame',
  'Lamp',
];

test('a query without a filter finds the documents that have the version', async () => {
  expect(planOf('').match).toEqual(hasVersion);
  expect(planOf('status=draft').match).toEqual({ 'draft.id': { $gte: 0 } });
  expect(planOf('status=draft', 'room').match).toEqual(hasVersion);
  expect(planOf('', 'guide').match).toEqual({ ...hasVersion, locale: 'en' });
  expect(planOf('locale=*', 'guide').match).toEqual({ 'published.id': { $gte: 0 } });
  expect(await museum.names('')).toEqual([vase, chair, coin, nothing, clock, frame, lamp]);
  expect(await museum.names('status=draft')).toContain('Mask (unpublished)');
});

test.each<[query: string, found: readonly unknown[]]>([
  ['filters[title]', [nothing]],
  ['filters[summary][$contains]=%25', [vase]],
  ['filters[summary][$contains]=.', [vase]],
  ['filters[summary][$contains]=[a-z]%2B \\d', [clock]],
  ['filters[inventory]=9007199254740995', [vase]],
  ['filters[year][$eq][0]=1950&filters[year][$eq][1]=1950', [chair, clock, lamp]],
])('a filter on a value needs no step before the query: %s', async (query, found) => {
  expect(planOf(query).resolve).toEqual([]);
  expect(await museum.names(query)).toEqual(found);
});

test.each<[query: string, found: readonly unknown[]]>([
  ['filters[year][$gte]', []],
  ['filters[year][$lte]', []],
  ['filters[$not][year][$lt]', []],
  ['filters[title][$contains]', []],
  ['filters[title][$eqi]', []],
  ['filters[year][$between][0]&filters[year][$between][1]=3000', []],
  ['filters[year][$in]', []],
  ['filters[year][$in][0]&filters[year][$in][1]=1890', [vase]],
  ['filters[year][$notIn][0]&filters[year][$notIn][1]=1890', []],
])('null as an operand matches nothing, as in SQL: %s', async (query, found) => {
  expect(await museum.names(query)).toEqual(found);
});

describe('a filter on JSON compares the whole value:', () => {
  test.each<[query: string, found: readonly unknown[]]>([
    ['filters[data]={"plain":true}', [chair]],
    ['filters[data]=[1,2,3]', [coin]],
    ['filters[data]=1', []],
    ['filters[data][$in][]=1&filters[data][$in][]=0', [frame]],
    ['filters[data][$ne]=1', [vase, chair, coin, clock, frame, lamp]],
    ['filters[data][$notIn][]=0', [vase, chair, coin, clock, lamp]],
    ['filters[data][$gte]=0', [frame]],
    ['filters[data][$null]=true', [nothing]],
  ])('%s', async (query, found) => {
    expect(await museum.names(query)).toEqual(found);
  });

  test('and no single element matches', () => {
    expect(planOf('filters[data]=1').match).toEqual({
      $and: [hasVersion, { $or: [{ 'published.data': { $eq: 1, $not: { $elemMatch: { $eq: 1 } } } }] }],
    });
  });
});

describe('a filter through a relation first finds', () => {
  test('the matching targets', async () => {
    const plan = planOf('filters[room][name]=attic');
    expect(plain(plan.resolve)).toEqual([
      {
        number: 0,
        about: 'the filter on room',
        collection: 'rooms',
        stages: [
          { $match: { $and: [hasVersion, { 'published.name': { $eq: 'attic' } }] } },
          { $limit: 2001 },
          { $project: { _id: 0, documentId: 1 } },
        ],
        most: 2000,
        streams: true,
      },
    ]);
    expect(plain(plan.match)).toEqual({ $and: [hasVersion, { 'published.room.to': { $in: '$found0.documentId' } }] });
    expect(await museum.names('filters[room][name]=attic')).toEqual([lamp]);
  });

  test('the existing targets too, if a missing target matches', async () => {
    const plan = planOf('filters[room][$null]=true');
    expect(plain(plan.match)).toEqual({
      $and: [
        hasVersion,
        {
          $or: [
            { 'published.room.to': { $in: '$found0.documentId' } },
            { 'published.room.to': { $nin: '$found1.documentId' } },
          ],
        },
      ],
    });
    expect(await museum.names('filters[room][$null]=true')).toEqual([nothing, clock]);
  });

  test('the documents that link to the source, if the other side owns the links', async () => {
    const plan = planOf('filters[exhibits][title]=Coin', 'room');
    expect(plain(plan.resolve)).toEqual([
      {
        number: 0,
        about: 'the filter on exhibits',
        collection: 'exhibits',
        stages: [
          { $match: { $and: [hasVersion, { 'published.title': { $eq: 'Coin' } }] } },
          { $unwind: '$published.room' },
          { $group: { _id: '$published.room.to' } },
          { $limit: 2001 },
        ],
        most: 2000,
        streams: true,
      },
    ]);
    expect(plain(plan.match)).toEqual({ $and: [hasVersion, { documentId: { $in: '$found0._id' } }] });
    expect(await museum.names('filters[exhibits][title]=Coin', 'room', 'name')).toEqual(['Cellar (old)']);
  });

  test('the innermost targets first', async () => {
    const query = 'filters[whole][room][exhibits][title]=Blue Vase';
    expect(planOf(query).resolve.map(({ collection }) => collection)).toEqual(['exhibits', 'rooms', 'exhibits']);
    expect(await museum.names(query)).toEqual([chair, lamp]);
  });
});

describe('a filter through a relation with too many targets looks up each row', () => {
  const targetLookup = (step: number, condition: object) => ({
    $lookup: {
      from: 'rooms',
      localField: 'published.room.to',
      foreignField: 'documentId',
      as: `_asked${step}`,
      pipeline: [{ $match: condition }, { $limit: 1 }, { $project: { _id: 1 } }],
    },
  });
  const attic = { $and: [hasVersion, { 'published.name': { $eq: 'attic' } }] };
  const streamed = (query: string) => planOf(query, undefined, new Set([0, 1]));

  test('in the order of the page, until the page is full', () => {
    const plan = streamed('filters[year]=1950&filters[room][name]=attic&sort=title');
    expect(plan.resolve).toEqual([]);
    expect(plan.match).toEqual({ $and: [hasVersion, { 'published.year': { $eq: 1950 } }] });
    expect(plan.stages.slice(0, 4)).toEqual([
      { $sort: { 'published.title': 1, _id: 1 } },
      targetLookup(0, attic),
      { $match: { _asked0: { $ne: [] } } },
      { $limit: 25 },
    ]);
    expect(plan.count?.then).toEqual([targetLookup(0, attic), { $match: { _asked0: { $ne: [] } } }]);
  });

  test('and whether it has a target, if a missing target matches', () => {
    const plan = streamed('filters[room][name][$null]=true');
    const nameless = { $and: [hasVersion, { 'published.name': { $eq: null } }] };
    expect(plan.stages.slice(1, 4)).toEqual([
      targetLookup(0, nameless),
      targetLookup(1, hasVersion),
      { $match: { $or: [{ _asked0: { $ne: [] } }, { _asked1: { $eq: [] } }] } },
    ]);
  });

  test('but not in a list of components, which cannot be looked up', () => {
    const plan = planOf('filters[notes][author][name]=a');
    expect(plan.resolve.map(({ most, streams }) => [most, streams])).toEqual([[50_000, false]]);
  });
});

describe('a filter through a component', () => {
  test.each<[query: string, found: readonly unknown[]]>([
    ['filters[label][size]=3', [vase, lamp]],
    ['filters[label][source][pages]=3', [chair]],
    ['filters[label][$null]=true', [nothing]],
    ['filters[label][source][$notNull]=true', [vase, chair, coin, frame]],
    ['filters[notes][text]=first', [vase, chair]],
    ['filters[notes][text]=first&filters[notes][mark]=1', [chair]],
    ['filters[notes][kind][$null]=true', [vase, chair, coin, nothing, clock, frame, lamp]],
    ['filters[notes][$null]=true', [coin, nothing, lamp]],
    ['filters[notes][$notNull]=true', [vase, chair, clock, frame]],
    ['filters[notes][source][$notNull]=true', [vase, chair, clock, frame]],
  ])('%s', async (query, found) => {
    expect(await museum.names(query)).toEqual(found);
  });

  test('continues through a relation of the component', async () => {
    expect(plain(planOf('filters[notes][author][name]=a').match)).toEqual({
      $and: [hasVersion, { 'published.notes': { $elemMatch: { 'author.to': { $in: '$found0.documentId' } } } }],
    });
    expect(await museum.names('filters[notes][author][name]=Ada Lund')).toEqual([vase]);
    expect(await museum.names('filters[notes][author][rank][$gte]=2')).toEqual([vase, clock]);
  });
});
