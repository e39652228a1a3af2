// Checks reads in several locales: all of them at once, and one with a fallback.
import { beforeAll, describe, expect, it } from 'vitest';
import { createAtlasApi } from '../setup/atlas.ts';
import { pagesOf } from '../setup/pagesOf.ts';

const api = await createAtlasApi();
const { make, change } = api;
let ids: Readonly<Record<string, string>> = {};

/** The names in an answer, each with its locale. */
const names = async (url: string): Promise<unknown> => {
  const { status, body } = await api.get(url);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ name, locale }: { name: string; locale: string }) => `${name} ${locale}`);
};

// Latium is green in English and red in French; Rome lies in it in both; Oslo lies in no region in French; Paris exists only in French.
beforeAll(async () => {
  const latium = await make('/api/regions', { name: 'green', area: 1 });
  await change(`/api/regions/${latium}?locale=fr`, { name: 'red' });
  const viken = await make('/api/regions', { name: 'blue', area: 2 });
  const rome = await make('/api/places', { name: 'Rome', region: latium });
  await change(`/api/places/${rome}?locale=fr`, { name: 'Rome', region: latium });
  await change(`/api/regions/${viken}`, { capital: rome });
  const oslo = await make('/api/places', { name: 'Oslo', region: viken });
  const paris = await make('/api/places?locale=fr', { name: 'Paris', region: latium });
  const draft = await make('/api/places?status=draft', { name: 'Atlantis' });
  await change(`/api/places/${draft}?locale=fr`, { name: 'Atlantide' });
  ids = { latium, viken, rome, oslo, paris, draft };
});

describe('with a filter on the locale', () => {
  it('filters through relations use the locale of each row', async () => {
    const query = 'filters[locale][$ne]=de&filters[region][name]=red&sort=name';
    expect(await names(`/api/places?${query}`)).toEqual(['Paris fr', 'Rome fr']);
  });

  it('a deletion must name one locale', async () => {
    const path = `/api/places/${ids.draft ?? ''}`;
    const refused = await api.delete(`${path}?filters[locale][$ne]=en`);
    expect([refused.status, refused.body.error.details]).toEqual([400, { path: 'locale' }]);
    expect((await api.get(`${path}?status=draft&locale=fr`)).status).toBe(200);
  });
});

describe('with locale=*', () => {
  it('a filter through a relation uses the locale of each row', async () => {
    expect(await names('/api/places?locale=*&filters[region][name]=red&sort=name')).toEqual(['Paris fr', 'Rome fr']);
    expect(await names('/api/places?locale=*&filters[region][name]=green')).toEqual(['Rome en']);
    expect(await names('/api/regions?locale=*&filters[places][name]=Paris')).toEqual(['red fr']);
  });

  it('a filter for a missing relation uses the locale of each row', async () => {
    expect(await names('/api/places?locale=*&filters[region][$null]=true')).toEqual(['Atlantide fr']);
    expect(await names('/api/places?locale=*&filters[region][name][$ne]=red&sort=name')).toEqual([
      'Oslo en',
      'Rome en',
    ]);
  });

  it('a sort by a relation uses the locale of each row', async () => {
    expect(await names('/api/places?locale=*&sort=region.name:desc,name')).toEqual([
      'Paris fr',
      'Rome fr',
      'Rome en',
      'Oslo en',
      'Atlantide fr',
    ]);
  });
});

describe('with a fallback locale', () => {
  const french = 'locale=fr&fallbackLocale=en';

  it('a list has each document once, in the locale or else in the fallback', async () => {
    expect(await names(`/api/places?${french}&sort=name`)).toEqual(['Atlantide fr', 'Oslo en', 'Paris fr', 'Rome fr']);
    expect(await names(`/api/places?fallbackLocale=fr&sort=name`)).toEqual([
      'Atlantide fr',
      'Oslo en',
      'Paris fr',
      'Rome en',
    ]);
    const { body } = await api.get(`/api/places?${french}&pagination[pageSize]=2&pagination[page]=2&sort=name`);
    expect([body.data.length, body.meta.pagination.total]).toEqual([2, 4]);
  });

  it('one document is returned in the fallback if the locale is missing', async () => {
    expect((await api.get(`/api/places/${ids.oslo}?${french}`)).body.data).toMatchObject({
      name: 'Oslo',
      locale: 'en',
    });
    expect((await api.get(`/api/places/${ids.rome}?${french}`)).body.data.locale).toBe('fr');
    expect((await api.get(`/api/places/${ids.oslo}?locale=fr`)).status).toBe(404);
    expect((await api.get(`/api/places/${ids.paris}?locale=de&fallbackLocale=en`)).status).toBe(404);
  });

  it('populated documents use the fallback at every level', async () => {
    const populated = 'populate[region][populate][places][sort]=name';
    expect(await api.readNames(`/api/places?${french}&${populated}&sort=name&fields=name`)).toMatchObject([
      { name: 'Atlantide', region: null },
      { name: 'Oslo', region: 'blue' },
      { name: 'Paris', region: 'red' },
      { name: 'Rome', region: 'red' },
    ]);
    const { body } = await api.get(`/api/regions/${ids.latium}?${french}&populate[places][sort]=name`);
    expect(body.data.places.map(({ name, locale }: { name: string; locale: string }) => `${name} ${locale}`)).toEqual([
      'Paris fr',
      'Rome fr',
    ]);
  });

  it('a document in the fallback leads to documents in the locale if they exist', async () => {
    const { body } = await api.get(`/api/regions/${ids.viken}?${french}&populate=capital`);
    expect([body.data.locale, body.data.capital.locale]).toEqual(['en', 'fr']);
  });

  it('filters and sorts use the returned version', async () => {
    expect(await names(`/api/places?${french}&filters[region][name]=blue`)).toEqual(['Oslo en']);
    expect(await names(`/api/places?${french}&filters[region][name]=green`)).toEqual([]);
    expect(await names(`/api/places?${french}&sort=region.name,name`)).toEqual([
      'Atlantide fr',
      'Oslo en',
      'Paris fr',
      'Rome fr',
    ]);
  });

  it('a cursor goes through all documents', async () => {
    const seen = (await pagesOf(api, `/api/places?${french}`, 1)).flat().map(({ name }) => name);
    expect(seen.sort()).toEqual(['Atlantide', 'Oslo', 'Paris', 'Rome']);
  });

  it.each([
    ['places?fallbackLocale=xx', 'Invalid fallbackLocale: expected one of en, fr, de'],
    ['places?fallbackLocale[]=en', 'Invalid fallbackLocale: expected one of en, fr, de'],
    ['places?locale=*&fallbackLocale=en', 'Invalid fallbackLocale: locale=* already returns every locale'],
  ])('refuses %s', async (path, message) => {
    const { status, body } = await api.get(`/api/${path}`);
    expect([status, body.error.message, body.error.details.path]).toEqual([400, message, 'fallbackLocale']);
  });

  it('types without locales ignore it', async () => {
    expect((await api.get('/api/trips?fallbackLocale=xx')).status).toBe(200);
  });
});
