// Filters: the `$match` that Lectern compiles, and the exhibits that it finds.
import { describe, expect, test } from 'vitest';
import { museumOf, plain, planOf } from './museum.ts';

const museum = museumOf();
const hasVersion = { 'published.id': { $gte: 0 } };
const never = { $nor: [{}] };

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

test.each<[query: string, condition: object, found: readonly unknown[]]>([
  ['filters[title]=coin', { 'published.title': { $eq: 'coin' } }, [clock]],
  [
    'filters[title][$ne]=coin',
    { 'published.title': { $not: { $eq: 'coin' }, $ne: null } },
    [vase, chair, coin, frame, lamp],
  ],
  ['filters[title][$null]=true', { 'published.title': { $eq: null } }, [nothing]],
  ['filters[title][$notNull]=true', { 'published.title': { $ne: null } }, [vase, chair, coin, clock, frame, lamp]],
  ['filters[title]', { 'published.title': { $eq: null } }, [nothing]],
  ['filters[title][$eqi]=COIN', { 'published.title': { $regex: '^COIN\\z', $options: 'i' } }, [coin, clock]],
  ['filters[title][$contains]=oin', { 'published.title': { $regex: 'oin', $options: '' } }, [coin, clock]],
  [
    'filters[title][$notContainsi]=C',
    { 'published.title': { $not: { $regex: 'C', $options: 'i' }, $ne: null } },
    [vase, frame, lamp],
  ],
  ['filters[title][$startsWith]=C', { 'published.title': { $regex: '^C', $options: '' } }, [coin]],
  ['filters[title][$endsWithi]=N', { 'published.title': { $regex: 'N\\z', $options: 'i' } }, [chair, coin, clock]],
  ['filters[summary][$contains]=%25', { 'published.summary': { $regex: '%', $options: '' } }, [vase]],
  ['filters[summary][$contains]=.', { 'published.summary': { $regex: '\\x{2e}', $options: '' } }, [vase]],
  [
    'filters[summary][$contains]=[a-z]%2B \\d',
    { 'published.summary': { $regex: '\\x{5b}a\\x{2d}z\\x{5d}\\x{2b}\\x{20}\\x{5c}d', $options: '' } },
    [clock],
  ],
  ['filters[year][$gt]=1890', { 'published.year': { $gt: 1890 } }, [chair, clock, frame, lamp]],
  ['filters[year][$lte]=1890', { 'published.year': { $lte: 1890 } }, [vase, coin]],
  ['filters[year][$in][]=1890&filters[year][$in][]=1900', { 'published.year': { $in: [1890, 1900] } }, [vase, frame]],
  ['filters[year][$notIn][]=1950', { 'published.year': { $not: { $in: [1950] }, $ne: null } }, [vase, coin, frame]],
  [
    'filters[year][$between][]=1890&filters[year][$between][]=1900',
    { 'published.year': { $gte: 1890, $lte: 1900 } },
    [vase, frame],
  ],
  ['filters[inventory]=9007199254740995', { 'published.inventory': { $eq: 9007199254740995n } }, [vase]],
  ['filters[acquired][$lt]=2000-01-01', { 'published.acquired': { $lt: new Date('2000-01-01') } }, [clock]],
  ['filters[onShow]=false', { 'published.onShow': { $eq: false } }, [chair]],
  ['filters[documentId]=none', { documentId: { $eq: 'none' } }, []],
])('a filter on a value: %s', async (query, condition, found) => {
  expect(planOf(query).match).toEqual({ $and: [hasVersion, condition] });
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

describe('several conditions:', () => {
  const year = { 'published.year': { $eq: 1950 } };
  const notYear = { 'published.year': { $not: { $eq: 1950 }, $ne: null } };
  const title = { 'published.title': { $eq: 'Coin' } };
  test.each<[query: string, condition: object, found: readonly unknown[]]>([
    ['filters[$or][0][year]=1950&filters[$or][1][title]=Coin', { $or: [year, title] }, [chair, coin, clock, lamp]],
    ['filters[$and][0][year]=1950&filters[$and][1][title]=Coin', { $and: [year, title] }, []],
    ['filters[$not][year]=1950', notYear, [vase, coin, frame]],
    ['filters[year][$eq][0]=1950&filters[year][$eq][1]=1950', { $or: [year, year] }, [chair, clock, lamp]],
  ])('%s', async (query, condition, found) => {
    expect(planOf(query).match).toEqual({ $and: [hasVersion, ...('$and' in condition ? [year, title] : [condition])] });
    expect(await museum.names(query)).toEqual(found);
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
  const anyNote = (condition: object) => ({ 'published.notes': { $elemMatch: condition } });
  const noNotes = { 'published.notes.0': { $exists: false } };
  test.each<[query: string, condition: object, found: readonly unknown[]]>([
    ['filters[label][size]=3', { 'published.label.size': { $eq: 3 } }, [vase, lamp]],
    ['filters[label][source][pages]=3', { 'published.label.source.pages': { $eq: 3 } }, [chair]],
    ['filters[label][$null]=true', { 'published.label': { $eq: null } }, [nothing]],
    ['filters[label][source][$notNull]=true', { 'published.label.source': { $ne: null } }, [vase, chair, coin, frame]],
    ['filters[notes][text]=first', anyNote({ text: { $eq: 'first' } }), [vase, chair]],
    [
      'filters[notes][text]=first&filters[notes][mark]=1',
      anyNote({ $and: [{ text: { $eq: 'first' } }, { mark: { $eq: 1 } }] }),
      [chair],
    ],
    [
      'filters[notes][kind][$null]=true',
      { $or: [anyNote({ kind: { $eq: null } }), noNotes] },
      [vase, chair, coin, nothing, clock, frame, lamp],
    ],
    ['filters[notes][$null]=true', { $or: [anyNote(never), noNotes] }, [coin, nothing, lamp]],
    ['filters[notes][$notNull]=true', anyNote({}), [vase, chair, clock, frame]],
    ['filters[notes][source][$notNull]=true', anyNote({ source: { $ne: null } }), [vase, chair, clock, frame]],
  ])('%s', async (query, condition, found) => {
    expect(planOf(query).match).toEqual({ $and: [hasVersion, condition] });
    expect(await museum.names(query)).toEqual(found);
  });

  test('continues through a relation of the component', async () => {
    expect(plain(planOf('filters[notes][author][name]=a').match)).toEqual({
      $and: [hasVersion, anyNote({ 'author.to': { $in: '$found0.documentId' } })],
    });
    expect(await museum.names('filters[notes][author][name]=Ada Lund')).toEqual([vase]);
    expect(await museum.names('filters[notes][author][rank][$gte]=2')).toEqual([vase, clock]);
  });
});
