// Checks preview links of documents in several locales: each link is for one locale.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call, Reply } from '../setup/api.ts';
import { createAtlasApi } from '../setup/atlas.ts';
import { addPublicRole } from '../setup/accounts.ts';
import { setPermissions } from '../setup/users.ts';

const api = await createAtlasApi();
const open: Call = { as: null };

const linkOf = (id: string, query = ''): Promise<Reply> =>
  api.request('POST', `/api/places/${id}/actions/preview-link${query}`);

let rome: string;
let french: string;
beforeAll(async () => {
  await addPublicRole(api.service(), []);
});
beforeEach(async () => {
  rome = await api.make('/api/places', { name: 'Rome' });
  await api.change(`/api/places/${rome}?locale=fr`, { name: 'Rome (fr)' });
  await api.change(`/api/places/${rome}?status=draft&locale=fr`, { name: 'brouillon' });
  await api.change(`/api/places/${rome}?status=draft&locale=de`, { name: 'Entwurf' });
  const { body } = await linkOf(rome, '?locale=fr');
  french = `/api/places/${rome}?preview=${body.data.token as string}`;
});

describe('a preview link', () => {
  it('shows the draft of its locale, with or without the parameter', async () => {
    for (const url of [french, `${french}&locale=fr`])
      expect((await api.get(url, open)).body.data).toMatchObject({ name: 'brouillon', locale: 'fr' });
  });

  it.each(['en', 'de', '*', ''])('shows no other locale: %s', async (locale) => {
    const { status, body } = await api.get(`${french}&locale=${locale}`, open);
    expect([status, body.error.message]).toEqual([403, 'The preview link is for another locale']);
  });

  it('is for the default locale if the request names none', async () => {
    const { data } = (await linkOf(rome)).body;
    const url = `/api/places/${rome}?preview=${data.token as string}`;
    expect((await api.get(url, open)).body.data).toMatchObject({ name: 'Rome', locale: 'en' });
  });

  it.each([
    ['*', 400],
    ['xx', 400],
    ['de', 200],
    ['de&locale=fr', 400],
    ['&locale[]=fr', 400],
    ['&locale%5Ba%5D=fr', 400],
  ])('requires one existing locale: %s', async (locale, status) => {
    expect((await linkOf(rome, `?locale=${locale}`)).status).toBe(status);
  });

  it('requires a document that exists in the locale', async () => {
    const oslo = await api.make('/api/places', { name: 'Oslo' });
    expect((await linkOf(oslo, '?locale=fr')).status).toBe(404);
  });

  it('shows published versions of other locales and related documents that the public may find', async () => {
    const region = await api.make('/api/regions', { name: 'Latium', area: 1 });
    await api.change(`/api/regions/${region}?locale=fr`, { name: 'Latium (fr)' });
    await api.change(`/api/regions/${region}?status=draft&locale=fr`, { name: 'region, brouillon' });
    await api.change(`/api/places/${rome}?status=draft&locale=fr`, { region });
    const url = `${french}&populate=*`;
    const before = (await api.get(url, open)).body.data;
    expect(before).not.toHaveProperty('localizations');
    expect(before).not.toHaveProperty('region');
    await setPermissions(api, 'public', [{ action: 'api::place.place.find' }, { action: 'api::region.region.find' }]);
    const { localizations, region: relatedRegion } = (await api.get(url, open)).body.data;
    // The German locale is only a draft.
    expect(localizations.map(({ name }: { name: string }) => name)).toEqual(['Rome']);
    expect(relatedRegion.name).toBe('Latium (fr)');
    await setPermissions(api, 'public', []);
  });
});

it('a caller with only findOne sees no other locales of the document', async () => {
  const findOne = { action: 'api::place.place.findOne', filters: { name: { $eq: 'Rome' } } };
  await setPermissions(api, 'public', [findOne]);
  const url = `/api/places/${rome}`;
  expect((await api.get(`${url}?locale=fr`, open)).status).toBe(404);
  expect((await api.get(`${url}?populate=localizations`, open)).body.data).not.toHaveProperty('localizations');
  await setPermissions(api, 'public', [findOne, { action: 'api::place.place.find' }]);
  expect((await api.get(`${url}?populate=localizations`, open)).body.data.localizations).toMatchObject([
    { name: 'Rome (fr)' },
  ]);
});
