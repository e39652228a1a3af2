// Sort, page, fields and populate: the stages after the `$match`, and their results.
import { describe, expect, test } from 'vitest';
import { museumOf, plain, planOf } from './museum.ts';

const museum = museumOf();
const project = { $project: { _id: 0, documentId: 1, locale: 1, 'published.id': 1, 'published.title': 1 } };
const stages = (query: string): unknown => plain(planOf(`fields=title&${query}`).stages);

describe('a sort', () => {
  test.each(['sort=notes.text', 'sort=notes.text:desc'])(
    'by a repeatable component treats documents without one like all others: %s',
    async (query) => {
      const all = await museum.names(query);
      expect(all).toHaveLength(7);
      expect(await museum.names(`${query}&pagination[start]=1`)).toEqual(all.slice(1));
    },
  );

  test.each([
    ['sort=documentId', { documentId: 1 }],
    ['sort=id:desc', { 'published.id': -1 }],
    ['sort=title,id', { 'published.title': 1, 'published.id': 1 }],
  ])('adds no _id if its keys are unique: %s', (query, sort) => {
    expect(stages(query)).toEqual([{ $sort: sort }, { $limit: 25 }, project]);
  });

  describe('by a relation', () => {
    const hasVersion = { 'published.id': { $gte: 0 } };
    const named = { $and: [hasVersion, { 'published.name': { $ne: null } }] };
    const rank = {
      $set: {
        _sort0: {
          $arrayElemAt: [
            { $literal: '$found0.value' },
            { $indexOfArray: [{ $literal: '$found0.documentId' }, '$published.room.to'] },
          ],
        },
      },
    };

    test('starts at the targets, in their order', () => {
      const plan = planOf('fields=title&sort=room.name&pagination[start]=2&pagination[limit]=3');
      expect(plan.resolve.map(({ collection, most }) => [collection, most])).toEqual([['rooms', 2000]]);
      const rows = [{ $sort: { _id: 1 } }, { $limit: 5 }, project];
      expect(plain(plan.match)).toEqual({
        $and: [hasVersion, { 'published.room.to': { $nin: '$found0.documentId' } }],
      });
      expect(plan.stages).toEqual([
        ...rows,
        {
          $unionWith: {
            coll: 'rooms',
            pipeline: [
              { $match: named },
              { $group: { _id: '$published.name', to: { $push: '$documentId' } } },
              { $sort: { _id: 1 } },
              {
                $lookup: {
                  from: 'exhibits',
                  localField: 'to',
                  foreignField: 'published.room.to',
                  as: '_row',
                  pipeline: [{ $match: hasVersion }, ...rows],
                },
              },
              { $unwind: '$_row' },
              { $replaceWith: '$_row' },
            ],
          },
        },
        { $skip: 2 },
        { $limit: 3 },
      ]);
    });

    test('ranks each row by its target if a filter leaves few rows', () => {
      const query = 'filters[year][$gt]=1800&sort=room.name';
      const [first, second] = planOf(query).stages;
      expect(plain(first)).toEqual(rank);
      expect(second).toEqual({ $sort: { _sort0: 1, _id: 1 } });
    });

    test('looks up the value if there are too many targets', () => {
      const lookup = {
        from: 'rooms',
        localField: 'published.room.to',
        foreignField: 'documentId',
        as: '_sort0',
        pipeline: [{ $match: hasVersion }, { $project: { _id: 0, value: '$published.name' } }],
      };
      expect(planOf('fields=title&sort=room.name', undefined, new Set([0])).stages).toEqual([
        { $lookup: lookup },
        { $set: { _sort0: { $min: '$_sort0.value' } } },
        { $sort: { _sort0: 1, _id: 1 } },
        { $limit: 25 },
        project,
      ]);
    });

    test.each([
      'sort=room.name',
      'sort=room.name:desc',
      'sort=room.name,year:desc',
      'sort=room.name:desc,title',
      'sort=room.id:desc,title',
      'sort=room.name&filters[year][$gt]=1800',
      'sort=title,room.name',
      'sort=artists.studio.name,title',
    ])('%s gives the same order as a whole and page by page', async (query) => {
      const all = await museum.names(query);
      expect(all).toHaveLength(query.includes('filters') ? 5 : 7);
      const pages = await Promise.all(
        all.map((_, start) => museum.names(`${query}&pagination[start]=${start}&pagination[limit]=1`)),
      );
      expect(pages.flat()).toEqual(all);
    });

    test('has rows without a target first if ascending, and last if descending', async () => {
      const housed = ['Coin', 'Blue Vase', 'chair, wooden', 'Lamp'];
      expect((await museum.names('sort=room.name,title')).slice(-4)).toEqual(housed);
      expect((await museum.names('sort=room.name:desc,title')).slice(0, 4)).toEqual([
        'Lamp',
        'Blue Vase',
        'chair, wooden',
        'Coin',
      ]);
      expect(await museum.names('filters[room][name][$notNull]=true&sort=room.name,title')).toEqual(housed);
    });
  });

  test('by a to-many relation uses the smallest value if ascending, the largest if descending, and has each row once', async () => {
    const tagged = 'filters[tags][word][$notNull]=true&sort=tags.word';
    expect(await museum.names(`${tagged},title`)).toEqual(['Coin', 'Blue Vase', 'Lamp', 'chair, wooden']);
    expect(await museum.names(`${tagged}:desc,title`)).toEqual(['Blue Vase', 'Coin', 'Lamp', 'chair, wooden']);
    expect(await museum.names(`${tagged},title&pagination[start]=1&pagination[limit]=2`)).toEqual([
      'Blue Vase',
      'Lamp',
    ]);
  });
});

const pipeline = (query: string) => {
  const [lookup] = planOf(query, 'room').stages.flatMap((stage) => ('$lookup' in stage ? [stage.$lookup] : []));
  return (lookup as { pipeline: readonly object[] }).pipeline.map((stage) => Object.entries(stage)[0]);
};

test('populate of a relation with many targets limits and counts in the lookup, for few rows and for many', () => {
  for (const size of [5, 50]) {
    const limited = pipeline(`populate[exhibits][start]=1&populate[exhibits][limit]=2&pagination[limit]=${size}`);
    expect(limited).toContainEqual(['$limit', 3]);
    expect(pipeline(`populate[exhibits][count]=true&pagination[limit]=${size}`)).toContainEqual(['$count', 'count']);
  }
});

describe('populate', () => {
  const present = { 'published.id': { $gte: 0 } };
  const named = { $project: { _id: 0, documentId: 1, locale: 1, 'published.id': 1, 'published.name': 1 } };
  /** The lookups for ten rows; for eleven rows, the same lookups must be batches. */
  const last = (query: string): unknown => {
    const forFewRows = (stages(`${query}&pagination[limit]=10`) as readonly unknown[]).slice(3);
    const { stages: many, batches } = planOf(`fields=title&${query}&pagination[limit]=11`);
    expect([plain(batches), many.length]).toEqual([forFewRows, 3]);
    return forFewRows;
  };

  /** The lookup of artists by their links in exhibits. */
  const artists = (path: string, as: string, ...pipeline: readonly object[]) => ({
    ...{ from: 'artists', localField: `published.${path}.to`, foreignField: 'documentId', as, pipeline },
  });
  const ofRank = { $match: { $and: [present, { 'published.rank': { $eq: 1 } }] } };
  const ids = { $project: { _id: 0, documentId: 1, locale: 1, 'published.id': 1 } };

  test.each<[query: string, lookups: readonly object[]]>([
    ['populate[artists][fields]=name', [artists('artists', '_artists', { $match: present }, named)]],
    [
      'populate[artists][fields]=name&populate[artists][sort]=name&populate[artists][filters][rank]=1',
      [artists('artists', '_artists', ofRank, { $sort: { 'published.name': 1, _id: 1 } }, named)],
    ],
    ['populate[artists][count]=true', [artists('artists', '_artists', { $match: present }, ids)]],
    [
      'populate[label][populate][writer][fields]=name',
      [artists('label.writer', '_label/writer', { $match: present }, named)],
    ],
    [
      'populate[body][on][block.spotlight][populate][artists][fields]=name',
      [artists('body.artists', '_body/block:spotlight/artists', { $match: present }, named)],
    ],
    ['populate=label,notes,body', []],
  ])('is one lookup per relation, after the limit or in a batch: %s', (query, lookups) => {
    expect(last(query)).toEqual(lookups.map((lookup) => ({ $lookup: lookup })));
  });

  test('uses the inverse links if the target owns them, and reads their order', () => {
    expect(plain(planOf('fields=name&populate[exhibits][fields]=title', 'room').batches.at(-1))).toEqual({
      $lookup: {
        from: 'exhibits',
        localField: 'documentId',
        foreignField: 'published.room.to',
        as: '_exhibits',
        pipeline: [{ $match: present }, { $project: { ...project.$project, 'published.room': 1 } }],
      },
    });
  });

  test('looks up the targets that a filter on components needs', () => {
    const lookup = { from: 'artists', localField: 'published.notes.author.to', foreignField: 'documentId' };
    const found = { $project: { _id: 0, documentId: 1, locale: 1 } };
    const nullId = { $and: [present, { 'published.id': { $eq: null } }] };
    expect(last('populate[notes][filters][author][$null]=true')).toEqual([
      { $lookup: { ...lookup, as: '_notes/?0', pipeline: [{ $match: nullId }, found] } },
      { $lookup: { ...lookup, as: '_notes/!0', pipeline: [{ $match: present }, found] } },
    ]);
  });

  test('needs no steps before the query, unless it filters through relations', () => {
    expect(planOf('populate=*').resolve).toEqual([]);
    expect(planOf('populate[artists][filters][studio][name]=a').resolve).toHaveLength(1);
  });
});
