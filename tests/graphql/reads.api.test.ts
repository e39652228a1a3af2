// What queries read: the values that REST has, in the form of the selection.
import { beforeAll, describe, expect, it } from 'vitest';
import { createBy, createGarden } from './gardenApi.ts';

const garden = createGarden();
const { api, dataOf } = garden;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const create = async (name: string, type: string, data: object, status?: string): Promise<void> => {
    ids[name] = await createBy(garden, type, data, status);
  };
  await create('north', 'Bed', { name: 'north', area: 1.5 });
  for (const name of ['rake', 'hoe', 'spade']) await create(name, 'Tool', { name });
  const { north, rake, hoe, spade } = ids;
  await create('fern', 'Plant', { name: 'fern', height: 3, bed: north, tools: [rake, hoe, spade] });
  await create('moss', 'Plant', { name: 'moss', height: 1, parent: ids.fern, tools: [rake] });
  await create('ivy', 'Plant', { name: 'ivy', bed: north }, 'DRAFT');
  await create('guide', 'Guide', {
    title: 'moor',
    care: { title: 'water', steps: [{ text: 'a' }, { text: 'b', minutes: 1 }] },
    must: { body: 'must' },
    steps: [{ text: 's1' }, { text: 's2' }, { text: 's3' }],
    body: [
      { __typename: 'ComponentGardenQuote', body: 'quote' },
      { __typename: 'ComponentGardenGallery', caption: 'gallery', steps: [{ text: 'y' }, { text: 'z' }] },
    ],
  });
  await create('seed', 'Seed', {
    ...{ name: 'seed', total: '9007199254740993', price: 1.25, weight: 1.5, rare: true, colour: 'pale_blue' },
    ...{
      sown: '2020-02-03',
      opens: '10:11:12',
      seen: '2020-02-03T04:05:06+02:00',
      stamped: '2020-02-03T04:05:06.789Z',
    },
    ...{ data: { a: [1, 'x', null] }, card: [{ type: 'paragraph', children: [{ type: 'text', text: 't' }] }] },
  });
  await api.create('/api/remarks', {
    ...{ text: 'r', about: { __type: 'api::tool.tool', documentId: rake } },
    mentions: [
      { __type: 'api::tool.tool', documentId: hoe },
      { __type: 'api::plant.plant', documentId: ids.fern },
    ],
  });
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
  await create('rule', 'Rule', { title: 'one', number: 1 });
  await dataOf('mutation($id: ID!) { updateRule(documentId: $id, locale: "fr", data: { title: "un" }) { title } }', {
    id: ids.rule,
  });
});

const fern = { name: 'fern' };
const moss = { name: 'moss' };

/** Title, selection, what it answers; `$fern` and such are documentIds. */
type Case = readonly [title: string, query: string, data: object];

const check =
  ([, query, data]: Case) =>
  async () => {
    const text = query.replace(/\$(\w+)/g, (name, id: string) =>
      ids[id] === undefined ? name : JSON.stringify(ids[id]),
    );
    expect(await dataOf(text)).toEqual(data);
  };

const table = (title: string, cases: readonly Case[]): void => {
  describe(title, () => {
    for (const one of cases) it(one[0], check(one));
  });
};

table('a list', [
  ['has the selected names', '{ plants { n: name } }', { plants: [{ n: 'fern' }, { n: 'moss' }] }],
  ['has drafts', '{ plants(status: DRAFT) { name } }', { plants: [fern, moss, { name: 'ivy' }] }],
  [
    'has drafts of a type without them, with drafts of relations',
    '{ beds(status: DRAFT) { plants { name } } }',
    { beds: [{ plants: [fern, { name: 'ivy' }] }] },
  ],
  ['has published relations of a type without drafts', '{ beds { plants { name } } }', { beds: [{ plants: [fern] }] }],
  ['is sorted', '{ plants(sort: ["height", "name:desc"]) { name } }', { plants: [moss, fern] }],
  [
    'takes null for all arguments',
    '{ plants(pagination: null, sort: [null], filters: null, status: null) { name } }',
    { plants: [fern, moss] },
  ],
  [
    'has never published drafts',
    '{ plants(status: DRAFT, publicationFilter: NEVER_PUBLISHED) { name } }',
    { plants: [{ name: 'ivy' }] },
  ],
  [
    'has drafts without a published version',
    '{ plants(status: DRAFT, hasPublishedVersion: false) { name } }',
    { plants: [{ name: 'ivy' }] },
  ],
  ['has a page', '{ plants(pagination: { page: 2, pageSize: 1 }) { name } }', { plants: [moss] }],
  ['has all with the limit -1', '{ plants(pagination: { limit: -1 }) { name } }', { plants: [fern, moss] }],
  [
    'names its type',
    '{ plants(pagination: { limit: 1 }) { __typename } __typename }',
    { plants: [{ __typename: 'Plant' }], __typename: 'Query' },
  ],
]);

table('a connection', [
  [
    'has a page',
    '{ plants_connection(pagination: { page: 2, pageSize: 1 }) { nodes { name } pageInfo { total page pageSize pageCount } } }',
    { plants_connection: { nodes: [moss], pageInfo: { total: 2, page: 2, pageSize: 1, pageCount: 2 } } },
  ],
  [
    'has a page by offset',
    '{ plants_connection(pagination: { start: 1, limit: 1 }) { pageInfo { total page pageSize pageCount } } }',
    { plants_connection: { pageInfo: { total: 2, page: 2, pageSize: 1, pageCount: 2 } } },
  ],
  [
    'has one page with the limit -1',
    '{ plants_connection(pagination: { start: 1, limit: -1 }) { nodes { name } pageInfo { total page pageSize pageCount } } }',
    { plants_connection: { nodes: [moss], pageInfo: { total: 2, page: 1, pageSize: 1, pageCount: 1 } } },
  ],
  [
    'has pages of ten by default',
    '{ plants_connection(pagination: { start: 1 }) { nodes { name } pageInfo { total page pageSize pageCount } } }',
    { plants_connection: { nodes: [moss], pageInfo: { total: 2, page: 1, pageSize: 10, pageCount: 1 } } },
  ],
  [
    'has no total that is not selected',
    '{ plants_connection { nodes { name } p: pageInfo { page } __typename } }',
    { plants_connection: { nodes: [fern, moss], p: { page: 1 }, __typename: 'PlantEntityResponseCollection' } },
  ],
  [
    'of users counts them',
    '{ usersPermissionsUsers_connection { nodes { username } pageInfo { total page pageSize pageCount } } }',
    { usersPermissionsUsers_connection: { nodes: [], pageInfo: { total: 0, page: 1, pageSize: 10, pageCount: 0 } } },
  ],
  [
    'of files counts them',
    '{ uploadFiles_connection { nodes { name formats } pageInfo { total pageCount } } }',
    { uploadFiles_connection: { nodes: [], pageInfo: { total: 0, pageCount: 0 } } },
  ],
  [
    'of locales counts them',
    '{ i18NLocales_connection(pagination: { limit: 1 }) { nodes { code } pageInfo { total pageSize } } }',
    { i18NLocales_connection: { nodes: [{ code: 'en' }], pageInfo: { total: 2, pageSize: 1 } } },
  ],
]);

table('filters', [
  ['compare', '{ plants(filters: { name: { startsWith: "f" }, height: { gt: 2 } }) { name } }', { plants: [fern] }],
  [
    'have groups',
    '{ plants(filters: { or: [{ name: { eq: "fern" } }, { height: { lt: 2 } }] }) { name } }',
    { plants: [fern, moss] },
  ],
  ['are negated', '{ plants(filters: { not: { name: { eq: "fern" } } }) { name } }', { plants: [moss] }],
  [
    'are negated inside of an attribute',
    '{ plants(filters: { name: { not: { eq: "fern" } } }) { name } }',
    { plants: [moss] },
  ],
  ['go through relations', '{ plants(filters: { bed: { name: { eq: "north" } } }) { name } }', { plants: [fern] }],
  [
    'go through components',
    '{ guides(filters: { care: { steps: { text: { eq: "b" } } } }) { title } }',
    { guides: [{ title: 'moor' }] },
  ],
  [
    'have no condition on a relation that is null',
    '{ plants(filters: { bed: null }) { name } }',
    { plants: [fern, moss] },
  ],
  [
    'find values that are null',
    '{ plants(filters: { or: [{ height: { eq: null } }, { height: null }] }, status: DRAFT) { name } }',
    { plants: [{ name: 'ivy' }] },
  ],
  [
    'find values that are not null',
    '{ plants(filters: { height: { ne: null } }, status: DRAFT) { name } }',
    { plants: [fern, moss] },
  ],
  ['find nothing in an empty list', '{ plants(filters: { name: { in: [] } }) { name } }', { plants: [] }],
  [
    'find everything outside of an empty list',
    '{ plants(filters: { name: { notIn: [] } }) { name } }',
    { plants: [fern, moss] },
  ],
  [
    'have alternatives of an attribute',
    '{ plants(filters: { name: { or: ["fern", "moss"] } }) { name } }',
    { plants: [fern, moss] },
  ],
  [
    'have lists',
    '{ plants(filters: { name: { in: ["fern"] }, height: { between: [2, 5] } }) { name } }',
    { plants: [fern] },
  ],
  [
    'compare each scalar',
    '{ seeds(filters: { colour: { eq: "pale blue" }, total: { eq: "9007199254740993" }, sown: { eq: "2020-02-03" }, seen: { gt: "2019-01-01T00:00:00Z" }, opens: { eq: "10:11:12" }, rare: { eq: true } }) { name } }',
    { seeds: [{ name: 'seed' }] },
  ],
  ['choose a locale', '{ rules(filters: { locale: { eq: "fr" } }) { title } }', { rules: [{ title: 'un' }] }],
]);

table('one document', [
  ['is found', '{ plant(documentId: $fern) { name } }', { plant: fern }],
  ['is null if it does not exist', '{ plant(documentId: "nope") { name } }', { plant: null }],
  [
    'is null for an id that is none, also the name of a route',
    '{ a: plant(documentId: "") { name } b: plant(documentId: "uid") { name } c: usersPermissionsUser(documentId: "count") { username } d: uploadFile(documentId: "page") { name } }',
    { a: null, b: null, c: null, d: null },
  ],
  ['is null in a locale that it lacks', '{ rule(documentId: $rule, locale: "de") { title } }', { rule: null }],
  [
    'is in a locale',
    '{ rule(documentId: $rule, locale: "fr") { title locale localizations { locale } } }',
    { rule: { title: 'un', locale: 'fr', localizations: [{ locale: 'en' }] } },
  ],
  ['of a single type is null if it is not there', '{ garden { name } }', { garden: null }],
  ['of the locales is found', '{ i18NLocale(documentId: "nope") { code } }', { i18NLocale: null }],
]);

table('relations', [
  [
    'are one or a list',
    '{ plant(documentId: $fern) { bed { name } parent { name } children { name } } }',
    { plant: { bed: { name: 'north' }, parent: null, children: [moss] } },
  ],
  [
    'have a page',
    '{ plant(documentId: $fern) { tools(sort: "name", pagination: { page: 2, pageSize: 2 }) { name } } }',
    { plant: { tools: [{ name: 'spade' }] } },
  ],
  [
    'are a connection',
    '{ plant(documentId: $fern) { tools_connection(filters: { name: { ne: "hoe" } }, pagination: { limit: 1 }) { nodes { name } } } }',
    { plant: { tools_connection: { nodes: [{ name: 'rake' }] } } },
  ],
  [
    'are read again with other arguments, at each level',
    `{ plants(sort: "name") { name a: tools(sort: "name", pagination: { limit: 2 }) { name }
      b: tools(filters: { name: { eq: "rake" } }) { name plants { name c: tools(filters: { name: { eq: "hoe" } }) { name } d: tools(pagination: { limit: 1 }) { name } } } } }`,
    {
      plants: [
        {
          ...fern,
          a: [{ name: 'hoe' }, { name: 'rake' }],
          b: [
            {
              name: 'rake',
              plants: [
                { ...fern, c: [{ name: 'hoe' }], d: [{ name: 'rake' }] },
                { ...moss, c: [], d: [{ name: 'rake' }] },
              ],
            },
          ],
        },
        {
          ...moss,
          a: [{ name: 'rake' }],
          b: [
            {
              name: 'rake',
              plants: [
                { ...fern, c: [{ name: 'hoe' }], d: [{ name: 'rake' }] },
                { ...moss, c: [], d: [{ name: 'rake' }] },
              ],
            },
          ],
        },
      ],
    },
  ],
  [
    'of documents in several locales are read again',
    '{ rules(locale: "*", sort: "locale") { locale a: localizations { locale } gardeners { name } b: gardeners(sort: "name") { name } } }',
    {
      rules: [
        { locale: 'en', a: [{ locale: 'fr' }], gardeners: [], b: [] },
        { locale: 'fr', a: [{ locale: 'en' }], gardeners: [], b: [] },
      ],
    },
  ],
  [
    'are merged where arguments are the same',
    '{ plant(documentId: $moss) { tools { name } ... { tools { documentId } } x: tools { name } } }',
    { plant: { tools: [{ name: 'rake', documentId: expect.any(String) }], x: [{ name: 'rake' }] } },
  ],
  [
    'are of any type',
    '{ remarks { about { __typename ... on Tool { name } } mentions { ... on Tool { name } ... on Plant { height bed { name } } } } }',
    {
      remarks: [
        {
          about: { __typename: 'Tool', name: 'rake' },
          mentions: [{ name: 'hoe' }, { height: 3, bed: { name: 'north' } }],
        },
      ],
    },
  ],
  [
    'have the inverse side of a relation of any type',
    '{ tools(sort: "name") { remarks { text } } }',
    { tools: [{ remarks: [{ text: 'r' }] }, { remarks: [] }, { remarks: [] }] },
  ],
]);

table('components and zones', [
  [
    'have their values',
    '{ guides { care { title hiddenNot: first { text } steps { text minutes } } must { body by } } }',
    {
      guides: [
        {
          care: {
            title: 'water',
            hiddenNot: null,
            steps: [
              { text: 'a', minutes: 5 },
              { text: 'b', minutes: 1 },
            ],
          },
          must: { body: 'must', by: 'nobody' },
        },
      ],
    },
  ],
  [
    'are sorted, filtered and cut',
    '{ guides { steps(sort: "text:desc", filters: { text: { ne: "s2" } }, pagination: { start: 1, limit: 1 }) { text } tips { text } } }',
    { guides: [{ steps: [{ text: 's1' }], tips: [] }] },
  ],
  [
    'are of several kinds in a zone',
    '{ guides { body { __typename ... on ComponentGardenQuote { body } ... on ComponentGardenGallery { steps { text } plants { name } main { name } } ... on Error { code } } ends { __typename } } }',
    {
      guides: [
        {
          body: [
            { __typename: 'ComponentGardenQuote', body: 'quote' },
            { __typename: 'ComponentGardenGallery', steps: [{ text: 'y' }, { text: 'z' }], plants: [], main: null },
          ],
          ends: [],
        },
      ],
    },
  ],
  [
    'of which nothing is selected are empty',
    '{ guides { body { ... on ComponentGardenQuote { body } } } }',
    { guides: [{ body: [{ body: 'quote' }, {}] }] },
  ],
  [
    'have others again in a zone',
    '{ guides { body { ... on ComponentGardenGallery { a: steps(sort: "text:desc") { text } b: steps(filters: { text: { eq: "z" } }) { text } } } } }',
    { guides: [{ body: [{}, { a: [{ text: 'z' }, { text: 'y' }], b: [{ text: 'z' }] }] }] },
  ],
]);

table('scalars', [
  [
    'are those of the attribute',
    '{ seeds { total price weight rare colour sown opens seen stamped data card name short } }',
    {
      seeds: [
        {
          total: '9007199254740993',
          price: 1.25,
          weight: 1.5,
          rare: true,
          colour: 'pale_blue',
          sown: '2020-02-03',
          opens: '10:11:12.000',
          seen: '2020-02-03T02:05:06.000Z',
          stamped: '2020-02-03T04:05:06.789Z',
          data: { a: [1, 'x', null] },
          card: [{ type: 'paragraph', children: [{ type: 'text', text: 't' }] }],
          name: 'seed',
          short: null,
        },
      ],
    },
  ],
]);

it('has ids of components as texts, whatever REST is set to', async () => {
  const { guides } = await dataOf('{ guides { care { id } body { ... on ComponentGardenQuote { id } } } }');
  expect(guides[0].care.id).toMatch(/^\d+$/);
  expect(guides[0].body[0].id).toMatch(/^\d+$/);
});

it('takes fragments, variables and directives', async () => {
  const query = `query($id: ID!, $yes: Boolean!) {
    plant(documentId: $id) { ...F } a: plants @include(if: $yes) { ...F } b: plants @skip(if: $yes) { name }
  }
  fragment F on Plant { name ...G @skip(if: $yes) height @include(if: $yes) }
  fragment G on Plant { bed { ... on Bed { name } } }`;
  expect(await dataOf(query, { id: ids.fern, yes: true })).toEqual({
    plant: { name: 'fern', height: 3 },
    a: [
      { name: 'fern', height: 3 },
      { name: 'moss', height: 1 },
    ],
  });
  const { plant, a, b } = await dataOf(query, { id: ids.fern, yes: false });
  expect([plant, a, b]).toEqual([{ name: 'fern', bed: { name: 'north' } }, undefined, [fern, moss]]);
});

it('answers what asks about the schema', async () => {
  const query =
    '{ __type(name: "Tool") { name ...K } tools { name } __schema { queryType { name } } } fragment K on __Type { kind }';
  const { __type, __schema } = await dataOf(query);
  expect([__type, __schema]).toEqual([{ name: 'Tool', kind: 'OBJECT' }, { queryType: { name: 'Query' } }]);
});

it('finds one of a list that REST answers whole', async () => {
  const { i18NLocales } = await dataOf('{ i18NLocales { documentId code } }');
  const { documentId } = i18NLocales.find(({ code }: { readonly code: string }) => code === 'fr');
  expect(await dataOf(`{ i18NLocale(documentId: "${documentId}") { code } }`)).toEqual({ i18NLocale: { code: 'fr' } });
});
