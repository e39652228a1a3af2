// Bundled functions give the same answers as the source: both get the same requests, each with its own database.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import type { Attribute, ContentType } from '../../../lib/schema/index.ts';
import { createRouter } from '../../../lib/server/createRouter.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createApi, toLambdaEvent, type Api } from '../../setup/api.ts';
import { isLong } from '../../setup/lengthOf.ts';
import { museum, seedMuseum, type Seeded } from '../../setup/museum/seed.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { processOf, sharedBundles, type Bundles } from './bundled.ts';

interface SideAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

interface Side {
  readonly ask: (method: string, url: string, body?: unknown) => Promise<SideAnswer>;
  readonly seeded: Seeded;
}

const schema = await museum();
const functions = await sharedBundles('museum');
const source = createApi(schema, defaultConfig);
const bundledApi = createApi(schema, defaultConfig);

/** Blanks dates and ids, which differ between databases; a documentId becomes the number of its first occurrence. */
const blanked = (text: string): string => {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `#${names.size}`;
    names.set(id, name);
    return name;
  };
  return text
    .replace(/\b[a-z][a-z0-9]{23}\b/g, nameOf)
    .replace(/("(?:createdAt|updatedAt|publishedAt)":)"[^"]+"/g, '$1"#"')
    .replace(/"id":\d+/g, '"id":"#"');
};

const createSide = async (api: Api, request: Api['request']): Promise<Side> => {
  const writing = (method: string) => (url: string, data: unknown) => request(method, url, { body: { data } });
  const seeded = await seedMuseum({
    ...api,
    post: writing('POST'),
    put: writing('PUT'),
    delete: (url) => request('DELETE', url),
  });
  return {
    seeded,
    ask: async (method, url, body) => {
      const named = url.replace(/@(\w+)/g, (match, name: string) => seeded.get(name) ?? match);
      const reply = await request(method, named, body === undefined ? {} : { body });
      const text = blanked(JSON.stringify(reply.body ?? null));
      return { status: reply.status, headers: Object.keys(reply.headers).sort(), body: text };
    },
  };
};

let bundles: Bundles | undefined;
afterAll(() => bundles?.stop());

/** Sends requests like `createApi`, but to the bundles. */
const bundledRequest = async (): Promise<Api['request']> => {
  const service = bundledApi.service();
  const { databaseName } = await service.database.get();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${databaseName}`;
  bundles = processOf(functions, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'test', MONGODB_URI: uri.href },
    ...secretsEnvironment,
  });
  const { ask } = bundles;
  const { accessKey } = await createToken(service, { name: 'bundled', type: 'full-access' });
  const route = createRouter(routes, otherwise);
  const names = new Map(routes.map((one) => [`${one.method} ${one.path}`, one.function]));
  return async (method, url, { body } = {}) => {
    const match = route(method, url.split('?')[0] ?? '');
    const headers = { authorization: `Bearer ${accessKey}`, 'content-type': 'application/json' };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await ask(
      names.get(match.routeKey) ?? '',
      toLambdaEvent(method, url, { body: text, headers }, match),
    );
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers ?? {},
      body: answer.body === undefined ? undefined : (JSON.parse(answer.body) as unknown),
    };
  };
};

let sides: readonly [Side, Side];
beforeAll(async () => {
  sides = [await createSide(source, source.request), await createSide(bundledApi, await bundledRequest())];
});

/** Sends a request to both; fails unless the answers are equal and below 500; returns the source's answer. */
const askBoth = async (method: string, url: string, body?: unknown): Promise<SideAnswer> => {
  const [ours, bundled] = await Promise.all(sides.map(({ ask }) => ask(method, url, body)));
  expect({ method, url, body, ...bundled }).toEqual({ method, url, body, ...ours });
  expect(ours?.status).toBeLessThan(500);
  return ours ?? { status: 0, headers: [], body: '' };
};

const reads = [
  '/api/exhibits?sort=title&populate=*',
  '/api/exhibits?status=draft&sort=title:desc&pagination[pageSize]=3&populate[room][populate]=*',
  '/api/exhibits?filters[room][name][$containsi]=hall&fields=title,year',
  '/api/exhibits?filters[$or][0][year][$gt]=1900&filters[$or][1][tags][word]=red&populate[body][populate]=*',
  '/api/exhibits?filters[titel]=x',
  '/api/exhibits?filters[year]=many',
  '/api/exhibits?sort=secret',
  '/api/exhibits?populate=nobody',
  '/api/exhibits?filters[__proto__]=1',
  '/api/artists?populate[works][count]=true&sort=rank,name',
  '/api/rooms?pagination[start]=1&pagination[limit]=2&sort=name',
  '/api/museum?populate=*',
  '/api/rooms/@hall?populate=*',
  '/api/rooms/none',
  '/api/nothing',
  '/api/content-type-builder/content-types',
  '/api/content-type-builder/components/none',
  '/api/auth/local',
];

it('reads are equal', async () => {
  const statuses = new Set<number>();
  for (const url of reads) statuses.add((await askBoth('GET', url)).status);
  expect([...statuses].sort()).toEqual([200, 400, 404, 405]);
});

// The numbers are no ids of documents, because ids differ between the databases.
const values: readonly unknown[] = [
  ...[null, '', 'text', 'x'.repeat(300), 'a@b.example', '700000', 700_000, 1.5, -1, 1e300, true, [], {}, [null], ['a']],
  ...['2024-02-29', '2024-02-30', '12:34', '25:00', '2024-02-29T12:00:00Z', '9223372036854775808', '9007199254740993'],
  ...[{ id: 700_000 }, { connect: ['none'] }, [{ __component: 'none' }], [[[]]]],
  [{ type: 'paragraph', children: [{ type: 'text', text: 'words' }] }],
  [
    { type: 'paragraph', children: [{ type: 'none' }] },
    { type: 'heading', level: 9, children: [] },
  ],
];

const pathOf = ({ singularName, pluralName, kind }: ContentType): string =>
  `/api/${kind === 'singleType' ? singularName : pluralName}`;

const same = (attributes: Iterable<Attribute>, value: unknown): object =>
  Object.fromEntries([...attributes].map(({ name }) => [name, value]));

const attributesOf = (uid: string): readonly Attribute[] => [
  ...(schema.components.get(uid)?.attributes.values() ?? []),
];

/** Components whose attributes all have the same value. */
const filledComponents = (attribute: Attribute): readonly unknown[] => {
  if (attribute.kind === 'dynamiczone')
    return values.map((value) =>
      attribute.components.map((uid) => ({ __component: uid, ...same(attributesOf(uid), value) })),
    );
  if (attribute.kind !== 'component') return [];
  const one = (value: unknown): object => same(attributesOf(attribute.component), value);
  return values.map((value) => (attribute.repeatable ? [one(value), one(value)] : one(value)));
};

describe.each([...schema.served.values()].map((type) => [type.singularName, type] as const))('%s', (_, type) => {
  const attributes = [...type.attributes.values()];
  const method = type.kind === 'singleType' ? 'PUT' : 'POST';
  const writeAs = (status: 'draft' | 'published', data: unknown): Promise<SideAnswer> =>
    askBoth(method, `${pathOf(type)}?status=${status}`, { data });
  const write = async (data: unknown): Promise<void> => {
    await writeAs('draft', data);
    await writeAs('published', data);
  };

  // Lectern reports the faults of all scalars together, so one request tests all of them. Exhibits have most kinds.
  it.runIf(isLong || type.singularName === 'exhibit')(
    'scalar attributes accept or refuse the same values',
    async () => {
      const scalars = attributes.filter(({ kind }) => kind === 'scalar');
      for (const value of values) await write(same(scalars, value));
    },
  );

  it
    .runIf(isLong)
    .each(attributes.filter(({ kind }) => kind !== 'scalar').map((attribute) => [attribute.name, attribute] as const))(
    '%s accepts or refuses the same values',
    async (name, attribute) => {
      // The form of a relation, a file or a component does not depend on the status; what is in a component does.
      for (const value of values) await writeAs('draft', { [name]: value });
      for (const value of filledComponents(attribute)) await write({ [name]: value });
    },
  );
});

it('updates and deletes are equal', async () => {
  expect((await askBoth('PUT', '/api/rooms/@hall', { data: { name: 'Great Hall', floor: 'x' } })).status).toBe(400);
  expect((await askBoth('PUT', '/api/rooms/@hall', { data: { name: 'Great Hall' } })).status).toBe(200);
  expect((await askBoth('PUT', '/api/rooms/none', { data: {} })).status).toBe(404);
  expect((await askBoth('POST', '/api/rooms', 'no JSON')).status).toBe(400);
  expect((await askBoth('POST', '/api/rooms', { data: { nothing: 1 } })).status).toBe(400);
  expect((await askBoth('DELETE', '/api/rooms/@attic')).status).toBe(204);
  expect((await askBoth('GET', '/api/rooms?sort=name')).status).toBe(200);
});

it('a body with very many faults gets the first of them', async () => {
  const notes = Array.from({ length: 1_200 }, () => ({ text: 1 }));
  const { status, body } = await askBoth('POST', '/api/exhibits', { data: { notes } });
  expect(status).toBe(400);
  expect(body).not.toContain('"notes","1"');
});
