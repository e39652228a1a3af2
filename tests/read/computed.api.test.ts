// Computed attributes: answered wherever their type is read, never stored, and unknown to filters and bodies.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EntryReader } from '../../lib/events/relay/entryReader.ts';
import { describeSchema } from '../../lib/describe/type-builder/describeTypes.ts';
import { typesModule } from '../../lib/describe/types/index.ts';
import { createProjectApi, type Call } from '../setup/api.ts';
import { museum, seedMuseum, type Seeded } from '../setup/museum/seed.ts';

const exhibitUid = 'api::exhibit.exhibit';
const entries: unknown[] = [];

const api = createProjectApi(await museum(), {
  types: {
    [exhibitUid]: {
      computed: {
        shout: { type: 'string', from: ['title'], value: ({ title }) => (title === null ? null : `${String(title)}!`) },
        seen: {
          type: 'json',
          from: ['title', 'secret', 'inventory', 'made', 'acquired', 'label', 'notes', 'body'],
          value: (entry) => {
            entries.push(entry);
            return Object.keys(entry);
          },
        },
        failing: {
          type: 'integer',
          from: ['title'],
          value: ({ title }) => {
            if (title === 'Broken') throw new Error('cannot compute');
            return title === 'Wrong' ? ('text' as unknown as number) : 1;
          },
        },
      },
    },
    'api::room.room': { computed: { high: { type: 'boolean', from: ['floor'], value: ({ floor }) => floor > 0 } } },
  },
});

let ids: Seeded;
let vase = '';
beforeAll(async () => {
  ids = await seedMuseum(api);
  vase = ids.get('vase') ?? '';
});

const exhibit = async (query: string, call?: Call) => (await api.get(`/api/exhibits/${vase}?${query}`, call)).body.data;

describe('a computed attribute is answered', () => {
  it('in lists and documents, after the own attributes', async () => {
    expect(await exhibit('')).toMatchObject({ title: 'Blue Vase', shout: 'Blue Vase!', failing: 1 });
    const { body } = await api.get('/api/exhibits?filters[title]=Coin');
    expect(body.data[0].shout).toBe('Coin!');
    expect(Object.keys(body.data[0]).slice(-6, -3)).toEqual(['shout', 'seen', 'failing']);
  });

  it('in populated documents, at any depth and inside components', async () => {
    const { body } = await api.get(`/api/artists?populate[works][populate]=room,pieces&pagination[pageSize]=100`);
    const works = (
      body.data as readonly { works: { shout: string; title: string; room: { high: boolean } | null }[] }[]
    ).flatMap((artist) => artist.works);
    expect(works.length).toBeGreaterThan(2);
    for (const { shout, title } of works) expect(shout).toBe(`${title}!`);
    expect(works.some(({ room }) => typeof room?.high === 'boolean')).toBe(true);
  });

  it('in the v4 format', async () => {
    const headers = { 'strapi-response-format': 'v4' };
    expect((await exhibit('', { headers })).attributes.shout).toBe('Blue Vase!');
  });

  it('in answers of writes, with null for what a draft lacks', async () => {
    const { body } = await api.post('/api/exhibits?status=draft', { year: 1 });
    expect(body.data).toMatchObject({ title: null, shout: null });
    const { documentId } = body.data as { documentId: string };
    expect((await api.put(`/api/exhibits/${documentId}`, { title: 'Now' })).body.data.shout).toBe('Now!');
    const published = await api.request('POST', `/api/exhibits/${documentId}/actions/publish`);
    expect(JSON.stringify(published.body)).toContain('"shout":"Now!"');
    await api.delete(`/api/exhibits/${documentId}`);
  });

  it('in syncs, previews and events', async () => {
    const { body } = await api.get('/api/sync?types=exhibits');
    const synced = (body.data as readonly { entry: { title: string | null; shout: string | null } }[]).map(
      ({ entry }) => entry,
    );
    expect(synced.length).toBeGreaterThan(2);
    for (const { title, shout } of synced) expect(shout).toBe(title === null ? null : `${title}!`);

    const link = await api.request('POST', `/api/exhibits/${vase}/actions/preview-link`);
    const { token } = link.body.data as { token: string };
    expect((await exhibit(`preview=${token}`, { as: null })).shout).toBe('Blue Vase!');

    const service = api.service();
    const type = service.schema.types.get(exhibitUid);
    const stored = await (await service.database.get()).collection('exhibits').findOne({ documentId: vase });
    const pending = { ...stored, type, events: [] } as never;
    const event = { id: '1', action: 'publish', at: new Date() } as never;
    expect(await new EntryReader(service).of(pending, event)).toMatchObject({ shout: 'Blue Vase!' });
  });
});

it('`fields` selects it, and reads the attributes that it needs without answering them', async () => {
  expect(Object.keys(await exhibit('fields=shout')).sort()).toEqual(['documentId', 'id', 'shout']);
  expect(await exhibit('fields=shout')).toMatchObject({ shout: 'Blue Vase!' });
  entries.length = 0;
  expect(Object.keys(await exhibit('fields=title'))).not.toContain('shout');
  expect(entries).toEqual([]);
  expect((await api.get('/api/exhibits?fields=shoot')).status).toBe(400);
  expect((await api.get('/api/artists?populate[works][fields]=shout')).body.data[0].works[0]).toMatchObject({
    shout: expect.stringMatching(/!$/),
  });
});

it('its function gets the values as the API answers them, private ones too, without relations and files', async () => {
  const { body } = await api.post('/api/exhibits', {
    ...{ title: 'Seen', inventory: '12', made: '2020-02-03', acquired: '2020-02-03T04:05:06.000Z' },
    label: { heading: 'H', size: 2 },
    notes: [{ text: 'one', count: '7' }],
    body: [{ __component: 'block.spotlight', heading: 'S', exhibit: vase }],
  });
  const { documentId } = body.data as { documentId: string };
  await (
    await api.service().database.get()
  )
    .collection('exhibits')
    .updateOne({ documentId }, { $set: { 'published.secret': 'hush', 'published.label.hidden': 'hush' } });
  entries.length = 0;
  const reply = await api.get(`/api/exhibits/${documentId}?fields=seen`);
  expect(JSON.stringify(reply.body)).not.toContain('hush');
  const [entry] = entries as readonly { label: object; notes: object[]; body: object[] }[];
  expect(entry).toMatchObject({
    ...{ title: 'Seen', secret: 'hush', inventory: '12', made: '2020-02-03', acquired: '2020-02-03T04:05:06.000Z' },
    label: { heading: 'H', size: 2, source: null },
    notes: [{ text: 'one', count: '7', sources: [] }],
    body: [{ __component: 'block.spotlight', heading: 'S' }],
  });
  expect(Object.keys(entry?.label ?? {})).not.toContain('hidden');
  expect(Object.keys(entry?.label ?? {})).not.toContain('picture');
  expect(Object.keys(entry?.body[0] ?? {})).not.toContain('exhibit');
  await api.delete(`/api/exhibits/${documentId}`);
});

it.each([
  ['filters[shout]=x', 'shout', 'filters'],
  ['filters[$not][shout][$eq]=x', '$not.shout', 'filters'],
  ['sort=shout', 'shout', 'sort'],
  ['sort=whole.shout:desc', 'whole.shout', 'sort'],
  ['filters[room][high]=true', 'room.high', 'filters'],
  ['populate[whole][filters][shout]=x', 'whole.filters.shout', 'populate'],
])('%s is refused, and the error says that it is computed', async (query, path, param) => {
  const { status, body } = await api.get(`/api/exhibits?${query}`);
  const key = path.split('.').at(-1) ?? '';
  expect({ status, error: body.error }).toMatchObject({
    status: 400,
    error: {
      message: `Invalid key ${key}: it is computed when it is read, so ${param} cannot use it`,
      details: { key, path, param },
    },
  });
});

it('a search does not find it', async () => {
  expect((await api.get('/api/exhibits?_q=Vase!')).body.data).toEqual([]);
  expect((await api.get('/api/exhibits?_q=Vase')).body.data).not.toEqual([]);
});

it('no body may have it, and no document stores it', async () => {
  const refused = await api.put(`/api/exhibits/${vase}`, { shout: 'x' });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { message: 'Invalid key shout', details: { key: 'shout' } } },
  });
  const stored = await (await api.collection('exhibits')).find().toArray();
  expect(JSON.stringify(stored)).not.toContain('shout');
});

it.each(['Broken', 'Wrong'])('a function that fails is a 500 where it is answered: %s', async (title) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { body } = await api.post('/api/exhibits?fields=title', { title, year: 5 });
  const { documentId } = body.data as { documentId: string };
  expect((await api.get(`/api/exhibits/${documentId}`)).status).toBe(500);
  expect((await api.get(`/api/exhibits/${documentId}?fields=year`)).status).toBe(200);
  await api.delete(`/api/exhibits/${documentId}`);
});

it('a write is done although its answer fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect((await api.post('/api/exhibits', { title: 'Broken', year: 77 })).status).toBe(500);
  const url = '/api/exhibits?filters[year]=77&fields=year';
  const { body } = await api.get(url);
  expect(body.data).toHaveLength(1);
  const { documentId } = body.data[0] as { documentId: string };
  expect((await api.put(`/api/exhibits/${documentId}`, { weight: 5 })).status).toBe(500);
  expect((await api.get(`${url},weight`)).body.data[0].weight).toBe(5);
  expect((await api.delete(`/api/exhibits/${documentId}`)).status).toBe(204);
});

it('is in the generated types, in OpenAPI and in the content-type builder', async () => {
  const { schema } = api.service();
  const types = typesModule(schema);
  expect(types).toContain('shout: string | null;');
  expect(types).toContain('seen: unknown;');
  expect(types.slice(types.indexOf('interface ExhibitInput'))).not.toContain('shout');
  const described = describeSchema(schema).contentTypes.find(({ uid }) => uid === exhibitUid);
  expect(described?.schema.attributes).toMatchObject({ shout: { type: 'string', writable: false, computed: true } });
  const { body } = await api.get('/openapi.json');
  const text = JSON.stringify(body);
  expect(text).toContain('"shout":{"type":["string","null"]}');
});
