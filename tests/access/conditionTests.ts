// A document that a condition hides has no effect: the caller gets the answer that they would get without it.
import { beforeAll, describe, it } from 'vitest';
import { museum, seedMuseum } from '../setup/museum/seed.ts';
import { withIndex, sample, worldsOf, type ConditionPlace, type Conditions } from './worlds.ts';

const hidden: readonly (readonly [what: string, conditions: Conditions])[] = [
  ['artists by their rank', { artist: { filters: { rank: { $lte: 2 } } } }],
  ['artists by their teacher', { artist: { filters: { teacher: { name: { $startsWith: 'Ada' } } } } }],
  ['artists by a work', { artist: { filters: { works: { title: { $containsi: 'coin' } } } } }],
  ['artists without a work of a certain kind', { artist: { filters: { works: { $not: { title: 'Blue Vase' } } } } }],
  ['exhibits by their room', { exhibit: { filters: { room: { floor: { $gte: 0 } } } } }],
  [
    'exhibits by what a component links to',
    { exhibit: { filters: { label: { source: { exhibit: { title: 'Blue Vase' } } } } } },
  ],
  ['exhibits by notes', { exhibit: { filters: { notes: { author: { name: { $notNull: true } } } } } }],
  [
    'exhibits by a zone',
    { exhibit: { filters: { body: { $any: { 'block.spotlight': { heading: { $notNull: true } } } } } } },
  ],
  ['exhibits that are not part of another', { exhibit: { filters: { pieces: { id: { $null: true } } } } }],
  ['exhibits with pieces only', { exhibit: { filters: { pieces: { title: { $notNull: true } } } } }],
  [
    'rooms, tags and tickets',
    {
      room: { filters: { floor: { $gte: 0 } } },
      tag: { filters: { weight: { $gt: 0 } } },
      ticket: { filters: { code: { $eqi: 'a-1' } } },
    },
  ],
  ['rooms by their tenants', { room: { filters: { tenants: { rank: 1 } } } }],
  ['all of a type', { exhibit: { filters: { title: 'there is none' } }, museum: { filters: { name: 'x' } } }],
  [
    'the museum, by what it shows',
    { museum: { filters: { highlights: { title: 'Coin' } } }, exhibit: { filters: { year: { $gt: 0 } } } },
  ],
  [
    'several at once',
    {
      exhibit: { filters: { year: { $lt: 1950 } } },
      artist: { filters: { rank: { $ne: 2 } } },
      room: { filters: { floor: 0 } },
      tag: { filters: { word: { $in: ['red', 'blue'] } } },
    },
  ],
  [
    'two types, each by the other',
    {
      exhibit: { filters: { artists: { rank: { $lte: 2 } } } },
      artist: { filters: { works: { year: { $gt: 1800 } } } },
    },
  ],
];

const filters = [
  'filters[artists][name][$contains]=d',
  'filters[artists][name][$ne]=Ada Lund',
  'filters[artists][rank][$null]=true',
  'filters[artists][id][$null]=true',
  'filters[artists][id][$notNull]=true',
  'filters[$not][artists][rank]=1',
  'filters[$not][artists][id][$notNull]=true',
  'filters[artists][$not][rank][$gt]=1',
  'filters[$or][0][room][name]=Hall&filters[$or][1][whole][title]=Blue Vase',
  'filters[room][exhibits][artists][name]=Ed',
  'filters[room][name][$null]=true',
  'filters[whole][id][$null]=true',
  'filters[whole][whole][id][$null]=true',
  'filters[pieces][title][$null]=true',
  'filters[pieces][artists][name][$notNull]=true',
  'filters[related][title]=Blue Vase',
  'filters[relatedTo][id][$null]=true',
  'filters[card_of][code]=A-2',
  'filters[card_of][tag][word]=red',
  'filters[donors][name][$notNull]=true',
  'filters[label][writer][name]=Ada Lund',
  'filters[label][writer][id][$null]=true',
  'filters[label][source][exhibit][title]=Blue Vase',
  'filters[notes][author][rank][$gt]=1',
  'filters[notes][author][id][$null]=true',
  'filters[notes][rooms][name]=Hall',
  'filters[body][$any][block.spotlight][exhibit][title]=Blue Vase',
  'filters[body][$any][block.spotlight][artists][name]=bo Quist',
  'filters[tags][word][$in]=red&filters[room][floor][$gte]=0',
  'filters[$and][0][tags][word]=red&filters[$and][1][tags][word]=green',
  'filters[documentId][$notNull]=true&filters[year][$null]=true',
];

const sorts = [
  'sort=room.name',
  'sort=room.name:desc,title',
  'sort=whole.title:desc',
  'sort=whole.room.name',
  'sort=artists.name',
  'sort=artists.name:desc',
  'sort=label.writer.name:desc',
  'sort=notes.author.name',
  'sort=pieces.title',
  'sort=card_of.code',
  'sort=room.name&filters[year][$gt]=0',
  'sort=whole.title&pagination[pageSize]=2&pagination[page]=2',
  'sort=title:desc&pagination[start]=1&pagination[limit]=3',
];

const populates = [
  'populate=*',
  'populate=artists,room,whole,pieces,related,relatedTo,card_of,donors',
  'populate[artists][sort]=name:desc&populate[artists][populate]=works',
  'populate[artists][filters][works][title][$notNull]=true',
  'populate[artists][count]=true&populate[pieces][count]=true&populate[tags][count]=true&populate[related][count]=true',
  'populate[pieces][limit]=1&populate[pieces][sort]=title',
  'populate[pieces][start]=1&populate[pieces][limit]=1',
  'populate[room][populate][exhibits][populate]=artists',
  'populate[room][populate][tenants][populate]=studio',
  'populate[room][populate][exhibits][count]=true',
  'populate[whole][populate][pieces][sort]=room.name',
  'populate[label][populate]=*',
  'populate[label][populate][source][populate]=exhibit',
  'populate[notes][populate]=*',
  'populate[notes][filters][author][name][$notNull]=true',
  'populate[notes][filters][author][id][$null]=true',
  'populate[notes][filters][rooms][id][$null]=true',
  'populate[body][populate]=*',
  'populate[body][on][block.spotlight][populate][exhibit][populate]=room',
  'populate[body][on][block.spotlight][populate][artists][count]=true',
  'populate[tags][populate][exhibits][fields]=title',
];

const pages = [
  '',
  '_q=a',
  '_q=coin&populate=room',
  'pagination[pageSize]=2',
  'pagination[pageSize]=2&pagination[page]=2&pagination[withCount]=false',
  'pagination[cursor]=&pagination[pageSize]=2&sort=title',
  'pagination[cursor]=&pagination[pageSize]=2&sort=room.name',
  'fields=title&pagination[pageSize]=1&pagination[page]=9',
];

const others = [
  '/api/artists?populate=*&sort=teacher.name',
  '/api/artists?filters[works][room][name]=Hall&populate=works,pupils',
  '/api/artists?filters[pupils][id][$null]=true',
  '/api/rooms?populate=*&sort=name',
  '/api/rooms?filters[exhibits][id][$null]=true',
  '/api/rooms?filters[exhibits][title][$null]=true&sort=exhibits.title',
  '/api/rooms?populate[exhibits][count]=true&populate[tenants][count]=true',
  '/api/rooms?populate[label][populate]=*&populate[guard]=true',
  '/api/tags?populate[exhibits][populate]=artists&sort=exhibits.title:desc',
  '/api/tickets?populate=*&filters[exhibit][id][$notNull]=true',
  '/api/guides?populate[exhibits][sort]=title',
  '/api/guides?filters[exhibits][title]=Coin',
  '/api/museum?populate=*',
  '/api/museum?populate[highlights][populate]=artists',
  '/api/museum?populate[body][populate]=*',
  '/api/museum?filters[director][id][$null]=true',
];

const lists = [...filters, ...sorts, ...populates, ...pages].map((text) => `/api/exhibits?${text}`);

const schema = await museum();

/**
 * Declares the tests.
 *
 * @param place where the conditions are. Those of code are read as those of roles, so a third of them is enough
 */
export const testConditions = (place: ConditionPlace): void => {
  const tested = withIndex(hidden).filter(([, , index]) => place === 'role' || index % 3 === 0);
  const worlds = worldsOf(schema, place);
  let ids: ReadonlyMap<string, string> = new Map();
  beforeAll(async () => {
    ids = await seedMuseum(worlds.fullApi);
  });

  describe.each(tested)('a caller who may not see %s', (_, conditions, index) => {
    it.each(['published', 'draft'])(
      'gets the same answers as without the hidden documents, %s',
      async (status) => {
        const one = [...ids.values()].flatMap((id) =>
          ['exhibits', 'artists', 'rooms'].map((type) => `/api/${type}/${id}?populate=*`),
        );
        const urls = sample([...lists, ...others, ...one], index);
        for (const url of urls) await worlds.expectSame(conditions, `${url}&status=${status}`);
      },
      120_000,
    );
  });

  it('components are filtered by the related documents that the caller may see', async () => {
    const conditions: Conditions = { artist: { filters: { rank: { $lte: 2 } } } };
    for (const filter of ['name][$notNull', 'id][$null'])
      await worlds.expectSame(
        conditions,
        `/api/exhibits?populate[notes][filters][author][${filter}]=true&status=draft`,
      );
  });

  it.each(['published', 'draft'])(
    'a caller who may see their own documents sees nothing else, %s',
    async (status) => {
      const conditions: Conditions = { exhibit: { own: true }, artist: { own: true, filters: { rank: { $lte: 2 } } } };
      const named = (...names: readonly string[]) => names.map((name) => ids.get(name) ?? '');
      await worlds.setCreator(conditions, 'exhibits', named('vase', 'coin', 'mask'));
      await worlds.setCreator(conditions, 'artists', named('bo', 'di', 'cy'));
      for (const url of sample([...lists, ...others], 3))
        await worlds.expectSame(conditions, `${url}&status=${status}`);
    },
    120_000,
  );

  it.each(['published', 'draft'])('the v4 format reveals nothing more, %s', async (status) => {
    const headers = { 'strapi-response-format': 'v4' };
    const [, conditions = {}] = hidden.at(-1) ?? [];
    for (const text of populates)
      await worlds.expectSame(conditions, `/api/exhibits?${text}&status=${status}`, headers);
  });

  it.each(['never-published', 'has-published-version', 'modified', 'unmodified', 'published-with-draft'])(
    'publicationFilter reveals nothing about a hidden document: %s',
    async (publication) => {
      // Both versions have these slugs, so that the condition hides or shows both versions of a document.
      const conditions: Conditions = { exhibit: { filters: { slug: { $in: ['chair', 'coin', 'mask', 'lamp'] } } } };
      for (const status of ['draft', 'published'])
        await worlds.expectSame(
          conditions,
          `/api/exhibits?status=${status}&publicationFilter=${publication}&populate=whole`,
        );
    },
  );
};
