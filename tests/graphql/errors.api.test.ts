// What is refused, and in which form.
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, addPublicRole, permit } from '../setup/accounts.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { createApi, testConfig } from '../setup/api.ts';
import { createBy, createGarden, gardenConfig, schema } from './gardenApi.ts';

const garden = createGarden();
const { api, send, dataOf } = garden;

beforeAll(async () => {
  const bed = await createBy(garden, 'Bed', { name: 'north' });
  await createBy(garden, 'Plant', { name: 'fern', bed });
  await createBy(garden, 'Plant', { name: 'ivy', bed }, 'DRAFT');
});

/** What the code and the message are, for errors that nothing runs for. */
const refused: readonly (readonly [title: string, query: string, code: string, message: RegExp, variables?: object])[] =
  [
    ['a document that is none', '{plants{name}', 'GRAPHQL_PARSE_FAILED', /^Syntax Error/],
    [
      'a field that does not exist',
      '{plants{nope}}',
      'GRAPHQL_VALIDATION_FAILED',
      /^Cannot query field "nope" on type "Plant"/,
    ],
    ['a private attribute', '{packets{secret}}', 'GRAPHQL_VALIDATION_FAILED', /^Cannot query field "secret"/],
    ['a password', '{packets{key}}', 'GRAPHQL_VALIDATION_FAILED', /^Cannot query field "key"/],
    [
      'a filter on a password',
      '{packets(filters:{key:{eq:"x"}}){name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /^Field "key" is not defined/,
    ],
    [
      'a component that a zone lacks',
      '{guides{body{...on ComponentGardenTip{text}}}}',
      'GRAPHQL_VALIDATION_FAILED',
      /^Fragment cannot be spread here/,
    ],
    [
      'an entry of a zone without its type',
      'mutation{createGuide(data:{body:[{body:"x"}]}){documentId}}',
      'GRAPHQL_VALIDATION_FAILED',
      /Component not found/,
    ],
    [
      'a date that is none',
      'mutation{createSeed(data:{sown:"2020-13-01"}){name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /Date cannot represent "2020-13-01"/,
    ],
    [
      'a time without its offset',
      'mutation{createSeed(data:{seen:"2020-01-01"}){name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /DateTime cannot represent "2020-01-01"/,
    ],
    [
      'a text in JSON without quotes',
      'mutation{createSeed(data:{data:{a:[red]}}){name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /"red" has no quotes/,
    ],
    ['a locale without quotes', '{rules(locale:fr){title}}', 'GRAPHQL_VALIDATION_FAILED', /"fr" has no quotes/],
    ['a locale that is a number', '{rules(locale:5){title}}', 'GRAPHQL_VALIDATION_FAILED', /cannot represent 5/],
    [
      'a number that is not whole',
      'mutation{createSeed(data:{total:1.5}){name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /Long cannot represent/,
    ],
    [
      'a value that an enumeration lacks',
      'mutation{createSeed(data:{colour:blue}){name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /does not exist in "ENUM_SEED_COLOUR"/,
    ],
    ['a variable that is missing', 'query($id:ID!){plant(documentId:$id){name}}', 'BAD_USER_INPUT', /^Variable "\$id"/],
    [
      'a variable with an unknown key',
      'mutation($d:SeedInput!){createSeed(data:$d){name}}',
      'BAD_USER_INPUT',
      /"nope" is not defined/,
      { d: { nope: 1 } },
    ],
    [
      'several operations',
      'query A{plants{name}} query B{beds{name}}',
      'OPERATION_RESOLUTION_FAILURE',
      /^Must provide operation name/,
    ],
    ['two operations of a name', 'query A{plants{name}} query A{beds{name}}', 'GRAPHQL_VALIDATION_FAILED', /only one/],
    [
      'an unnamed one beside others',
      '{plants{name}} {beds{name}}',
      'GRAPHQL_VALIDATION_FAILED',
      /only defined operation/,
    ],
    ['a part that comes later', '{plants{... @defer{name}}}', 'GRAPHQL_VALIDATION_FAILED', /^Unknown directive/],
    ['a list that streams', '{plants @stream{name}}', 'GRAPHQL_VALIDATION_FAILED', /^Unknown directive/],
    ['a type', 'input X @oneOf{a:Int} {plants{name}}', 'GRAPHQL_VALIDATION_FAILED', /not executable/],
    [
      'a number that is too large',
      'query($n:Int){plants(pagination:{limit:$n}){name}}',
      'BAD_USER_INPUT',
      /32-bit/,
      { n: 2 ** 31 },
    ],
    [
      'an operator in a value',
      'query($f:PlantFiltersInput){plants(filters:$f){name}}',
      'BAD_USER_INPUT',
      /f\.and\.not\.name\.eq"; String cannot represent/,
      { f: { and: { not: { name: { eq: { $ne: 1 } } } } } },
    ],
    [
      'a filter on a property of all objects',
      'query($f:PlantFiltersInput){plants(filters:$f){name}}',
      'BAD_USER_INPUT',
      /"__proto__" is not defined/,
      JSON.parse('{"f":{"__proto__":{"name":{"eq":"x"}}}}') as object,
    ],
    ['a subscription', 'subscription{plants{name}}', 'BAD_REQUEST', /subscription/],
  ];

describe('is refused with 400', () => {
  for (const [title, query, code, message, variables] of refused)
    it(title, async () => {
      const { status, body } = await send(query, variables);
      expect({ status, data: 'data' in body }).toEqual({ status: 400, data: false });
      expect(body.errors[0]).toMatchObject({ message: expect.stringMatching(message), extensions: { code } });
    });

  const bodies: readonly (readonly [body: unknown, message: RegExp])[] = [
    [{}, /^POST body missing/],
    [[{ query: '{plants{name}}' }], /^Operation batching disabled/],
    [{ query: 5 }, /must be strings/],
    [{ query: '' }, /non-empty/],
    [{ query: '{plants{name}}', variables: [] }, /`variables`/],
    [{ query: '{plants{name}}', operationName: 5 }, /`operationName`/],
  ];
  for (const [body, message] of bodies)
    it(`the body ${JSON.stringify(body)}`, async () => {
      const reply = await api.request('POST', '/graphql', { body });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        errors: [{ message: expect.stringMatching(message), extensions: { code: 'BAD_REQUEST' } }],
      });
    });
});

/** What the errors of a field are. */
const failing: readonly (readonly [title: string, query: string, error: object])[] = [
  [
    'an unknown key',
    '{x:plants(sort:"nope"){name}}',
    {
      message: 'Invalid key nope',
      path: ['x'],
      extensions: {
        code: 'BAD_USER_INPUT',
        error: {
          name: 'ValidationError',
          message: 'Invalid key nope',
          details: { key: 'nope', path: null, source: 'query', param: 'sort' },
        },
      },
    },
  ],
  [
    'a page with an offset',
    '{plants(pagination:{page:1,start:0}){name}}',
    {
      message: 'Cannot use both page & offset pagination in the same query',
      extensions: { code: 'STRAPI_PAGINATION_ERROR' },
    },
  ],
  [
    'the same of a relation',
    '{beds{plants(pagination:{page:1,start:0}){name}}}',
    { extensions: { code: 'STRAPI_PAGINATION_ERROR' } },
  ],
  [
    'a comparison with null',
    '{plants(filters:{height:{gt:null}}){name}}',
    { path: ['plants'], extensions: { code: 'BAD_USER_INPUT', error: { details: { path: 'height.gt' } } } },
  ],
  [
    'a list with null',
    '{plants(filters:{and:[{height:{in:[1,null]}}]}){name}}',
    { extensions: { error: { details: { path: 'and.0.height.in' } } } },
  ],
  [
    'an empty list of bounds',
    '{plants(filters:{height:{between:[]}}){name}}',
    { extensions: { error: { details: { path: 'height.between' } } } },
  ],
  [
    'a sorted list of locales',
    '{rules{localizations(sort:"title"){title}}}',
    { extensions: { error: { details: { path: 'localizations' } } } },
  ],
  [
    'filtered roles',
    '{usersPermissionsRoles(filters:{name:{eq:"x"}}){name}}',
    { extensions: { code: 'BAD_USER_INPUT' } },
  ],
  [
    'a property of all objects',
    '{plants{__proto__:name}}',
    { path: ['plants'], extensions: { code: 'BAD_USER_INPUT' } },
  ],
  ['nobody who is logged in', '{me{id}}', { path: ['me'], extensions: { code: 'FORBIDDEN' } }],
];

describe('is an error of the field', () => {
  for (const [title, query, error] of failing)
    it(title, async () => {
      const { status, body } = await send(query);
      expect(status).toBe(200);
      expect(body.errors).toEqual([expect.objectContaining({})]);
      expect(body.errors[0]).toMatchObject(error);
      expect(JSON.stringify(body)).not.toContain('stack');
    });

  it('with all faults of a body', async () => {
    const { body } = await send('mutation{createPacket(data:{name:"a",count:0}){name}}');
    expect(body).toMatchObject({
      data: { createPacket: null },
      errors: [{ path: ['createPacket'], extensions: { error: { details: { errors: expect.any(Array) } } } }],
    });
  });

  it('beside fields that have a value', async () => {
    const { body } = await send('{garden{name} me{id} beds{name}}');
    expect(body).toMatchObject({
      data: { garden: null, me: null, beds: [{ name: 'north' }] },
      errors: [{ path: ['me'] }],
    });
  });
});

describe('a caller', () => {
  it('without credentials is refused, and with invalid ones 401', async () => {
    const query = '{plants{name}}';
    expect((await send(query, {}, null)).body).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await send(query, {}, { token: 'x' })).toMatchObject({
      status: 401,
      body: { error: { name: 'UnauthorizedError' } },
    });
    expect(await send('mutation{createTool(data:{}){name}}', {}, 'read-only')).toMatchObject({
      body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    });
  });

  it('reads no drafts, and no relation that it may not find', async () => {
    const member = await addMember(api.service(), permit('api::bed.bed', ['find']));
    const plants = await addMember(api.service(), [
      ...permit('api::plant.plant', ['find']),
      ...permit('api::bed.bed', ['find']),
    ]);
    expect(
      await dataOf('{beds{name plants{name} plants_connection{nodes{name}} gardener{name}}}', {}, member.as),
    ).toEqual({
      beds: [{ name: 'north', plants: [], plants_connection: { nodes: [] }, gardener: null }],
    });
    expect(await dataOf('{beds{plants{name}}}', {}, plants.as)).toEqual({ beds: [{ plants: [{ name: 'fern' }] }] });
    for (const query of ['{plants(status:DRAFT){name}}', '{plants(filters:{tools:{name:{eq:"x"}}}){name}}'])
      expect((await send(query, {}, plants.as)).body).toMatchObject({ data: null, errors: [{ path: ['plants'] }] });
  });

  it('reads itself', async () => {
    const member = await addMember(api.service(), permit('plugin::users-permissions.user', ['me']));
    const { me } = await dataOf('{me{id documentId username confirmed}}', {}, member.as);
    expect(me).toEqual({
      id: expect.stringMatching(/^\d+$/),
      documentId: member.documentId,
      username: expect.any(String),
      confirmed: false,
    });
  });
});

describe('a site', () => {
  const { graphql } = gardenConfig;
  const apiWith = (settings: Partial<typeof testConfig>) => createApi(schema, { ...gardenConfig, ...settings });
  const off = apiWith({ graphql: defaultConfig.graphql });
  const closed = apiWith({ graphql: { ...graphql, introspection: 'never' } });
  const small = apiWith({ api: { rest: { ...testConfig.api.rest, maxResponseBytes: 1024 } } });
  const ask = (one: typeof off, query: string) => one.request('POST', '/graphql', { body: { query } });

  it('has no GraphQL by default', async () => {
    expect(defaultConfig.graphql.enabled).toBe(false);
    expect((await ask(off, '{plants{name}}')).status).toBe(404);
  });

  it('does not say its schema', async () => {
    expect((await ask(closed, '{__schema{queryType{name}}}')).body.errors[0].message).toContain('introspection');
    expect((await ask(closed, '{__typename}')).body).toEqual({ data: { __typename: 'Query' } });
    for (const [query, variables] of [
      ['{plant{nam}}'],
      ['{plants(filter:{nam:{eqq:1}}){name}}'],
      ['{plants(status:DRAF){name}}'],
      ['{...F} fragment F on Plan{name}'],
      ['query($f:PlantFiltersInput){plants(filters:$f){name}}', { f: { nam: { eq: 'x' } } }],
      ['query($s:PublicationStatus){plants(status:$s){name}}', { s: 'DRAF' }],
      ['mutation($d:PacketInput!){createPacket(data:$d){name}}', { d: { secre: 'x' } }],
    ] as const) {
      const { status, body } = await closed.request('POST', '/graphql', { body: { query, variables } });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringContaining('Did you mean')]);
    }
    await addPublicRole(closed.service(), []);
  });

  it('limits the bytes of an answer', async () => {
    const aliases = Array.from({ length: 200 }, (_, index) => `a${index}: __typename`);
    expect((await ask(small, `{${aliases.join(' ')}}`)).status).toBe(400);
  });
});

describe('arguments', () => {
  const many = Array.from({ length: 60_000 }, () => 'text');

  it.each<[name: string, query: string, variables: object]>([
    [
      'of many fields',
      `query($f: ToolFiltersInput) {${Array.from({ length: 50 }, (_, at) => `a${at}: tools(filters: $f) { name }`).join(' ')}}`,
      { f: { name: { in: many } } },
    ],
    ['of one field', 'query($f: ToolFiltersInput) { tools(filters: $f) { name } }', { f: { name: { in: many } } }],
    [
      'of relations',
      `query($f: ToolFiltersInput) { plants { ${Array.from({ length: 9 }, (_, at) => `t${at}: tools(filters: $f) { name }`).join(' ')} } }`,
      { f: { name: { in: many.slice(0, 15_000) } } },
    ],
    ['of ids', 'query($id: ID!) { tool(documentId: $id) { name } }', { id: 'x'.repeat(200_000) }],
  ])('%s have 100,000 characters at most, counted at each use', async (_, query, variables) => {
    const { status, body } = await send(query, variables, null);
    expect(status).toBe(200);
    const messages = body.errors.map(({ message }: { message: string }) => message);
    expect(new Set(messages)).toEqual(
      new Set(['The document has more than 100000 characters in the arguments of all fields']),
    );
  });

  it('of mutations have as much as a body', async () => {
    const data = { data: 'x'.repeat(150_000) };
    const write = (count: number) =>
      `mutation($data: SeedInput!) {${Array.from({ length: count }, (_, at) => `a${at}: createSeed(data: $data) { documentId }`).join(' ')}}`;
    expect((await send(write(2), { data })).body.errors).toBeUndefined();
    const { body } = await send(write(50), { data });
    expect(Object.values(body.data as object).filter((one) => one !== null).length).toBeLessThan(8);
  });

  it('that are wrong are not repeated whole', async () => {
    const { body } = await send('query($f: ToolFiltersInput) { tools(filters: $f) { name } }', {
      f: 'x'.repeat(100_000),
    });
    expect(JSON.stringify(body).length).toBeLessThan(3_000);
  });
});

it('questions about the schema take variables, and say what is wrong', async () => {
  const type = 'query($n: String!) { __type(name: $n) { name } }';
  expect((await send(type, { n: 'Tool' })).body.data).toEqual({ __type: { name: 'Tool' } });
  const schema =
    'query($b: Boolean!, $s: PublicationStatus) { __schema { queryType { name @include(if: $b) } } tools(status: $s) { name } }';
  expect((await send(schema, { b: true, s: 'DRAFT' })).body.data.__schema).toEqual({ queryType: { name: 'Query' } });
  expect((await send(schema, { b: false })).body.data.__schema).toEqual({ queryType: {} });
});
