// Checks relations between documents in several locales: which locale a link belongs to, on both sides, and when it is removed.
import { beforeEach, describe, expect, it } from 'vitest';
import { createAtlasApi } from '../../setup/atlas.ts';
import { documentsBeforeEach } from '../../setup/documentsBeforeEach.ts';

const api = await createAtlasApi();
const { make, change } = api;

/** Creates a document in English and French, with the locale in its name. */
const createInBoth = async (path: string, name: string, more: object = {}): Promise<string> => {
  const id = await make(`/api/${path}`, { name: `${name} en`, ...more });
  await change(`/api/${path}/${id}?locale=fr`, { name: `${name} fr` });
  return id;
};

/** The names in a populated relation. */
const relatedNames = async (path: string, relation: string, query = ''): Promise<unknown> => {
  const one = (await api.readNames(`/api/${path}?populate=${relation}&${query}`)) as Readonly<Record<string, unknown>>;
  return one[relation];
};
const inFrench = 'locale=fr';

const expectRefused = async (url: string, data: object, path: string): Promise<void> => {
  const { status, body } = await api.put(url, data);
  expect([status, body.error?.details.errors[0].path]).toEqual([400, [path]]);
};

let [rome, oslo, latium]: readonly string[] = [];
let ada: string;
let north: string;
documentsBeforeEach(api, async () => {
  rome = await createInBoth('places', 'Rome');
  oslo = await createInBoth('places', 'Oslo');
  latium = await createInBoth('regions', 'Latium', { area: 1 });
  ada = await make('/api/surveyors', { name: 'Ada' });
  north = await make('/api/trips', { name: 'North' });
});

describe('between localized types', () => {
  it('a link belongs to a locale and leads to the document in that locale', async () => {
    await change(`/api/places/${rome}?locale=fr`, { region: latium });
    expect(await relatedNames(`places/${rome}`, 'region', inFrench)).toBe('Latium fr');
    expect(await relatedNames(`places/${rome}`, 'region')).toBeNull();
    expect(await relatedNames(`regions/${latium}`, 'places', inFrench)).toEqual(['Rome fr']);
    expect(await relatedNames(`regions/${latium}`, 'places')).toEqual([]);
  });

  it('a link written on the inverse side belongs to the locale of the request', async () => {
    await change(`/api/regions/${latium}?locale=fr`, { places: [oslo, rome] });
    expect(await relatedNames(`regions/${latium}`, 'places', inFrench)).toEqual(['Oslo fr', 'Rome fr']);
    expect(await relatedNames(`places/${rome}`, 'region', inFrench)).toBe('Latium fr');
    expect(await relatedNames(`places/${rome}`, 'region')).toBeNull();
    await change(`/api/regions/${latium}`, { places: [rome] });
    await change(`/api/regions/${latium}?locale=fr`, { places: { disconnect: [rome] } });
    await change(`/api/regions/${latium}?locale=fr`, { places: { connect: [] } });
    expect(await relatedNames(`regions/${latium}`, 'places')).toEqual(['Rome en']);
    expect(await relatedNames(`regions/${latium}`, 'places', inFrench)).toEqual(['Oslo fr']);
  });

  it('links are published for each locale separately', async () => {
    await change(`/api/regions/${latium}?status=draft`, { places: [rome] });
    await change(`/api/regions/${latium}?locale=fr&status=draft`, { places: [oslo] });
    await change(`/api/regions/${latium}?locale=fr`, {});
    expect(await relatedNames(`places/${oslo}`, 'region', inFrench)).toBe('Latium fr');
    expect(await relatedNames(`places/${rome}`, 'region')).toBeNull();
    expect(await relatedNames(`places/${rome}`, 'region', 'status=draft')).toBe('Latium en');
  });

  it('a target has one owner in each locale', async () => {
    const umbria = await createInBoth('regions', 'Umbria', { area: 2 });
    await change(`/api/regions/${latium}`, { capital: rome });
    await change(`/api/regions/${latium}?locale=fr`, { capital: rome });
    await change(`/api/regions/${umbria}?locale=fr`, { capital: rome });
    expect(await relatedNames(`places/${rome}`, 'capital_of')).toBe('Latium en');
    expect(await relatedNames(`places/${rome}`, 'capital_of', inFrench)).toBe('Umbria fr');
    await change(`/api/places/${rome}`, { capital_of: umbria });
    expect(await relatedNames(`regions/${latium}`, 'capital')).toBeNull();
    expect(await relatedNames(`regions/${umbria}`, 'capital', inFrench)).toBe('Rome fr');
  });

  it('a self-relation keeps both sides in the same locale', async () => {
    await change(`/api/places/${rome}?locale=fr`, { near: [oslo, rome] });
    expect(await relatedNames(`places/${oslo}`, 'nearby', inFrench)).toEqual(['Rome fr']);
    await change(`/api/places/${rome}`, { nearby: [oslo] });
    expect(await relatedNames(`places/${oslo}`, 'near')).toEqual(['Rome en']);
    expect(await relatedNames(`places/${oslo}`, 'near', inFrench)).toEqual([]);
    expect(await relatedNames(`places/${rome}`, 'near', inFrench)).toEqual(['Oslo fr', 'Rome fr']);
  });

  it('a target must exist in the locale', async () => {
    const english = await make('/api/regions', { name: 'Tuscany', area: 3 });
    await expectRefused(`/api/places/${rome}?locale=fr`, { region: english }, 'region');
    await expectRefused(`/api/places/${rome}?locale=fr&status=draft`, { region: english }, 'region');
    const french = await make('/api/places?locale=fr', { name: 'Nice' });
    await expectRefused(`/api/regions/${latium}`, { places: { connect: [french] } }, 'places');
    const { body } = await api.put(`/api/places/${rome}?locale=fr`, { region: english });
    expect(body.error.message).toBe(
      `There is no api::region.region with the id ${english} in the locale fr to relate to`,
    );
    expect(await relatedNames(`places/${rome}`, 'region', inFrench)).toBeNull();
  });

  it('an id names the document, even if it is the id of another locale', async () => {
    const { body } = await api.get(`/api/regions/${latium}`);
    await change(`/api/places/${rome}?locale=fr`, { region: body.data.id });
    expect(await relatedNames(`places/${rome}`, 'region', inFrench)).toBe('Latium fr');
    const { body: tuscany } = await api.post('/api/regions', { name: 'Tuscany', area: 3 });
    await expectRefused(`/api/places/${rome}?locale=fr`, { region: tuscany.data.id }, 'region');
  });

  it('a link to a type without drafts leads to the version in the same locale', async () => {
    const sign = await make('/api/signs', { text: 'Stop' });
    await change(`/api/signs/${sign}?locale=fr`, { text: 'Arrêt' });
    await change(`/api/places/${rome}`, { signs: [sign] });
    await change(`/api/places/${rome}?locale=fr`, { signs: [sign] });
    expect(await relatedNames(`places/${rome}`, 'signs', inFrench)).toEqual(['Arrêt']);
  });

  it('with locale=* each locale shows its own links', async () => {
    await change(`/api/places/${rome}`, { region: latium });
    await change(`/api/places/${rome}?locale=fr`, { region: latium });
    const url = `/api/places?locale=*&filters[documentId]=${rome}&sort=locale&populate=region&fields=name`;
    expect(await api.readNames(url)).toMatchObject([
      { name: 'Rome en', region: 'Latium en' },
      { name: 'Rome fr', region: 'Latium fr' },
    ]);
    const inverse = `/api/regions?locale=*&filters[documentId]=${latium}&sort=locale&populate=places&fields=name`;
    expect(await api.readNames(inverse)).toMatchObject([{ places: ['Rome en'] }, { places: ['Rome fr'] }]);
  });
});

describe('from a type without locales', () => {
  it('a link leads to the default locale, or to the locale of the enclosing document', async () => {
    await change(`/api/surveyors/${ada}?locale=fr`, { favourite: oslo });
    expect(await relatedNames(`surveyors/${ada}`, 'favourite')).toBe('Oslo en');
    expect(await relatedNames(`surveyors/${ada}`, 'favourite', inFrench)).toBe('Oslo en');
    await change(`/api/places/${rome}?locale=fr`, { surveyor: ada });
    const { body } = await api.get(`/api/places/${rome}?locale=fr&populate[surveyor][populate]=favourite`);
    expect(body.data.surveyor.favourite.name).toBe('Oslo fr');
  });

  it('a target must exist in the default locale', async () => {
    const nice = await make('/api/places?locale=fr', { name: 'Nice' });
    await expectRefused(`/api/surveyors/${ada}`, { favourite: nice }, 'favourite');
    await expectRefused(`/api/surveyors/${ada}?locale=fr`, { places: [nice] }, 'places');
  });

  it('the inverse side is written in the default locale', async () => {
    await change(`/api/places/${rome}?locale=fr`, { surveyor: ada });
    await change(`/api/surveyors/${ada}?locale=fr`, { places: [oslo] });
    expect(await relatedNames(`surveyors/${ada}`, 'places')).toEqual(['Oslo en']);
    expect(await relatedNames(`places/${oslo}`, 'surveyor', inFrench)).toBeNull();
    expect(await relatedNames(`places/${rome}`, 'surveyor', inFrench)).toBe('Ada');
    await change(`/api/surveyors/${ada}`, { places: [] });
    expect(await relatedNames(`places/${rome}`, 'surveyor', inFrench)).toBe('Ada');
  });

  it('publishing a document publishes the links to it in every locale', async () => {
    const draft = await api.create('/api/surveyors?status=draft', { name: 'Bo' });
    await change(`/api/places/${rome}?status=draft`, { surveyor: draft });
    await change(`/api/places/${rome}?locale=fr&status=draft`, { surveyor: draft });
    await change(`/api/surveyors/${draft}`, {});
    expect(await relatedNames(`places/${rome}`, 'surveyor')).toBe('Bo');
    expect(await relatedNames(`places/${rome}`, 'surveyor', inFrench)).toBe('Bo');
  });

  it('all locales share one link, whichever locale writes it', async () => {
    await change(`/api/places/${rome}?locale=fr`, { trips: [north] });
    expect(await relatedNames(`places/${rome}`, 'trips', inFrench)).toEqual(['North']);
    expect(await relatedNames(`places/${rome}`, 'trips')).toEqual(['North']);
    expect(await relatedNames(`trips/${north}`, 'places')).toEqual(['Rome en']);
    await change(`/api/places/${rome}`, { trips: [] });
    expect(await relatedNames(`places/${rome}`, 'trips', inFrench)).toEqual([]);
  });
});

describe('when a document is deleted in a locale', () => {
  beforeEach(async () => {
    await change(`/api/regions/${latium}`, { capital: rome });
    await change(`/api/regions/${latium}?locale=fr`, { capital: rome });
    await change(`/api/trips/${north}`, { places: [rome, oslo] });
    await change(`/api/places/${oslo}`, { near: [rome] });
  });
  /** Whether a link to the document is stored. */
  const hasLink = async (collection: string, path: string, locale: string | null): Promise<boolean> => {
    return (await (await api.collection(collection)).findOne({ locale, [`${path}.to`]: rome })) !== null;
  };

  it('links in that locale are removed, and links in other locales stay', async () => {
    await api.delete(`/api/places/${rome}?locale=fr`);
    expect(await relatedNames(`regions/${latium}`, 'capital')).toBe('Rome en');
    expect(await relatedNames(`regions/${latium}`, 'capital', inFrench)).toBeNull();
    expect(await hasLink('regions', 'published.capital', 'fr')).toBe(false);
    expect(await hasLink('regions', 'draft.capital', 'fr')).toBe(false);
    expect(await relatedNames(`trips/${north}`, 'places')).toEqual(['Rome en', 'Oslo en']);
    expect(await relatedNames(`places/${oslo}`, 'near')).toEqual(['Rome en']);
  });

  it('a shared component still links to it in the other locales', async () => {
    const rome = await createInBoth('places', 'Rome', { spot: { label: 'by Oslo', at: oslo } });
    const sharedTargetIn = async (locale: string): Promise<unknown> =>
      (await api.get(`/api/places/${rome}?locale=${locale}&populate[spot][populate]=at`)).body.data.spot.at?.name ??
      null;
    await api.delete(`/api/places/${oslo}?locale=fr`);
    expect([await sharedTargetIn('en'), await sharedTargetIn('fr')]).toEqual(['Oslo en', null]);
    await change(`/api/places/${rome}?locale=fr`, { name: 'Rome again' });
    expect([await sharedTargetIn('en'), await sharedTargetIn('fr')]).toEqual(['Oslo en', null]);
  });

  it('a link without a locale stays while the document exists in another locale', async () => {
    await api.delete(`/api/places/${rome}`);
    expect(await hasLink('regions', 'published.capital', 'en')).toBe(false);
    expect(await hasLink('regions', 'published.capital', 'fr')).toBe(true);
    expect(await hasLink('trips', 'published.places', null)).toBe(true);
    expect(await relatedNames(`trips/${north}`, 'places')).toEqual(['Oslo en']);
    expect(await relatedNames(`places/${rome}`, 'trips', inFrench)).toEqual(['North']);
    await change(`/api/trips/${north}`, { places: { disconnect: [rome] } });
    expect(await relatedNames(`places/${rome}`, 'trips', inFrench)).toEqual([]);
  });

  it.each<[name: string, end: () => Promise<unknown>]>([
    [
      'one after the other',
      async () => [await api.delete(`/api/places/${rome}`), await api.delete(`/api/places/${rome}?locale=fr`)],
    ],
    ['at once', () => Promise.all([api.delete(`/api/places/${rome}`), api.delete(`/api/places/${rome}?locale=fr`)])],
    ['together', () => api.delete(`/api/places/${rome}?locale=*`)],
  ])('all links are removed with the last locale: %s', async (_name, end) => {
    await end();
    expect(await hasLink('trips', 'published.places', null)).toBe(false);
    for (const locale of ['en', 'fr']) expect(await hasLink('regions', 'published.capital', locale)).toBe(false);
    expect(await hasLink('places', 'draft.near', 'en')).toBe(false);
    expect(await relatedNames(`trips/${north}`, 'places')).toEqual(['Oslo en']);
  });

  it('deleting a document without locales removes the links to it in every locale', async () => {
    await change(`/api/places/${rome}`, { surveyor: ada });
    await change(`/api/places/${rome}?locale=fr`, { surveyor: ada });
    await api.delete(`/api/surveyors/${ada}?locale=fr`);
    expect(await (await api.collection('places')).findOne({ 'published.surveyor.to': ada })).toBeNull();
  });
});

describe('reading in a locale', () => {
  beforeEach(async () => {
    await change(`/api/places/${rome}`, { region: latium, surveyor: ada });
    await change(`/api/places/${oslo}?locale=fr`, { region: latium, surveyor: ada });
  });
  const names = async (url: string): Promise<unknown> =>
    ((await api.readNames(`/api/${url}`)) as readonly { name: string }[]).map(({ name }) => name);

  it('nested documents have the same locale, even below a type without locales', async () => {
    const { body } = await api.get(
      `/api/regions/${latium}?locale=fr&populate[places][populate][surveyor][populate][places][populate]=region`,
    );
    expect(body.data.places).toMatchObject([
      { name: 'Oslo fr', surveyor: { name: 'Ada', places: [{ name: 'Oslo fr', region: { name: 'Latium fr' } }] } },
    ]);
  });

  it.each<[url: () => string, found: readonly string[]]>([
    [() => `places?filters[region][documentId]=${latium}`, ['Rome en']],
    [() => `places?filters[region][documentId]=${latium}&locale=fr`, ['Oslo fr']],
    [() => `places?filters[region][name]=Latium fr&filters[region][documentId]=${latium}`, []],
    [() => `places?filters[surveyor][documentId]=${ada}&locale=fr`, ['Oslo fr']],
    [() => `regions?filters[places][documentId]=${oslo}&locale=fr`, ['Latium fr']],
    [() => `regions?filters[places][documentId]=${oslo}`, []],
    [() => `surveyors?filters[places][documentId]=${rome}`, ['Ada']],
    [() => `surveyors?filters[places][documentId]=${oslo}&locale=fr`, []],
    [() => `places?filters[near][surveyor][name]=Ada&filters[documentId]=${oslo}&locale=fr`, []],
  ])('filters through relations (%#)', async (url, found) => {
    expect(await names(url())).toEqual(found);
  });

  it('sorts by a relation of the locale', async () => {
    const umbria = await createInBoth('regions', 'Aosta', { area: 2 });
    await change(`/api/places/${rome}?locale=fr`, { region: umbria });
    const query = `filters[documentId][$in]=${rome}&filters[documentId][$in]=${oslo}&sort=region.name`;
    expect(await names(`places?${query}&locale=fr`)).toEqual(['Rome fr', 'Oslo fr']);
    expect(await names(`places?${query}:desc`)).toEqual(['Rome en', 'Oslo en']);
  });
});
