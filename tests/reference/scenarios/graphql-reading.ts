// GraphQL: lists and documents, with filters, sort and pagination.
import type { Scenario } from '../player.ts';

/** Filters of plants; each is also the label of its step. */
const filters = [
  '{}',
  'null',
  '{ name: { eq: "fern" } }',
  '{ name: { eq: null } }',
  '{ name: {} }',
  '{ name: null }',
  '{ name: { eqi: "FERN" } }',
  '{ name: { ne: "fern" } }',
  '{ name: { nei: "FERN" } }',
  '{ name: { contains: "er" } }',
  '{ name: { contains: "ER" } }',
  '{ name: { containsi: "ER" } }',
  '{ name: { notContains: "er" } }',
  '{ name: { notContainsi: "ER" } }',
  '{ name: { startsWith: "f" } }',
  '{ name: { endsWith: "s" } }',
  '{ name: { in: ["fern", "moss", "oak"] } }',
  '{ name: { in: "fern" } }',
  '{ name: { in: [] } }',
  '{ name: { notIn: ["fern"] } }',
  '{ name: { null: true } }',
  '{ name: { null: false } }',
  '{ name: { notNull: true } }',
  '{ name: { between: ["f", "n"] } }',
  '{ name: { not: { eq: "fern" } } }',
  '{ name: { not: { in: ["fern", "ivy"] } } }',
  '{ name: { not: { null: true } } }',
  '{ name: { startsWith: "f", endsWith: "n" } }',
  '{ name: { or: ["fern", "moss"] } }',
  '{ name: { and: ["fern"] } }',
  '{ name: { nope: "fern" } }',
  '{ name: "fern" }',
  '{ nope: { eq: "fern" } }',
  '{ id: { eq: 1 } }',
  '{ height: { gt: 2 } }',
  '{ height: { gte: 3 } }',
  '{ height: { lt: 3 } }',
  '{ height: { lte: 3 } }',
  '{ height: { between: [2, 5] } }',
  '{ height: { between: [2] } }',
  '{ height: { in: [1, 9] } }',
  '{ height: { contains: 3 } }',
  '{ height: { eq: 1.5 } }',
  '{ height: { eq: "3" } }',
  '{ height: { gt: 1, lt: 9 } }',
  '{ name: { eq: "fern" }, height: { eq: 1 } }',
  '{ or: [{ name: { eq: "fern" } }, { height: { eq: 1 } }] }',
  '{ or: { name: { eq: "fern" } } }',
  '{ or: [] }',
  '{ and: [{ name: { ne: "fern" } }, { height: { lt: 9 } }] }',
  '{ not: { name: { eq: "fern" } } }',
  '{ not: { or: [{ name: { eq: "fern" } }, { height: { eq: 1 } }] } }',
  '{ and: [{ or: [{ name: { eq: "fern" } }, { or: [{ height: { eq: 9 } }, { bed: { name: { eq: "south" } } }] }] }] }',
  '{ bed: { name: { eq: "north" } } }',
  '{ bed: { gardener: { name: { contains: "Ad" } } } }',
  '{ bed: null }',
  '{ bed: { name: { null: true } } }',
  '{ bed: { documentId: { null: true } } }',
  '{ gardeners: { name: { eq: "Ada" } } }',
  '{ gardeners: { name: { in: ["Ada", "Bob"] } } }',
  '{ gardeners: { name: { ne: "Ada" } } }',
  '{ gardeners: { and: [{ name: { eq: "Ada" } }, { born: { lt: "1990-01-01" } }] } }',
  '{ not: { gardeners: { name: { eq: "Ada" } } } }',
  '{ parent: { name: { eq: "fern" } } }',
  '{ children: { height: { gt: 2 } } }',
  '{ children: { parent: { name: { eq: "fern" } } } }',
  '{ createdAt: { gt: "2020-01-01T00:00:00.000Z" } }',
  '{ publishedAt: { null: true } }',
  '{ documentId: { in: [] } }',
  '{ documentId: { notNull: true } }',
] as const;

/** Arguments of a list of tools, of which there are twelve. */
const pages = [
  '',
  '(pagination: {})',
  '(pagination: null)',
  '(pagination: { page: 1, pageSize: 5 })',
  '(pagination: { page: 2, pageSize: 5 })',
  '(pagination: { page: 3, pageSize: 5 })',
  '(pagination: { page: 4, pageSize: 5 })',
  '(pagination: { page: 2 })',
  '(pagination: { page: 2, pageSize: null })',
  '(pagination: { pageSize: 3 })',
  '(pagination: { page: 0 })',
  '(pagination: { page: -1, pageSize: -1 })',
  '(pagination: { pageSize: 0 })',
  '(pagination: { start: 10 })',
  '(pagination: { start: 1, limit: 3 })',
  '(pagination: { start: 4, limit: 3 })',
  '(pagination: { limit: 0 })',
  '(pagination: { limit: -1 })',
  '(pagination: { start: 9, limit: -1 })',
  '(pagination: { start: -1 })',
  '(pagination: { limit: 100 })',
  '(pagination: { page: 1, limit: 3 })',
  '(pagination: { start: 1, pageSize: 3 })',
  '(pagination: { page: "1" })',
  '(pagination: { page: 1.5 })',
  '(pagination: { nope: 1 })',
] as const;

const sorts = [
  '"name"',
  '"name:desc"',
  '"name:DESC"',
  '["height:desc", "name"]',
  '"bed.name,name"',
  '["bed.name:desc", "name"]',
  '"bed.gardener.name"',
  '""',
  '[]',
  'null',
  '[null]',
  '"nope"',
  '"name:sideways"',
  '"bed"',
  '5',
  'name',
] as const;

/** Selections of plants, sorted by name. */
const selections = [
  '{ name height bed { name area } }',
  '{ name gardeners { name born } }',
  '{ name gardeners_connection { nodes { name } } }',
  '{ name gardeners_connection { nodes { name } pageInfo { total } } }',
  '{ name gardeners(sort: "name:desc") { name } }',
  '{ name gardeners(filters: { name: { eq: "Ada" } }) { name } }',
  '{ name gardeners(filters: { name: { eq: "nobody" } }) { name } }',
  '{ name gardeners(pagination: { limit: 1 }) { name } }',
  '{ name gardeners(pagination: { start: 1, limit: 1 }, sort: "name") { name } }',
  '{ name gardeners(pagination: { page: 2, pageSize: 1 }) { name } }',
  '{ name gardeners_connection(pagination: { page: 1, pageSize: 1 }, filters: { name: { contains: "b" } }) { nodes { name } } }',
  '{ name gardeners(sort: "nope") { name } }',
  '{ name gardeners(filters: { nope: { eq: 1 } }) { name } }',
  '{ name gardeners(pagination: { page: 1, start: 1 }) { name } }',
  '{ name gardeners(status: DRAFT) { name } }',
  '{ name bed(filters: { name: { eq: "north" } }) { name } }',
  '{ name gardeners(sort: []) { name } tools(pagination: { page: 1, pageSize: 10 }) { name } }',
  '{ name tools { name } tools_connection(pagination: { page: 1, pageSize: 10 }) { nodes { name } } }',
  '{ name bed { plants { name bed { name } } gardener { name plants(sort: "name") { name } } } }',
  '{ name parent { name parent { name } } children(sort: "name:desc") { name children { name } } }',
  '{ name friends { name } friendOf { name } twin { name } }',
  '{ name sign { text plant { name } } planter { name } visitors { name } origin { name } wishes { name } }',
  '{ documentId name createdAt updatedAt publishedAt }',
  '{ id name }',
  '{ name nope }',
  '{ name bed }',
  '{ name { nope } }',
  '{ name bed { nope } }',
  '{ name createdBy { username } }',
  '{ name locale }',
  '{ name localizations { name } }',
] as const;

export default {
  uses: ['plants', 'beds', 'gardeners', 'tools', 'signs', 'leaves', 'garden'],
  play: async ({ query, make }) => {
    const ada = (await make('/api/gardeners', { name: 'Ada', born: '1980-05-01' })).documentId;
    const bob = (await make('/api/gardeners', { name: 'Bob', born: '1995-05-01' })).documentId;
    const north = (await make('/api/beds', { name: 'north', area: 12.5, gardener: ada })).documentId;
    const south = (await make('/api/beds', { name: 'south' })).documentId;
    const tools: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'])
      tools.push((await make('/api/tools', { name })).documentId);
    const sign = (await make('/api/signs', { text: 'do not pick' })).documentId;
    const [a, b, c] = tools;
    const fern = (
      await make('/api/plants', {
        ...{ name: 'fern', height: 3, bed: north, sign, gardeners: [bob, ada], tools: [c, a, b] },
        ...{ planter: ada, visitors: [bob, ada], origin: south, wishes: [b, a] },
      })
    ).documentId;
    await make('/api/plants', { name: 'moss', height: 1, bed: south, gardeners: [ada], parent: fern, friends: [fern] });
    await make('/api/plants', { name: 'ivy', height: 9, parent: fern, twin: fern });
    await make('/api/plants', { height: 4 });
    for (const one of filters) await query(one, `{ plants(filters: ${one}, sort: "height") { name } }`);
    for (const one of filters.slice(0, 4))
      await query(
        `counted: ${one}`,
        `{ plants_connection(filters: ${one}, sort: "height") { nodes { name } pageInfo { total } } }`,
      );
    for (const one of pages) {
      await query(`tools${one}`, `{ tools${one.replace(')', ', sort: "name")')} { name } }`);
      await query(
        `tools_connection${one}`,
        `{ tools_connection${one.replace(')', ', sort: "name")')} { nodes { name } pageInfo { total page pageSize pageCount } } }`,
      );
    }
    await query(null, '{ tools_connection { pageInfo { total } } }');
    await query(null, '{ tools_connection { nodes { name } pageInfo { page } } }');
    await query(null, '{ tools_connection { __typename nodes { __typename } pageInfo { __typename } } }');
    for (const one of sorts) await query(`sort: ${one}`, `{ plants(sort: ${one}) { height } }`);
    await query(null, '{ plants(sort: "documentId") { __typename } }');
    for (const one of selections) await query(one, `{ plants(sort: "height") ${one} }`);

    const byId = 'query($id: ID!) { plant(documentId: $id) { name bed { name } gardeners { name } } }';
    await query('one', byId, { id: fern });
    await query('one that is not there', byId, { id: 'aaaaaaaaaaaaaaaaaaaaaaaa' });
    await query('one by an id that is a number', byId, { id: 1 });
    await query('one by a text that is no id', byId, { id: '' });
    await query('one by a boolean', byId, { id: true });
    for (const id of ['.', '..', '../beds', '/', 'count', '?fields=name', '%2e%2e', '%00', '*', ' ', '\u00e9'])
      await query(`one by ${JSON.stringify(id)}`, byId, { id });
    await query('one by a part of its id', byId, { id: fern.slice(0, 12) });
    await query('one by its id and more', byId, { id: `${fern}/` });
    await query('one by its id in capitals', byId, { id: fern.toUpperCase() });
    await query('one without an id', byId);
    await query('one by null', byId, { id: null });
    await query('one of another type', 'query($id: ID!) { plant(documentId: $id) { name } }', { id: north });
    await query('one with filters', 'query($id: ID!) { plant(documentId: $id, filters: {}) { name } }', { id: fern });
    await query(
      'relations by their documentId',
      'query($id: ID!) { plants(filters: { bed: { documentId: { eq: $id } } }, sort: "name") { name } }',
      { id: north },
    );
    await query(
      'relations by one of several documentIds',
      'query($ids: [ID]) { plants(filters: { gardeners: { documentId: { in: $ids } } }, sort: "name") { name } }',
      { ids: [bob, 'nope'] },
    );
    await query(null, '{ gardeners(sort: "name") { name plants(sort: "name") { name } toolbox { name } } }');
    await query(null, '{ beds(sort: "name") { name area plants_connection(sort: "name:desc") { nodes { name } } } }');
    await query(null, '{ leaves { text inner } }');
    await query(null, '{ leafs { text } }');
    await query(null, '{ garden { name } }');
    await query(null, '{ gardens { name } }');
    await query(null, '{ plants { name } beds(sort: "name") { name } }');
  },
} satisfies Scenario;
