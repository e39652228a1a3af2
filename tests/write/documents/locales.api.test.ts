// Checks documents in several locales: creating them, the values that they share, and deleting them.
import { describe, expect, it } from 'vitest';
import { createAtlasApi } from '../../setup/atlas.ts';

const api = await createAtlasApi();
const { make, change, readNames } = api;

const refusal = ({ status, body }: { status: number; body: { error: { message: string } } }) => [
  status,
  body.error.message,
];

describe('a document in a locale', () => {
  it('may be added as a draft, without required values', async () => {
    const place = await make('/api/places', { name: 'Rome' });
    expect(refusal(await api.put(`/api/places/${place}?locale=fr`, {}))).toEqual([
      400,
      'name must be a `string` type, but the final value was: `null`.',
    ]);
    expect((await api.put(`/api/places/${place}?locale=fr&status=draft`, {})).status).toBe(200);
    expect(await readNames(`/api/places/${place}?locale=fr`)).toBe(404);
    expect(await readNames(`/api/places/${place}?locale=fr&status=draft&fields=name`)).toMatchObject({ name: null });
  });

  it.each([
    ['POST', '/api/signs?locale=xx', 'Unknown locale xx: expected one of en, fr, de'],
    ['PUT', '/api/signs/x?locale=xx', 'Unknown locale xx: expected one of en, fr, de'],
    ['DELETE', '/api/signs/x?locale=xx', 'Unknown locale xx: expected one of en, fr, de'],
    ['POST', '/api/signs?locale=*', 'Invalid locale param * provided. Document locales must be strings.'],
    ['PUT', '/api/signs/x?locale=*', 'Invalid locale param * provided. Document locales must be strings.'],
  ])('is not written in another locale: %s %s', async (method, url, message) => {
    expect(refusal(await api.request(method, url, { body: { data: { text: 'x' } } }))).toEqual([400, message]);
  });

  it('cannot be added to a missing document', async () => {
    expect((await api.put('/api/signs/aaaaaaaaaaaaaaaaaaaaaaaa?locale=fr', { text: 'x' })).status).toBe(404);
  });

  it('appears in the populated localizations of the others, in the same version', async () => {
    const place = await make('/api/places', { name: 'Rome' });
    await change(`/api/places/${place}?locale=fr`, { name: 'Rome (fr)' });
    await change(`/api/places/${place}?locale=de&status=draft`, { name: 'Rom' });
    expect(await readNames(`/api/places/${place}?populate=localizations&fields=name`)).toMatchObject({
      localizations: ['Rome (fr)'],
    });
    expect(await readNames(`/api/places/${place}?populate=localizations&fields=name&status=draft`)).toMatchObject({
      localizations: ['Rome (fr)', 'Rom'],
    });
    expect(await readNames(`/api/places?locale=*&filters[documentId]=${place}&fields=name`)).toHaveLength(2);
    expect(await readNames(`/api/places/${place}?locale=xx`)).toBe(404);
    expect(await readNames('/api/places?locale=xx')).toEqual([]);
  });
});

describe('shared values', () => {
  type Heights = readonly unknown[];
  const versions = ['en', 'fr', 'de'].flatMap((locale) => ['draft', 'published'].map((status) => [locale, status]));
  /** The height in en, fr and de, each as draft and published; null if the version does not exist. */
  const heightsOf = async (place: string): Promise<Heights> =>
    Promise.all(
      versions.map(async ([locale, status]) => {
        const { body } = await api.get(`/api/places/${place}?locale=${locale}&status=${status}`);
        return body.data?.height ?? null;
      }),
    );
  const createPlace = async (): Promise<string> => {
    const place = await make('/api/places', { name: 'Rome', height: 1 });
    await change(`/api/places/${place}?locale=fr`, { name: 'Rome (fr)' });
    return place;
  };

  it.each<[name: string, url: string, after: Heights]>([
    ['a write of a draft: in all drafts', '?status=draft', [2, 1, 2, 1, null, null]],
    ['a write of the other draft: in all drafts', '?locale=fr&status=draft', [2, 1, 2, 1, null, null]],
    ['a write that publishes: in all versions', '', [2, 2, 2, 2, null, null]],
    ['a write that publishes the other locale: in all versions', '?locale=fr', [2, 2, 2, 2, null, null]],
    ['a locale added as a draft: in all drafts', '?locale=de&status=draft', [2, 1, 2, 1, 2, null]],
    ['a locale added and published: in all versions', '?locale=de', [2, 2, 2, 2, 2, 2]],
  ])('change with %s', async (_name, url, after) => {
    const place = await createPlace();
    await change(`/api/places/${place}${url}`, { name: 'x', height: 2 });
    expect(await heightsOf(place)).toEqual(after);
  });

  it('change in all versions when another locale is published', async () => {
    const place = await createPlace();
    await change(`/api/places/${place}?status=draft`, { height: 2 });
    await change(`/api/places/${place}?locale=de`, { name: 'Rom' });
    expect(await heightsOf(place)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it('do not publish a draft, and do not change values that are not shared', async () => {
    const place = await make('/api/places?status=draft', { name: 'Rome', note: 'en', card: { label: 'en' } });
    await change(`/api/places/${place}?locale=fr`, { name: 'Rome (fr)', note: 'fr', card: { label: 'fr' }, height: 5 });
    expect(await heightsOf(place)).toEqual([5, null, 5, 5, null, null]);
    const { body } = await api.get(`/api/places/${place}?status=draft&populate=card`);
    expect(body.data).toMatchObject({ name: 'Rome', note: 'en', card: { label: 'en' }, height: 5 });
  });

  it('may be components, zones and media, with the relations in them', async () => {
    await (
      await api.collection('upload_files')
    ).insertOne({
      ...{ documentId: 'picture', locale: null, revision: 1 },
      published: { id: 1, name: 'picture.png', url: '/picture.png' },
    });
    const surveyor = await make('/api/surveyors', { name: 'Ada' });
    const place = await createPlace();
    const spot = { label: 'Forum', by: surveyor };
    await change(`/api/places/${place}?locale=fr`, {
      ...{ spot, sights: [spot, { label: 'Tiber' }], picture: 1 },
      body: [{ __component: 'part.spot', ...spot }],
    });
    for (const status of ['draft', 'published']) {
      const populate =
        'populate[spot][populate]=by&populate[sights]=true&populate[body][populate]=*&populate[picture]=true';
      const { body } = await api.get(`/api/places/${place}?status=${status}&${populate}`);
      expect(body.data).toMatchObject({
        spot: { label: 'Forum', by: { name: 'Ada' } },
        sights: [{ label: 'Forum' }, { label: 'Tiber' }],
        body: [{ label: 'Forum', by: { name: 'Ada' } }],
        picture: { name: 'picture.png' },
      });
    }
    await change(`/api/places/${place}`, { spot: null, sights: [], body: [], picture: null, height: null });
    const { body } = await api.get(`/api/places/${place}?locale=fr&populate=spot,sights,body,picture`);
    expect(body.data).toMatchObject({ height: null, spot: null, sights: [], body: [], picture: null });
  });

  it('are stored literally, even text that looks like an expression', async () => {
    const sign = await make('/api/signs', { text: 'x' });
    await change(`/api/signs/${sign}?locale=fr`, { text: '$text' });
    await change(`/api/signs/${sign}`, { colour: '$text' });
    expect(await readNames(`/api/signs/${sign}?locale=fr`)).toMatchObject({ text: '$text', colour: '$text' });
  });

  it('may be unique: equal in all locales of one document, different in others', async () => {
    const place = await make('/api/places', { name: 'Rome', code: 'u1' });
    await change(`/api/places/${place}?locale=fr`, { name: 'Rome (fr)' });
    const taken = [400, 'This attribute must be unique'];
    expect(refusal(await api.post('/api/places?locale=fr', { name: 'x', code: 'u1' }))).toEqual(taken);
    const german = await make('/api/places?locale=de', { name: 'Rom', code: 'u1' });
    // Only the first document may use the value in German, only the second in English: neither may add the other locale.
    expect(refusal(await api.put(`/api/places/${place}?locale=de`, { name: 'x' }))).toEqual(taken);
    expect(refusal(await api.put(`/api/places/${german}`, { name: 'x' }))).toEqual(taken);
    await change(`/api/places/${german}`, { name: 'x', code: 'u2' });
    const reply = await api.put(`/api/places/${german}?locale=de`, { code: 'u1' });
    expect([refusal(reply), reply.body.error.details.errors[0].path]).toEqual([taken, ['code']]);
    expect(await readNames(`/api/places/${german}?locale=de&fields=code`)).toMatchObject({ code: 'u2' });
    await change(`/api/places/${place}?locale=de`, { name: 'x' });
  });

  it('decide for each locale whether its draft is modified', async () => {
    const place = await createPlace();
    const modified = async (): Promise<unknown> =>
      (
        (await readNames(`/api/places?locale=*&status=draft&publicationFilter=modified&sort=locale`)) as {
          documentId: string;
        }[]
      )
        .filter(({ documentId }) => documentId === place)
        .map((one) => (one as unknown as { locale: string }).locale);
    await change(`/api/places/${place}?status=draft`, { height: 2 });
    expect(await modified()).toEqual(['en', 'fr']);
    await change(`/api/places/${place}`, {});
    expect(await modified()).toEqual([]);
    await change(`/api/places/${place}?locale=fr&status=draft`, { name: 'another' });
    await change(`/api/places/${place}`, { height: 3 });
    expect(await modified()).toEqual(['fr']);
  });
});

describe('simultaneous writes', () => {
  it('to two locales lose nothing and leave shared values equal', async () => {
    const place = await make('/api/places', { name: 'en0', height: 0 });
    await change(`/api/places/${place}?locale=fr`, { name: 'fr0' });
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? change(`/api/places/${place}`, { note: `e${index}`, height: index })
          : change(`/api/places/${place}?locale=fr`, index % 3 === 0 ? { name: `f${index}` } : { height: index }),
      ),
    );
    const read = async (locale: string, status: string) =>
      (await api.get(`/api/places/${place}?locale=${locale}&status=${status}`)).body.data;
    const [en, enP, fr, frP] = await Promise.all([
      read('en', 'draft'),
      read('en', 'published'),
      read('fr', 'draft'),
      read('fr', 'published'),
    ]);
    expect(new Set([en.height, enP.height, fr.height, frP.height]).size).toBe(1);
    expect([en.name, fr.name, en.note]).toEqual(['en0', expect.stringMatching(/^f[39]$/), expect.stringMatching(/^e/)]);
  });

  it('that add locales start with the shared values', async () => {
    for (let round = 0; round < 2; round++) {
      const place = await make('/api/places', { name: 'en', height: 0 });
      await Promise.all([
        change(`/api/places/${place}`, { height: 1 }),
        change(`/api/places/${place}?locale=fr`, { name: 'fr' }),
        change(`/api/places/${place}?locale=de`, { name: 'de' }),
        change(`/api/places/${place}?locale=de`, { name: 'de' }),
      ]);
      const { body } = await api.get(`/api/places?locale=*&filters[documentId]=${place}&fields=height`);
      expect(body.data.map(({ height }: { height: number }) => height)).toEqual([1, 1, 1]);
    }
  });

  it('create one document for all locales of a single type', async () => {
    for (let round = 0; round < 2; round++) {
      await api.delete('/api/legend?locale=*');
      await Promise.all(['en', 'fr', 'de'].map((locale) => change(`/api/legend?locale=${locale}`, { title: locale })));
      const ids = await Promise.all(
        ['en', 'fr', 'de'].map(async (locale) => (await api.get(`/api/legend?locale=${locale}`)).body.data.documentId),
      );
      expect(new Set(ids).size).toBe(1);
    }
  });
});

describe('a deleted document', () => {
  const createInAll = async (): Promise<string> => {
    const place = await make('/api/places', { name: 'Rome', height: 1 });
    await change(`/api/places/${place}?locale=fr`, { name: 'Rome (fr)' });
    await change(`/api/places/${place}?locale=de`, { name: 'Rom' });
    return place;
  };
  const statusesOf = async (place: string): Promise<unknown> =>
    Promise.all(
      ['en', 'fr', 'de'].map(async (locale) =>
        Promise.all(
          ['draft', 'published'].map(
            async (status) => (await api.get(`/api/places/${place}?locale=${locale}&status=${status}`)).status,
          ),
        ),
      ),
    );
  const [existing, missing] = [
    [200, 200],
    [404, 404],
  ];

  it.each<[query: string, after: unknown]>([
    ['', [missing, existing, existing]],
    ['?locale=fr', [existing, missing, existing]],
    ['?locale=*', [missing, missing, missing]],
  ])('loses both versions in the deleted locales: %s', async (query, after) => {
    const place = await createInAll();
    for (let time = 1; time <= 2; time++) {
      const { status, body } = await api.delete(`/api/places/${place}${query}`);
      expect([status, body]).toEqual([204, undefined]);
      expect(await statusesOf(place)).toEqual(after);
    }
  });

  it('can be created again in a locale, as new, with the shared values', async () => {
    const place = await createInAll();
    await change(`/api/places/${place}`, { note: 'before' });
    await api.delete(`/api/places/${place}`);
    await change(`/api/places/${place}?locale=fr`, { height: 2 });
    await change(`/api/places/${place}`, { name: 'again' });
    expect(await readNames(`/api/places/${place}`)).toMatchObject({
      name: 'again',
      note: null,
      height: 2,
      locale: 'en',
    });
    const stored = await (
      await api.service().database.get()
    )
      .collection('places')
      .findOne({ documentId: place, locale: 'en' });
    expect(stored).not.toHaveProperty('deletedAt');
  });

  it('cannot be created again without any locale left', async () => {
    const place = await createInAll();
    await api.delete(`/api/places/${place}?locale=*`);
    expect((await api.put(`/api/places/${place}?locale=fr`, { name: 'x' })).status).toBe(404);
  });

  it('keeps the other locales of a single type', async () => {
    await change('/api/legend', { title: 'en', scale: 4 });
    await change('/api/legend?locale=fr', { title: 'fr' });
    expect(await readNames('/api/legend?locale=*')).toBe(404);
    await api.delete('/api/legend');
    expect(await readNames('/api/legend')).toBe(404);
    expect(await readNames('/api/legend?locale=fr')).toMatchObject({ title: 'fr', scale: 4 });
    await change('/api/legend', { title: 'back' });
    expect(await readNames('/api/legend?populate=localizations')).toMatchObject({
      ...{ title: 'back', scale: 4 },
      localizations: expect.arrayContaining(['fr']),
    });
  });
});
