// What a selection asks of REST: one request for each field, and a further one only for a relation with other arguments.
import { parse, validate, validateSchema, GraphQLSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { RestRequest } from '../../lib/api/restClient.ts';
import type { Request } from '../../lib/api/http/index.ts';
import { schemaOf } from '../../lib/graphql/index.ts';
import { checkLimits } from '../../lib/graphql/limits.ts';
import { runOperation } from '../../lib/graphql/runOperation.ts';
import { buildSchema } from '../../lib/schema/index.ts';
import { largeSite } from '../mcp/largeSite.ts';
import { relationTo, typeFile, schemaOf as modelOf } from '../setup/schema.ts';
import { schema as model } from './gardenApi.ts';

const schema = schemaOf(model);

/** @returns the questions of a document, whose answers are empty lists */
const questionsOf = async (query: string, of = schema): Promise<readonly RestRequest[]> => {
  const document = parse(query);
  expect(validate(of, document)).toEqual([]);
  const questions: RestRequest[] = [];
  const ask = (question: RestRequest) => {
    questions.push(JSON.parse(JSON.stringify(question)) as RestRequest);
    return Promise.resolve({ status: 200, body: { data: [] } });
  };
  const request = { id: 'test', method: 'POST', path: '/graphql' } as Request; // for the log of unexpected errors
  const limits = { defaultLimit: 10, maxLimit: 100, maxBodyBytes: 1_000 };
  await runOperation(
    { schema: of, request, ask: () => ask, limits, room: { take: () => undefined, takeValue: (value) => value } },
    { document, operationName: undefined, variables: {} },
  );
  return questions;
};

const get = (path: string, query: object) => ({ method: 'GET', path, query });
const counted = (withCount: boolean) => ({ pagination: { start: 0, limit: 10, withCount } });

describe('a field asks', () => {
  const cases: readonly (readonly [title: string, query: string, questions: readonly object[]])[] = [
    [
      'for the fields that it selects, once',
      '{ plants { name x: name height } }',
      [get('/api/plants', { fields: 'name,height', ...counted(false) })],
    ],
    [
      'for no total that it does not select',
      '{ plants_connection { pageInfo { page } } }',
      [get('/api/plants', { fields: 'documentId', ...counted(false) })],
    ],
    [
      'for a total that it selects',
      '{ plants_connection { pageInfo { pageCount } } }',
      [get('/api/plants', { fields: 'documentId', ...counted(true) })],
    ],
    [
      'for no larger page than REST has',
      '{ plants(pagination: { page: 2, pageSize: 500 }) { name } }',
      [get('/api/plants', { fields: 'name', pagination: { start: 100, limit: 100, withCount: false } })],
    ],
    [
      'for as many as REST has where there is no limit',
      '{ plants(pagination: { start: 5, limit: -1 }) { name tools(pagination: { page: 2 }) { name } } }',
      [
        get('/api/plants', {
          fields: 'name',
          populate: { tools: { start: 10, limit: 10, fields: 'name' } },
          pagination: { start: 5, limit: 100, withCount: false },
        }),
      ],
    ],
    [
      'for relations with their arguments',
      '{ plant(documentId: "a/b", status: DRAFT) { tools(sort: ["name", "createdAt:desc"], filters: { name: { eq: "x" } }, pagination: { page: 3, pageSize: 2 }) { owner { name } } } }',
      [
        get('/api/plants/%61%2f%62', {
          status: 'draft',
          fields: 'documentId',
          populate: {
            tools: {
              filters: { name: { $eq: 'x' } },
              sort: 'name,createdAt:desc',
              start: 4,
              limit: 2,
              fields: 'documentId',
              populate: { owner: { fields: 'name' } },
            },
          },
        }),
      ],
    ],
    [
      'for pages of ten related documents, if only the page has a number',
      '{ plants { tools(pagination: { page: 1 }) { name } parent { tools(pagination: { page: 3 }) { name } } } }',
      [
        get('/api/plants', {
          fields: 'documentId',
          populate: {
            tools: { limit: 10, fields: 'name' },
            parent: { fields: 'documentId', populate: { tools: { start: 20, limit: 10, fields: 'name' } } },
          },
          ...counted(false),
        }),
      ],
    ],
    [
      'for all components of a zone',
      '{ guides { body { ... on ComponentGardenQuote { body } } } }',
      [
        get('/api/guides', {
          fields: 'documentId',
          populate: {
            body: {
              on: {
                'garden.quote': { fields: 'body' },
                'garden.gallery': { fields: 'id' },
                'garden.care': { fields: 'id' },
              },
            },
          },
          ...counted(false),
        }),
      ],
    ],
    [
      'for the types of a polymorphic relation that it names',
      '{ remarks { about { ... on Tool { name } } } }',
      [
        get('/api/remarks', {
          fields: 'documentId',
          populate: { about: { on: { 'api::tool.tool': { fields: 'name' } } } },
          ...counted(false),
        }),
      ],
    ],
    [
      'once for each relation with other arguments',
      '{ rules { title a: gardeners(sort: "name") { name } b: gardeners { name } c: gardeners { born } d: gardeners(sort: "name") { born } } }',
      [
        get('/api/rules', {
          fields: 'title,locale',
          populate: { gardeners: { sort: 'name', fields: 'name,born' } },
          ...counted(false),
        }),
        get('/api/rules', { fields: 'locale', populate: { gardeners: { fields: 'name,born' } }, ...counted(false) }),
      ],
    ],
    [
      'for what directives leave',
      '{ plants { name @skip(if: true) height @include(if: false) documentId } }',
      [get('/api/plants', { fields: 'documentId', ...counted(false) })],
    ],
  ];
  for (const [title, query, questions] of cases)
    it(title, async () => {
      expect(await questionsOf(query)).toEqual(questions);
    });
});

it('does not ask for what the type populates by default', async () => {
  const more = { options: { populate: { find: '*' }, populateMode: 'always' } };
  const files = { 'item.json': typeFile('item', { next: relationTo('oneToOne', 'item') }, more) };
  const base = { view: '', fields: 'documentId', ...counted(false) };
  const populate = { next: { fields: 'documentId' } };
  expect(
    await questionsOf('{ items { documentId } i: items { next { documentId } } }', schemaOf(modelOf(files))),
  ).toEqual([get('/api/items', { ...base, populate: '' }), get('/api/items', { ...base, populate })]);
});

it('does not ask for relations with more than ten different arguments', async () => {
  const relations = Array.from(
    { length: 12 },
    (_, index) => `t${index}: tools(pagination: { limit: ${index + 1} }) { name }`,
  );
  expect(await questionsOf(`{ plants { ${relations.join(' ')} } }`)).toEqual([]);
});

it('does not ask for what is too large, although the document is not', async () => {
  const aliases = (count: number): string =>
    `{ remarks { ${Array.from({ length: count }, (_, index) => `a${index}: about { __typename }`).join(' ')} } }`;
  checkLimits(parse(aliases(2_000)), 10);
  expect(await questionsOf(aliases(100))).toHaveLength(1);
  expect(await questionsOf(aliases(2_000))).toEqual([]);
});

describe('the schema', () => {
  it('is made once', () => {
    expect(schemaOf(model)).toBe(schema);
  });

  it('is valid, also of large types', () => {
    const { schema: large } = buildSchema(largeSite(150));
    for (const one of [model, ...(large === undefined ? [] : [large])]) {
      const config = schemaOf(one).toConfig();
      expect(validateSchema(new GraphQLSchema({ ...config, assumeValid: false }))).toEqual([]);
    }
  });

  it('leaves out attributes and values whose names GraphQL cannot have', () => {
    const files = {
      'item.json': typeFile('item', {
        'two words': { type: 'string' },
        ümlaut: { type: 'string' },
        kind: { type: 'enumeration', enum: ['a b', 'a-b'] },
        truth: { type: 'enumeration', enum: ['true'] },
        state: { type: 'enumeration', enum: ['ganz neu', 'Größe', 'Äpfel', 'Łódź', 'A&B', 'Привет', 'œuvre', 'x²'] },
      }),
    };
    const sdl = printSchema(schemaOf(modelOf(files)));
    expect(sdl).toContain(
      'enum ENUM_ITEM_STATE {\n  ganz_neu\n  Groesse\n  Aepfel\n  Lodz\n  A_and_B\n  Privet\n  oeuvre\n  x\n}',
    );
    expect(/^type Item \{[^}]*\}/m.exec(sdl)?.[0]).toBe(
      'type Item {\n  documentId: ID!\n  kind: String\n  truth: String\n  state: ENUM_ITEM_STATE\n  createdAt: DateTime\n  updatedAt: DateTime\n  publishedAt: DateTime\n}',
    );
  });
});
