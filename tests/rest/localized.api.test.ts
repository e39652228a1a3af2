// Checks If-Match, bulk requests, Idempotency-Key and the nested format for documents in several locales.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../setup/api.ts';
import { createAtlasApi } from '../setup/atlas.ts';

const api = await createAtlasApi();
const { make, change } = api;

const etagOf = ({ headers }: Reply): string => String(headers.etag);
const when = (tag: string) => ({ headers: { 'If-Match': tag } });
const tagIn = async (place: string, locale: string): Promise<string> =>
  etagOf(await api.get(`/api/places/${place}?locale=${locale}&status=draft`));

const bulk = (data: readonly object[], query = '', more: object = {}): Promise<Reply> =>
  api.request('POST', `/api/places/actions/bulk${query}`, { body: { data, ...more } });

let rome: string;
beforeEach(async () => {
  rome = await make('/api/places', { name: 'Rome', height: 1 });
  await change(`/api/places/${rome}?locale=fr`, { name: 'Rome (fr)' });
});

describe('If-Match', () => {
  it('compares the locale that is written', async () => {
    const [en, fr] = [await tagIn(rome, 'en'), await tagIn(rome, 'fr')];
    expect((await api.put(`/api/places/${rome}?locale=fr`, { name: 'x' }, when(en))).status).toBe(412);
    expect((await api.put(`/api/places/${rome}?locale=fr`, { name: 'x' }, when(fr))).status).toBe(200);
    expect((await api.put(`/api/places/${rome}?locale=fr`, { name: 'y' }, when(fr))).status).toBe(412);
    expect((await api.put(`/api/places/${rome}`, { name: 'z' }, when(en))).status).toBe(200);
  });

  it('compares the locale also if both have the same revision', async () => {
    const revisionIn = async (locale: string) => parseInt((await tagIn(rome, locale)).slice(3), 10);
    const en = await revisionIn('en');
    const fr = await revisionIn('fr');
    const [later, locale] = en < fr ? [fr, 'en'] : [en, 'fr'];
    for (let revision = Math.min(en, fr); revision < later; revision++)
      await change(`/api/places/${rome}?locale=${locale}`, { name: `Rome ${revision}` });
    expect(await revisionIn('en')).toBe(await revisionIn('fr'));
    const write = async (tagged: string) =>
      (await api.put(`/api/places/${rome}?locale=fr`, { name: 'x' }, when(await tagIn(rome, tagged)))).status;
    expect([await write('en'), await write('fr')]).toEqual([412, 200]);
  });

  it('is refused if the locale changed because of a shared value', async () => {
    const fr = await tagIn(rome, 'fr');
    await change(`/api/places/${rome}`, { height: 2 });
    const url = `/api/places/${rome}`;
    const replies = [
      await api.put(`${url}?locale=fr`, { name: 'x' }, when(fr)),
      await api.delete(`${url}?locale=fr`, when(fr)),
      await api.request('POST', `${url}/actions/publish?locale=fr`, when(fr)),
    ];
    expect(replies.map(({ status }) => status)).toEqual([412, 412, 412]);
    expect((await api.get(`${url}?locale=fr`)).body.data).toMatchObject({ name: 'Rome (fr)', height: 2 });
  });

  it('matches no locale that does not exist', async () => {
    for (const tag of ['*', await tagIn(rome, 'en')])
      expect((await api.put(`/api/places/${rome}?locale=de`, { name: 'Rom' }, when(tag))).status).toBe(412);
    expect((await api.get(`/api/places/${rome}?locale=de`)).status).toBe(404);
    expect((await api.delete(`/api/places/${rome}?locale=de`, when('*'))).status).toBe(412);
  });

  it('of a translation that two editors make at once lets only one of them write', async () => {
    const headers = { 'If-None-Match': '*' };
    const replies = await Promise.all(
      ['Rom', 'Roma'].map((name) => api.put(`/api/places/${rome}?locale=de`, { name }, { headers })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    const written = replies.find(({ status }) => status === 200)?.body.data.name as string;
    expect((await api.get(`/api/places/${rome}?locale=de`)).body.data.name).toBe(written);
  });

  it.each(['DELETE', 'POST'])('must be * for a request with locale=*: %s', async (method) => {
    const tags = `${await tagIn(rome, 'en')}, ${await tagIn(rome, 'fr')}`;
    const url = `/api/places/${rome}${method === 'POST' ? '/actions/unpublish' : ''}?locale=*`;
    const { status, body } = await api.request(method, url, when(tags));
    expect([status, body.error.details.path]).toEqual([400, 'If-Match']);
    expect((await api.request(method, url, when('*'))).status).toBe(method === 'POST' ? 200 : 204);
    expect((await api.get(`/api/places/${rome}?locale=fr`)).status).toBe(404);
    expect((await api.request(method, url, when('*'))).status).toBe(method === 'POST' ? 404 : 412);
  });
});

describe('a bulk request', () => {
  it('writes every entry in the locale of the query', async () => {
    const { status, body } = await bulk(
      [
        { create: { data: { name: 'Oslo (fr)', height: 3 } } },
        { update: { documentId: rome, data: { name: 'Rome!' } } },
      ],
      '?locale=fr',
    );
    expect([status, body.data]).toMatchObject([
      200,
      [
        { status: 201, data: { name: 'Oslo (fr)', locale: 'fr', slug: 'oslo-fr' } },
        { status: 200, data: { documentId: rome, name: 'Rome!', locale: 'fr', height: 1 } },
      ],
    ]);
    const made = body.data[0].data.documentId as string;
    expect((await api.get(`/api/places/${made}`)).status).toBe(404);
    expect((await api.get(`/api/places/${rome}`)).body.data.name).toBe('Rome');
  });

  it.each([true, false])('adds locales and changes shared values in the others: atomic %s', async (atomic) => {
    const { body } = await bulk(
      [
        { update: { documentId: rome, data: { name: 'Rom', height: 7 } } },
        { update: { documentId: rome, data: { note: atomic ? 'a' : 'b', height: 8 } } },
        { publish: { documentId: rome } },
      ],
      '?locale=de&status=draft',
      { atomic },
    );
    expect(body.data.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200]);
    for (const locale of ['en', 'fr', 'de'])
      expect((await api.get(`/api/places/${rome}?locale=${locale}`)).body.data.height).toBe(8);
  });

  it.each([true, false])(
    'returns values taken in another locale together with other errors: atomic %s',
    async (atomic) => {
      const code = `taken ${atomic}`;
      await make('/api/places?locale=fr', { name: 'x', code });
      const entries = [code, 5].map((value) => ({ update: { documentId: rome, data: { code: value } } }));
      const { status, body } = await bulk(entries, '', { atomic });
      const taken = { path: ['code'], message: 'This attribute must be unique', value: code };
      const wrong = { path: ['code'], value: 5 };
      if (atomic) {
        const inEntry = (fault: { path: string[] }, index: number) => ({
          ...fault,
          path: [String(index), 'update', 'data', ...fault.path],
        });
        expect([status, body.error.details.errors]).toMatchObject([400, [taken, wrong].map(inEntry)]);
      } else {
        const faults = body.data.map(({ error }: Reply['body']) => error.details.errors);
        expect([status, faults]).toMatchObject([200, [[taken], [wrong]]]);
      }
      expect((await api.get(`/api/places/${rome}`)).body.data.code).toBeNull();
    },
  );

  it('deletes in all locales', async () => {
    expect((await bulk([{ delete: { documentId: rome } }], '?locale=*')).body.data).toEqual([
      { status: 204, data: null },
    ]);
    expect((await api.get(`/api/places/${rome}?locale=fr`)).status).toBe(404);
  });

  it.each<[query: string, entries: () => readonly object[]]>([
    ['?locale=*', () => [{ create: { data: { name: 'x' } } }]],
    ['?locale=*', () => [{ delete: { documentId: rome } }, { update: { documentId: rome, data: {} } }]],
    ['?locale=*', () => [{ publish: { documentId: rome } }]],
    ['?locale=*', () => [{ unpublish: { documentId: rome } }]],
    ['?locale=xx', () => [{ delete: { documentId: rome } }]],
    ['?locale=xx', () => [{ create: { data: { name: 'x' } } }]],
  ])('is refused as a whole for a locale that cannot be written: %s %#', async (query, entries) => {
    for (const atomic of [true, false]) {
      const { status, body } = await bulk(entries(), query, { atomic });
      expect([status, body.error.details.path]).toEqual([400, 'locale']);
    }
    expect((await api.get(`/api/places/${rome}`)).status).toBe(200);
  });
});

it('an Idempotency-Key belongs to one locale', async () => {
  const call = { headers: { 'Idempotency-Key': 'once' } };
  const first = await api.post('/api/places?locale=fr', { name: 'Nice' }, call);
  const again = await api.post('/api/places?locale=fr', { name: 'Nice' }, call);
  expect([first.status, first.body.data.locale]).toEqual([201, 'fr']);
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  expect((await api.post('/api/places?locale=de', { name: 'Nice' }, call)).status).toBe(422);
});

it('localizations come in the order of their creation, whatever the locale', async () => {
  const id = await api.create('/api/places?locale=fr', { name: 'fr' });
  for (const locale of ['en', 'de']) await api.put(`/api/places/${id}?locale=${locale}`, { name: locale });
  const places = await api.collection('places');
  // As in an import: the German version is the oldest one.
  await places.updateOne(
    { documentId: id, locale: 'de' },
    { $set: { 'draft.createdAt': new Date(0), 'published.createdAt': new Date(0) } },
  );
  const orders = { en: ['de', 'fr'], fr: ['de', 'en'], de: ['fr', 'en'] };
  for (const [locale, order] of Object.entries(orders))
    for (const url of [`/api/places/${id}?`, `/api/places?filters[documentId]=${id}&`])
      for (const status of ['draft', 'published']) {
        const { body } = await api.get(`${url}locale=${locale}&status=${status}&populate=localizations`);
        const [document] = [body.data].flat();
        expect(document.localizations.map(({ name }: { name: string }) => name)).toEqual(order);
      }
});
