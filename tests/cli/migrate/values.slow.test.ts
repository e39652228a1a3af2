// Attributes that are renamed, removed, filled or converted: in documents, components and zones, in both versions.
import { describe, expect, it } from 'vitest';
import { component, idOf, Site, type, type Files } from './site.ts';

const site = new Site();

const quote = { body: { type: 'text' }, stars: { type: 'integer' } };
const article = {
  headline: { type: 'string' },
  views: { type: 'string' },
  lead: { type: 'component', component: 'shared.quote' },
  quotes: { type: 'component', component: 'shared.quote', repeatable: true },
  zone: { type: 'dynamiczone', components: ['shared.quote', 'shared.box'] },
};
const files = (attributes: object = article, inQuote: object = quote): Files => ({
  ...type('article', attributes),
  ...component('shared.quote', inQuote),
  ...component('shared.box', { inner: { type: 'component', component: 'shared.quote' } }),
});

const { headline, ...withoutHeadline } = article;
/** The same with another name of an attribute. */
const titled = files({ ...withoutHeadline, title: headline });

const values = {
  headline: 'One',
  views: '12',
  lead: { body: 'lead', stars: 1 },
  quotes: [{ body: 'a', stars: 2 }, { body: 'b' }],
  zone: [
    { __component: 'shared.quote', body: 'z', stars: 3 },
    { __component: 'shared.box', inner: { body: 'deep', stars: 4 } },
  ],
};
const populate = 'populate[lead]=*&populate[quotes]=*&populate[zone][populate]=*';

/** Creates one published article whose draft differs. */
const begin = async (): Promise<string> => {
  const before = await site.begin(files());
  const id = idOf(await before.post('/api/articles', values));
  await before.put(`/api/articles/${id}?status=draft`, { headline: 'Two' });
  return id;
};

const read = async (api: Awaited<ReturnType<Site['begin']>>, id: string, status = 'published') =>
  (await api.get(`/api/articles/${id}?status=${status}&${populate}`)).body.data;

describe('an attribute', () => {
  it('is renamed in both versions', async () => {
    const id = await begin();
    const api = await site.migrate(titled, { rename: ['article.headline=title'] });
    expect(await read(api, id)).toMatchObject({ title: 'One', views: '12' });
    expect(await read(api, id, 'draft')).toMatchObject({ title: 'Two' });
    // Pending events keep the names of their time.
    const documents = (await site.stored('articles')).map((one) => ({ ...one, pending: undefined }));
    expect(JSON.stringify(documents)).not.toContain('headline');
  });

  it('leaves a version of what each document was, in which the attribute has its old name', async () => {
    const id = await begin();
    await site.migrate(titled, { rename: ['article.headline=title'] });
    expect(await site.stored('lectern_version_values')).toMatchObject([
      { draft: { headline: 'Two' }, published: { headline: 'One' } },
    ]);
    expect(await site.stored('lectern_versions')).toMatchObject([{ documentId: id, via: 'api', action: 'update' }]);
    const [stored] = await (await site.db()).collection('articles').find().toArray();
    expect(stored).toMatchObject({ draft: { title: 'Two' }, written: { via: 'migration', revision: 3 }, revision: 3 });
  });

  it('is renamed in components at every place', async () => {
    const id = await begin();
    const { body, stars } = quote;
    const api = await site.migrate(files(article, { text: body, stars }), { rename: ['shared.quote.body=text'] });
    for (const status of ['draft', 'published'])
      expect(await read(api, id, status)).toMatchObject({
        lead: { text: 'lead', stars: 1 },
        quotes: [{ text: 'a' }, { text: 'b' }],
        zone: [{ __component: 'shared.quote', text: 'z' }, { inner: { text: 'deep', stars: 4 } }],
      });
    expect(JSON.stringify(await site.stored('articles'))).not.toContain('body');
  });

  it('is reported by sync if the published version changed', async () => {
    const old = await site.begin(files());
    idOf(await old.post('/api/articles', values));
    idOf(await old.post('/api/articles?status=draft', { views: '7' }));
    const firstSync = await old.get('/api/sync');
    const api = await site.migrate(titled, { rename: ['article.headline=title'] });
    const stored = await site.stored('articles');
    const times = stored.map((one) => ('changed' in one ? String(one.changed) : null));
    expect(times.filter((time) => time !== null)).toHaveLength(1);
    const since = firstSync.body.meta.next as string;
    const { status, body } = await api.get(`/api/sync?since=${since}`);
    // The shape of documents changed, so sync answers with all of them, or with 410.
    expect(status === 200 ? body.data.length : status).toEqual(status === 200 ? 1 : 410);
    // The migration adds no event, because the content did not change.
    expect(JSON.stringify(stored).match(/"action"/g)).toHaveLength(3);
  });

  it('stays in documents after its removal, until it is dropped', async () => {
    const id = await begin();
    const rest: Partial<typeof article> = { ...article };
    delete rest.views;
    expect(await site.findings(files(rest))).toMatchObject([{ place: 'article.views', level: 'may', documents: 1 }]);
    await site.migrate(files(rest));
    expect(JSON.stringify(await site.stored('articles'))).toContain('"views":"12"');
    // The record still knows the attribute and its type.
    const back = await site.migrate(files({ ...rest, views: { type: 'integer' } }));
    expect(await read(back, id)).toMatchObject({ views: 12 });
    await site.migrate(files(rest), { drop: ['article.views'] });
    expect(JSON.stringify(await site.stored('articles'))).not.toContain('views');
    expect(await site.findings(files(rest))).toEqual([]);
  });

  it('is filled in documents without it, but not where it is null', async () => {
    const id = await begin();
    const more = {
      ...article,
      kind: { type: 'string', default: 'plain' },
      at: { type: 'datetime', default: '2026-01-02T03:04:05.000Z' },
    };
    const api = site.of(files(more, { ...quote, tone: { type: 'string', default: 'calm' } }));
    await api.put(`/api/articles/${id}?status=draft`, { kind: null });
    expect(await site.findings(files(more))).toMatchObject([
      { place: 'article.kind', level: 'note', documents: 1 },
      { place: 'article.at', level: 'note', documents: 1 },
    ]);
    const fill = ['article.kind', 'article.at', 'shared.quote.tone'];
    await site.migrate(files(more, { ...quote, tone: { type: 'string', default: 'calm' } }), { fill });
    expect(await read(api, id)).toMatchObject({
      ...{ kind: 'plain', at: '2026-01-02T03:04:05.000Z', lead: { tone: 'calm' } },
      zone: [{ tone: 'calm' }, { inner: { tone: 'calm' } }],
    });
    expect(await read(api, id, 'draft')).toMatchObject({ kind: null });
  });

  it('is converted, in components too', async () => {
    const id = await begin();
    const api = await site.migrate(
      files({ ...article, views: { type: 'integer' } }, { ...quote, stars: { type: 'string' } }),
    );
    expect(await read(api, id)).toMatchObject({
      views: 12,
      lead: { stars: '1' },
      zone: [{ stars: '3' }, { inner: { stars: '4' } }],
    });
    expect((await api.get('/api/articles?filters[views][$gt]=11')).body.data).toHaveLength(1);
  });

  it('changes in no document if one of its values does not convert', async () => {
    const id = await begin();
    const before = await site.begin(files());
    idOf(await before.post('/api/articles', values));
    const invalidId = idOf(await before.post('/api/articles', { views: 'few' }));
    const after = files({ ...article, views: { type: 'integer' } });
    const storedBefore = await site.stored('articles');
    await expect(site.migrate(after)).rejects.toThrow(`${invalidId} has "few", which cannot be integer`);
    expect(await site.stored('articles')).toEqual(storedBefore);
    const api = await site.migrate(after, { drop: ['article.views'] });
    expect(await read(api, invalidId)).toMatchObject({ views: null });
    expect(id).toBeDefined();
  });

  it('becomes a list, and a single value again if no list is longer', async () => {
    const id = await begin();
    const listed = { ...article, lead: { ...article.lead, repeatable: true } };
    const api = await site.migrate(files(listed));
    expect((await read(api, id)).lead).toMatchObject([{ body: 'lead' }]);
    await expect(site.migrate(files({ ...listed, quotes: { ...article.quotes, repeatable: false } }))).rejects.toThrow(
      'cannot be shared.quote',
    );
    expect((await read(await site.migrate(files()), id)).lead).toMatchObject({ body: 'lead' });
  });

  it('with one component becomes a dynamic zone', async () => {
    const id = await begin();
    const zone = { type: 'dynamiczone', components: ['shared.quote'] };
    const api = await site.migrate(files({ ...article, quotes: zone }));
    const { body } = await api.get(`/api/articles/${id}?populate[quotes][populate]=*`);
    expect(body.data.quotes).toMatchObject([{ __component: 'shared.quote', body: 'a' }, { body: 'b' }]);
  });

  it('becomes required: published documents without it are counted', async () => {
    await begin();
    const before = site.of(files());
    await before.post('/api/articles', {});
    await before.post('/api/articles?status=draft', {});
    const after = files({ ...article, headline: { type: 'string', required: true } });
    expect(await site.findings(after)).toMatchObject([{ place: 'article.headline', level: 'note', documents: 1 }]);
  });

  it('becomes unique: duplicates are listed by locale and version', async () => {
    await begin();
    const api = site.of(files());
    const ids = [
      idOf(await api.post('/api/articles', values)),
      idOf(await api.post('/api/articles?status=draft', { views: '12' })),
    ];
    const after = files({ ...article, views: { type: 'string', unique: true } });
    const [finding] = await site.findings(after);
    expect(finding).toMatchObject({ place: 'article.views', obstacles: { count: 2 } });
    for (const id of ids) expect(finding?.obstacles.first[0]).toContain(id);
    expect(finding?.obstacles.first[0]).toMatch(/^several documents have "12" \(draft\): /);
    await expect(site.migrate(after)).rejects.toThrow('several documents have');
  });
});

describe('a component', () => {
  const renamedFiles: Files = {
    ...type('article', {
      ...article,
      lead: { type: 'component', component: 'shared.cite' },
      quotes: { type: 'component', component: 'shared.cite', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.cite', 'shared.box'] },
    }),
    ...component('shared.cite', quote),
    ...component('shared.box', { inner: { type: 'component', component: 'shared.cite' } }),
  };

  it('is renamed at every place', async () => {
    const id = await begin();
    const api = await site.migrate(renamedFiles, { rename: ['shared.quote=shared.cite'] });
    expect(await read(api, id)).toMatchObject({
      ...{ lead: values.lead, quotes: values.quotes },
      zone: [
        { __component: 'shared.cite', body: 'z' },
        { __component: 'shared.box', inner: { body: 'deep' } },
      ],
    });
  });

  it('is renamed together with one of its attributes', async () => {
    const id = await begin();
    const { body, stars } = quote;
    const api = await site.migrate(
      { ...renamedFiles, ...component('shared.cite', { text: body, stars }) },
      {
        rename: ['shared.quote=shared.cite', 'shared.quote.body=text'],
      },
    );
    expect((await read(api, id)).zone).toMatchObject([
      { __component: 'shared.cite', text: 'z' },
      { inner: { text: 'deep' } },
    ]);
  });

  it('that is removed must be dropped from zones explicitly', async () => {
    const id = await begin();
    const after: Files = {
      ...type('article', { ...article, zone: { type: 'dynamiczone', components: ['shared.quote'] } }),
      ...component('shared.quote', quote),
    };
    await expect(site.migrate(after)).rejects.toThrow(`${id} has it in "zone"`);
    const api = await site.migrate(after, { drop: ['shared.box'] });
    expect((await read(api, id)).zone).toMatchObject([{ __component: 'shared.quote' }]);
  });
});
