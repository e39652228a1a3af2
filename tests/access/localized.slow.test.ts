// A condition hides each locale of a document separately: the caller gets the answer that they would get without it.
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSchema } from '../../lib/schema/index.ts';
import { withIndex, permissionsOf, sample, worldsOf, type Conditions } from './worlds.ts';

const { schema } = await loadSchema(join(import.meta.dirname, '../schemas/atlas'));
const worlds = worldsOf(schema);
const ids: Record<string, string> = {};

const put = async (url: string, data: object): Promise<string> => {
  const { status, body } = await worlds.fullApi.put(url, data);
  if (status >= 400) throw new Error(JSON.stringify(body));
  return body.data.documentId as string;
};

const post = async (url: string, data: object): Promise<string> => {
  const { status, body } = await worlds.fullApi.post(url, data);
  if (status >= 400) throw new Error(JSON.stringify(body));
  return body.data.documentId as string;
};

beforeAll(async () => {
  for (const [code, name] of Object.entries({ fr: 'French', de: 'German' }))
    await worlds.fullApi.request('POST', '/api/i18n/locales', { body: { code, name } });
  const ann = await post('/api/surveyors', { name: 'Ann' });
  const ben = await post('/api/surveyors', { name: 'Ben' });
  const latium = await post('/api/regions', { name: 'green', area: 1 });
  await put(`/api/regions/${latium}?locale=fr`, { name: 'red' });
  const viken = await post('/api/regions', { name: 'blue', area: 2 });
  await put(`/api/regions/${viken}?locale=de`, { name: 'red' });
  const sign = await post('/api/signs', { text: 'stop', colour: 'red' });
  await put(`/api/signs/${sign}?locale=fr`, { text: 'arrêt' });
  const rome = await post('/api/places', {
    ...{ name: 'Rome', region: latium, surveyor: ann, signs: [sign], height: 20, code: 'r' },
    ...{ spot: { label: 's', by: ann }, sights: [{ label: 'forum', by: ben }, { label: 'wall' }] },
    body: [{ __component: 'part.spot', label: 'b', by: ben }],
  });
  await put(`/api/places/${rome}?locale=fr`, { name: 'Rome fr', region: latium });
  await put(`/api/places/${rome}?locale=fr`, { card: { label: 'c', at: rome } });
  await put(`/api/places/${rome}?locale=de`, { name: 'Rom', region: viken });
  const oslo = await post('/api/places', {
    name: 'Oslo',
    region: viken,
    near: [rome],
    surveyor: ben,
    card: { at: rome },
  });
  const paris = await post('/api/places?locale=fr', { name: 'Paris', region: latium, near: [rome], signs: [sign] });
  const draft = await post('/api/places?status=draft', { name: 'Atlantis', near: [oslo] });
  await put(`/api/places/${draft}?locale=fr`, { name: 'Atlantide', near: [paris, rome] });
  await put(`/api/places/${oslo}?locale=de&status=draft`, { name: 'Oslo de' });
  await put(`/api/regions/${viken}`, { capital: rome });
  await put(`/api/surveyors/${ben}`, { favourite: rome, home: oslo });
  await post('/api/trips', { name: 'north', places: [oslo, rome] });
  await post('/api/trips', { name: 'nowhere', places: [draft] });
  await put('/api/legend', { title: 'Legend', scale: 10, places: [rome, oslo, draft] });
  await put('/api/legend?locale=fr', { title: 'Légende', places: [paris] });
  Object.assign(ids, { rome, oslo, paris, draft, latium, viken });
});

const hidden: readonly (readonly [what: string, conditions: Conditions])[] = [
  ['places by their name', { place: { filters: { name: { $startsWith: 'R' } } } }],
  ['places without a certain name', { place: { filters: { name: { $ne: 'Rome' } } } }],
  ['places by their region', { place: { filters: { region: { name: 'red' } } } }],
  ['places outside a certain region', { place: { filters: { region: { $not: { name: 'red' } } } } }],
  ['places near others', { place: { filters: { near: { name: { $notNull: true } } } } }],
  ['places that are near no other', { place: { filters: { nearby: { id: { $null: true } } } } }],
  ['regions by their name', { region: { filters: { name: { $ne: 'red' } } } }],
  ['regions by their places', { region: { filters: { places: { name: { $contains: 'o' } } } } }],
  ['signs, and surveyors', { sign: { filters: { text: 'stop' } }, surveyor: { filters: { name: 'Ben' } } }],
  ['the legend', { legend: { filters: { title: 'Legend' } }, place: { filters: { name: 'Paris' } } }],
  ['two types', { region: { filters: { name: { $ne: 'green' } } }, place: { filters: { height: { $null: true } } } }],
  ['surveyors by their places', { surveyor: { filters: { places: { name: 'Rome' } } } }],
  ['trips by their places', { trip: { filters: { places: { region: { name: 'blue' } } } } }],
  ['places by their surveyor', { place: { filters: { surveyor: { name: 'Ann' } } } }],
];

const urls = [
  '/api/places?populate=*',
  '/api/places?sort=region.name,name&populate=region',
  '/api/places?sort=surveyor.name:desc',
  '/api/places?sort=near.name&pagination[pageSize]=2',
  '/api/places?sort=capital_of.name:desc',
  '/api/places?filters[region][name]=red',
  '/api/places?filters[region][name][$ne]=red',
  '/api/places?filters[region][name][$null]=true',
  '/api/places?filters[$not][region][name]=green',
  '/api/places?filters[near][name][$contains]=o&populate=near,nearby',
  '/api/places?filters[nearby][id][$null]=true',
  '/api/places?filters[trips][name]=north&populate=trips',
  '/api/places?filters[spot][by][name]=Ann',
  '/api/places?filters[card][at][name][$notNull]=true&populate[card][populate]=at',
  '/api/places?filters[sights][by][id][$null]=true&populate[sights][populate]=by',
  '/api/places?populate[body][populate]=*&populate[capital_of][populate]=capital',
  '/api/places?populate[localizations][populate]=region',
  '/api/places?populate[localizations][fields]=name&populate[near][populate]=localizations',
  '/api/places?populate[near][count]=true&populate[nearby][count]=true&populate[signs][count]=true',
  '/api/places?populate[region][populate][places][sort]=name',
  '/api/places?_q=o&pagination[pageSize]=1',
  '/api/places?pagination[cursor]=&pagination[pageSize]=2&sort=name',
  '/api/places?pagination[cursor]=&pagination[pageSize]=2&sort=region.name',
  '/api/regions?populate=*&sort=capital.name',
  '/api/regions?filters[places][name][$null]=true',
  '/api/regions?populate[places][count]=true',
  '/api/regions?populate[places][populate][surveyor][populate]=places',
  '/api/surveyors?populate=*&sort=places.name',
  '/api/surveyors?populate[places][limit]=1&filters[home][name][$notNull]=true',
  '/api/surveyors?populate[places][count]=true&populate[favourite][populate]=localizations',
  '/api/surveyors?filters[favourite][region][name]=red',
  '/api/trips?populate[places][populate]=region&sort=places.name',
  '/api/trips?filters[places][name][$null]=true',
  '/api/trips?filters[places][id][$null]=true&populate[places][count]=true',
  '/api/signs?populate=localizations',
  '/api/legend?populate=*',
  '/api/legend?populate[places][populate]=near&populate[localizations]=true',
  '/api/legend?filters[places][name]=Paris',
];

const versions = [
  '',
  'locale=fr',
  'locale=de',
  'locale=de&fallbackLocale=en',
  'locale=fr&fallbackLocale=de',
  'locale=*',
];

const expectSameAnswers = async (conditions: Conditions, index: number): Promise<void> => {
  const ofOne = Object.values(ids).flatMap((id) => [`/api/places/${id}?populate=*`, `/api/regions/${id}?populate=*`]);
  const versionQueries = ['published', 'draft'].flatMap((status) =>
    versions.map((locale) => `status=${status}&${locale}`),
  );
  const all = versionQueries.flatMap((version) => [...urls, ...ofOne].map((url) => `${url}&${version}`));
  for (const url of sample(all, index)) await worlds.expectSame(conditions, url);
};

describe('a caller who may not see', () => {
  it.each(withIndex(hidden))(
    '%s gets the same answers as without them',
    (_, conditions, index) => expectSameAnswers(conditions, index),
    120_000,
  );

  it.each([
    'never-published',
    'has-published-version',
    'never-published-document',
    'has-published-version-document',
    'modified',
  ])('some locales learns nothing about their publication: %s', async (publication) => {
    const conditions: Conditions = { place: { filters: { name: { $contains: 'de' } } } };
    for (const locale of versions)
      await worlds.expectSame(conditions, `/api/places?status=draft&${locale}&publicationFilter=${publication}`);
  });
});

describe('a caller who may update their own documents', () => {
  const own = (name: string) =>
    permissionsOf(schema, {}).map(({ action }) =>
      action.endsWith(`${name}.update`) ? { action, own: true as const } : { action },
    );

  it("cannot add a locale to another user's document, but can add one to their own", async () => {
    const tom = await worlds.someone(own('place'));
    const paris = `/api/places/${ids.paris ?? ''}?locale=en`;
    expect((await worlds.fullApi.put(paris, { name: 'Paris en' }, tom.call)).status).toBe(403);
    expect((await worlds.fullApi.get(paris)).status).toBe(404);
    const { body } = await worlds.fullApi.post('/api/places', { name: 'Of Tom' }, tom.call);
    const ownUrl = `/api/places/${body.data.documentId as string}?locale=fr`;
    expect((await worlds.fullApi.put(ownUrl, { name: 'De Tom' }, tom.call)).status).toBe(200);
    expect((await worlds.fullApi.put(ownUrl, { name: 'De Tom encore' }, tom.call)).status).toBe(200);
  });

  it("cannot change another user's single type", async () => {
    const tom = await worlds.someone(own('legend'));
    expect((await worlds.fullApi.put('/api/legend', { title: 'Of Tom' }, tom.call)).status).toBe(403);
    expect((await worlds.fullApi.put('/api/legend?locale=de', { title: 'Of Tom' }, tom.call)).status).toBe(403);
    expect((await worlds.fullApi.get('/api/legend')).body.data.title).toBe('Legend');
  });

  it('creates the document of a single type if there is none', async () => {
    await worlds.fullApi.delete('/api/legend?locale=*');
    const [tom, ann] = [await worlds.someone(own('legend')), await worlds.someone(own('legend'))];
    expect((await worlds.fullApi.put('/api/legend', { title: 'Of Tom' }, tom.call)).status).toBe(200);
    expect((await worlds.fullApi.put('/api/legend', { title: 'Of Ann' }, ann.call)).status).toBe(403);
    expect((await worlds.fullApi.put('/api/legend', { title: 'Of Tom too' }, tom.call)).status).toBe(200);
  });
});
