// Checks /api/i18n/locales: reading and changing the locales.
import { describe, expect, it } from 'vitest';
import { createAtlasApi } from '../setup/atlas.ts';

const api = await createAtlasApi();
const url = '/api/i18n/locales';

type Plain = Readonly<Record<string, unknown>>;
const list = async (): Promise<readonly Plain[]> => (await api.get(url)).body;
const make = (body: unknown) => api.request('POST', url, { body });
const change = (id: unknown, body: unknown) => api.request('PUT', `${url}/${String(id)}`, { body });
const idOf = async (code: string): Promise<unknown> => (await list()).find((locale) => locale.code === code)?.id;
const refusal = ({ status, body }: { status: number; body: { error: { name: string; message: string } } }) => [
  status,
  body.error.name,
  body.error.message,
];

it('the list of locales is a bare array, and contains English before any locale is created', async () => {
  const [english, french] = await list();
  expect(english).toEqual({
    id: 1,
    documentId: expect.stringMatching(/^[a-z0-9]{24}$/),
    name: 'English (en)',
    code: 'en',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    publishedAt: expect.any(String),
    isDefault: true,
  });
  expect(french).toMatchObject({ id: 2, name: 'French', code: 'fr', isDefault: false });
});

describe('a new locale', () => {
  it('may have no name, and the answer has the new locale', async () => {
    const { status, body } = await make({ code: 'zh-Hans-HK', name: '' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ code: 'zh-Hans-HK', name: null, isDefault: false }),
    ]);
    expect(await list()).toContainEqual(body);
  });

  it.each([['english'], ['EN'], ['en_US'], ['en-us'], ['*'], [''], ['e'], ['en-'], ['$gt'], ['fr-FRA']])(
    'needs a language tag as its code, not %s',
    async (code) => {
      const { status, body } = await make({ code, name: 'x' });
      expect([status, body.error.details.errors[0].path]).toEqual([400, ['code']]);
    },
  );

  it.each([['es-419'], ['ca-ES-valencia'], ['az-Latn-AZ'], ['kea'], ['en-US-POSIX']])(
    'accepts the code %s',
    async (code) => {
      expect((await make({ code })).status).toBe(200);
    },
  );

  it.each<[body: unknown, paths: unknown, message: string]>([
    [{ code: 5, name: 7, isDefault: 'maybe' }, [['code'], ['name'], ['isDefault']], '3 errors occurred'],
    [[], undefined, 'The request body must be an object'],
  ])('is refused: %j', async (body, paths, message) => {
    const reply = await make(body);
    expect(refusal(reply)).toEqual([400, 'ValidationError', message]);
    expect(reply.body.error.details.errors?.map(({ path }: { path: unknown }) => path)).toEqual(paths);
  });

  it('is created once, even if many requests create it at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => make({ code: 'sv' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(refusal(replies.find(({ status }) => status === 400) ?? expect.fail())).toEqual([
      400,
      'ApplicationError',
      'This locale already exists',
    ]);
  });
});

describe('a change of a locale', () => {
  it('sets its name', async () => {
    const id = await idOf('fr');
    const { body } = await change(id, { name: 'Français', code: 'fr' });
    expect(body).toMatchObject({ id, code: 'fr', name: 'Français' });
    expect(await list()).toContainEqual(body);
  });

  it.each<[id: () => Promise<unknown>, body: object, answer: readonly unknown[]]>([
    [() => idOf('fr'), { code: 'pt' }, [400, 'ValidationError', 'The code of a locale cannot be changed']],
    [
      () => idOf('en'),
      { isDefault: false },
      [400, 'ValidationError', 'There must be a default locale: make another one the default'],
    ],
    [() => Promise.resolve(99), { name: 'x' }, [404, 'NotFoundError', 'locale.notFound']],
    [() => Promise.resolve('abc'), { name: 'x' }, [404, 'NotFoundError', 'locale.notFound']],
  ])('is refused (%#)', async (id, body, answer) => {
    expect(refusal(await change(await id(), body))).toEqual(answer);
  });

  it('makes it the default instead of the earlier one', async () => {
    const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ code }) => code);
    await Promise.all(
      ['fr', 'de', 'fr', 'de', 'fr'].map(async (code) => change(await idOf(code), { isDefault: true })),
    );
    expect(await defaults()).toHaveLength(1);
    await change(await idOf('de'), { isDefault: true });
    expect(await defaults()).toEqual(['de']);
    const { body } = await api.post('/api/signs', { text: 'Halt' });
    expect(body.data.locale).toBe('de');
    expect(await api.readNames(`/api/signs/${String(body.data.documentId)}?fields=text`)).toMatchObject({
      text: 'Halt',
    });
    expect((await make({ code: 'nl', isDefault: true })).body).toMatchObject({ isDefault: true });
    expect(await defaults()).toEqual(['nl']);
    await change(await idOf('en'), { isDefault: true });
    expect(await defaults()).toEqual(['en']);
  });
});

describe('a deleted locale', () => {
  const remove = async (code: string) => api.delete(`${url}/${String(await idOf(code))}`);

  it('disappears, and the answer has it was', async () => {
    await make({ code: 'da', name: 'Danish' });
    expect(await remove('da')).toMatchObject({ status: 200, body: { code: 'da', name: 'Danish' } });
    expect(await idOf('da')).toBeUndefined();
    expect((await api.post('/api/signs?locale=da', { text: 'Stop' })).status).toBe(400);
    expect(refusal(await api.delete(`${url}/99`))).toEqual([404, 'NotFoundError', 'locale.notFound']);
  });

  it('must not be the default', async () => {
    expect(refusal(await remove('en'))).toEqual([400, 'ApplicationError', 'Cannot delete the default locale']);
  });

  it('must have no documents', async () => {
    await make({ code: 'fi' });
    const sign = await api.make('/api/signs?locale=fi', { text: 'Seis' });
    await api.make('/api/regions?locale=fi&status=draft', { name: 'Lappi' });
    const { status, body } = await remove('fi');
    expect([status, body.error.message, body.error.details]).toEqual([
      400,
      'The locale fi still has 1 of region, 1 of sign: delete them first',
      { documents: { 'api::region.region': 1, 'api::sign.sign': 1 } },
    ]);
    await api.delete(`/api/signs/${sign}?locale=fi`);
    expect((await remove('fi')).body.error.message).toBe('The locale fi still has 1 of region: delete them first');
  });
});
