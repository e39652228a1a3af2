// Checks publishing, unpublishing and discarding drafts of documents in several locales: own values and shared ones.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../setup/api.ts';
import { createAtlasApi } from '../../setup/atlas.ts';

const api = await createAtlasApi();
const { make, change } = api;

const runAction = async (path: string, action: string, query = ''): Promise<Reply['body']> => {
  const { status, body } = await api.request('POST', `/api/${path}/actions/${action}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** For each locale: the draft status, a value of the draft, and the value of the published version or null. */
const valuesByLocale = async (
  place: string,
  attribute: string,
): Promise<Readonly<Record<string, readonly unknown[]>>> => {
  const locale = async (code: string): Promise<[string, readonly unknown[]]> => {
    const [draft, published] = await Promise.all(
      ['draft', 'published'].map((status) => api.get(`/api/places/${place}?locale=${code}&status=${status}`)),
    );
    return [code, [draft?.body.meta?.status, draft?.body.data?.[attribute], published?.body.data?.[attribute] ?? null]];
  };
  return Object.fromEntries(await Promise.all(['en', 'fr', 'de'].map(locale)));
};

/** The names in a populated relation of one version. */
const relatedNames = async (path: string, relation: string, query = ''): Promise<unknown> =>
  ((await api.readNames(`/api/${path}?populate=${relation}${query}`)) as Readonly<Record<string, unknown>>)[relation];

/** A document that is published in English and French and a draft in German, with one shared height. */
let rome: string;
beforeEach(async () => {
  rome = await make('/api/places', { name: 'Rome', height: 1 });
  await change(`/api/places/${rome}?locale=fr`, { name: 'Rome (fr)' });
  await change(`/api/places/${rome}?locale=de&status=draft`, { name: 'Rom' });
});

describe('publishing', () => {
  beforeEach(() => change(`/api/places/${rome}?status=draft`, { name: 'Roma', height: 2 }));

  it('one locale publishes shared values in every published locale, and nothing else', async () => {
    expect(await valuesByLocale(rome, 'height')).toEqual({
      en: ['modified', 2, 1],
      fr: ['modified', 2, 1],
      de: ['draft', 2, null],
    });
    await change(`/api/places/${rome}?locale=fr&status=draft`, { name: 'Rome!' });
    await runAction(`places/${rome}`, 'publish');
    expect(await valuesByLocale(rome, 'height')).toEqual({
      ...{ en: ['published', 2, 2], fr: ['modified', 2, 2], de: ['draft', 2, null] },
    });
    expect(await valuesByLocale(rome, 'name')).toMatchObject({
      ...{ en: ['published', 'Roma', 'Roma'], fr: ['modified', 'Rome!', 'Rome (fr)'] },
    });
  });

  it('all locales publishes each one as it is', async () => {
    const { data } = await runAction(`places/${rome}`, 'publish', '?locale=*&fields=name,locale,height');
    expect(data).toMatchObject([
      { locale: 'de', name: 'Rom', height: 2 },
      { locale: 'en', name: 'Roma', height: 2 },
      { locale: 'fr', name: 'Rome (fr)', height: 2 },
    ]);
    expect(await valuesByLocale(rome, 'height')).toEqual({
      ...{ en: ['published', 2, 2], fr: ['published', 2, 2], de: ['published', 2, 2] },
    });
  });

  it('publishes links in their own locale', async () => {
    const latium = await make('/api/regions', { name: 'Latium', area: 1 });
    await change(`/api/regions/${latium}?locale=fr`, { name: 'Latium (fr)' });
    const oslo = await make('/api/places', { name: 'Oslo' });
    await change(`/api/places/${oslo}?locale=fr`, { name: 'Oslo (fr)' });
    await change(`/api/regions/${latium}?status=draft`, { places: [rome] });
    await change(`/api/regions/${latium}?status=draft&locale=fr`, { places: [oslo] });
    const places = async (): Promise<unknown> => [
      await relatedNames(`regions/${latium}`, 'places'),
      await relatedNames(`regions/${latium}`, 'places', '&locale=fr'),
    ];
    await runAction(`regions/${latium}`, 'publish', '?locale=fr');
    expect(await places()).toEqual([[], ['Oslo (fr)']]);
    await runAction(`regions/${latium}`, 'publish', '?locale=*');
    expect(await places()).toEqual([['Rome'], ['Oslo (fr)']]);
    await change(`/api/regions/${latium}?status=draft`, { places: [] });
    await change(`/api/regions/${latium}?status=draft&locale=fr`, { places: [rome] });
    await runAction(`regions/${latium}`, 'discard-draft', '?locale=*');
    expect(await relatedNames(`regions/${latium}`, 'places', '&status=draft')).toEqual(['Roma']);
    expect(await relatedNames(`regions/${latium}`, 'places', '&status=draft&locale=fr')).toEqual(['Oslo (fr)']);
  });
});

describe('unpublishing', () => {
  it('one locale leaves the others published', async () => {
    await runAction(`places/${rome}`, 'unpublish', '?locale=fr');
    expect(await valuesByLocale(rome, 'height')).toEqual({
      en: ['published', 1, 1],
      fr: ['draft', 1, null],
      de: ['draft', 1, null],
    });
  });

  it('all locales keeps their drafts', async () => {
    const { data } = await runAction(`places/${rome}`, 'unpublish', '?locale=*&fields=name');
    expect(data).toMatchObject([{ name: 'Rome' }, { name: 'Rome (fr)' }]);
    expect(await valuesByLocale(rome, 'name')).toEqual({
      ...{ en: ['draft', 'Rome', null], fr: ['draft', 'Rome (fr)', null], de: ['draft', 'Rom', null] },
    });
  });
});

describe('discarding the draft', () => {
  beforeEach(() => change(`/api/places/${rome}?status=draft`, { name: 'Roma', height: 2, spot: { label: 'new' } }));

  it('of one locale resets shared values in the drafts of all locales', async () => {
    await runAction(`places/${rome}`, 'discard-draft');
    expect(await valuesByLocale(rome, 'height')).toEqual({
      en: ['published', 1, 1],
      fr: ['published', 1, 1],
      de: ['draft', 1, null],
    });
    for (const locale of ['en', 'fr', 'de'])
      expect(await relatedNames(`places/${rome}`, 'spot', `&status=draft&locale=${locale}`)).toBeNull();
    expect(await valuesByLocale(rome, 'name')).toMatchObject({
      en: ['published', 'Rome', 'Rome'],
      de: ['draft', 'Rom', null],
    });
  });

  it('keeps the own values of other locales, which stay modified', async () => {
    await change(`/api/places/${rome}?locale=fr&status=draft`, { name: 'Rome!' });
    await runAction(`places/${rome}`, 'discard-draft');
    expect(await valuesByLocale(rome, 'height')).toMatchObject({ en: ['published', 1, 1], fr: ['modified', 1, 1] });
    expect(await valuesByLocale(rome, 'name')).toMatchObject({ fr: ['modified', 'Rome!', 'Rome (fr)'] });
  });

  it('of all locales resets shared values in a locale that is not published', async () => {
    await change(`/api/places/${rome}?locale=fr&status=draft`, { name: 'Rome!' });
    const { data } = await runAction(`places/${rome}`, 'discard-draft', '?locale=*&fields=name,height');
    expect(data).toMatchObject([
      { name: 'Rome', height: 1 },
      { name: 'Rome (fr)', height: 1 },
    ]);
    expect(await valuesByLocale(rome, 'height')).toEqual({
      en: ['published', 1, 1],
      fr: ['published', 1, 1],
      de: ['draft', 1, null],
    });
    expect(await valuesByLocale(rome, 'name')).toMatchObject({ de: ['draft', 'Rom', null] });
  });

  it('is refused if another document has a shared value in another locale', async () => {
    await change(`/api/places/${rome}`, { code: 'c1' });
    await change(`/api/places/${rome}?status=draft`, { code: 'c2' });
    await make('/api/places?locale=de&status=draft', { name: 'x', code: 'c1' });
    for (const query of ['', '?locale=*']) {
      const { status, body } = await api.request('POST', `/api/places/${rome}/actions/discard-draft${query}`);
      expect([status, body.error.details.errors]).toMatchObject([400, [{ path: ['code'], value: 'c1' }]]);
    }
    expect(await valuesByLocale(rome, 'code')).toEqual({
      ...{ en: ['modified', 'c2', 'c1'], fr: ['modified', 'c2', 'c1'], de: ['draft', 'c2', null] },
    });
  });
});

describe('a document without locales with one owner in each locale', () => {
  let ada: string;
  let oslo: string;
  const keeperOf = async (place: string, query: string): Promise<unknown> =>
    relatedNames(`places/${place}`, 'keeper', query);
  beforeEach(async () => {
    ada = await make('/api/surveyors', { name: 'Ada' });
    oslo = await make('/api/places', { name: 'Oslo' });
    await change(`/api/places/${rome}?locale=fr`, { keeper: ada });
    await change(`/api/places/${oslo}`, { keeper: ada });
  });

  it('replaces the owner of a locale when it is published, and keeps the owners of others', async () => {
    await change(`/api/places/${rome}?status=draft`, { keeper: ada });
    await runAction(`surveyors/${ada}`, 'publish');
    expect([await keeperOf(rome, ''), await keeperOf(oslo, ''), await keeperOf(rome, '&locale=fr')]).toEqual([
      ...['Ada', null, 'Ada'],
    ]);
  });

  it('returns to the published owner of each locale when its draft is discarded', async () => {
    const draft = await make('/api/places?status=draft', { name: 'draft', keeper: ada });
    await change(`/api/places/${rome}?locale=fr&status=draft`, { keeper: null });
    await runAction(`surveyors/${ada}`, 'discard-draft');
    const [ofOslo, ofDraft] = [await keeperOf(oslo, '&status=draft'), await keeperOf(draft, '&status=draft')];
    expect([ofOslo, ofDraft, await keeperOf(rome, '&status=draft&locale=fr')]).toEqual(['Ada', null, 'Ada']);
  });
});

describe('during simultaneous writes', () => {
  it.each(['publish', 'discard-draft'])(
    '%s with locale=* leaves shared values equal in all locales',
    async (action) => {
      for (let round = 0; round < 3; round++) {
        const put = (query: string, values: object): Promise<Reply> => api.put(`/api/places/${rome}${query}`, values);
        const replies = await Promise.all([
          put('?status=draft', { height: round }),
          api.request('POST', `/api/places/${rome}/actions/${action}?locale=*`),
          put('?locale=fr', { height: round + 10 }),
          api.request('POST', `/api/places/${rome}/actions/${action}?locale=fr`),
          put('?locale=de&status=draft', { height: round + 20 }),
        ]);
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
        const { en, fr, de } = await valuesByLocale(rome, 'height');
        expect([fr?.[1], de?.[1]]).toEqual([en?.[1], en?.[1]]);
        expect(new Set([en?.[2], fr?.[2], de?.[2] ?? en?.[2]]).size).toBe(1);
      }
    },
  );
});
