// Restoring a version of a document, or some of its attributes.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../setup/accounts.ts';
import { componentFile, localized, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { createHistorySite } from '../historySite.ts';

const text = { type: 'string' };

const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: { ...text, ...localized },
      slug: { ...text, unique: true, ...localized },
      shared: text,
      at: { type: 'datetime', ...localized },
      moment: { type: 'timestamp', ...localized },
      clock: { type: 'time', ...localized },
      big: { type: 'biginteger', ...localized },
      data: { type: 'json', ...localized },
      note: { ...text, private: true, ...localized },
      fixed: { ...text, writable: false, ...localized },
      secret: { type: 'password', ...localized },
      seo: { type: 'component', component: 'part.seo', ...localized },
      rows: { type: 'component', component: 'part.row', repeatable: true, ...localized },
      category: relationTo('manyToOne', 'category', { inversedBy: 'articles' }),
      tags: relationTo('manyToMany', 'category', { inversedBy: 'tagged' }),
      cover: relationTo('oneToOne', 'category', { inversedBy: 'covers' }),
      about: { type: 'relation', relation: 'morphToMany' },
    },
    { ...withDrafts, ...localized },
  ),
  'category.json': typeFile('category', {
    name: { ...text, required: true },
    articles: relationTo('oneToMany', 'article', { mappedBy: 'category' }),
    tagged: relationTo('manyToMany', 'article', { mappedBy: 'tags' }),
    covers: relationTo('oneToOne', 'article', { mappedBy: 'cover' }),
  }),
  'home.json': typeFile('home', { title: text }, { kind: 'singleType' }),
  'components/part/seo.json': componentFile({ title: text, description: text, pin: { type: 'password' } }),
  'components/part/row.json': componentFile({
    text,
    link: relationTo('oneToOne', 'category'),
    inner: { type: 'component', component: 'part.cell', repeatable: true },
  }),
  'components/part/cell.json': componentFile({ text }),
});

let hooked: string[] = [];
const site = createHistorySite({}, schema, [
  {
    types: {
      'api::article.article': {
        validate: ({ data, fail }) => {
          hooked.push(String(data.title));
          if (data.title === 'refused') fail('title', 'not this one');
        },
      },
    },
  },
]);

const create = (data: object): Promise<string> => site.create('/api/articles?status=draft', data);

const edit = async (documentId: string, data: object, query = ''): Promise<void> => {
  const { status, body } = await site.put(`/api/articles/${documentId}?status=draft${query}`, data);
  expect(status, JSON.stringify(body)).toBe(200);
};

/** An article that had the first values and has the others. */
const changed = async (first: object, ...more: readonly object[]): Promise<string> => {
  const one = await create(first);
  for (const values of more) await edit(one, values);
  return one;
};

const restore = (documentId: string, number: number, paths?: readonly string[], query = '', call = {}) =>
  site.request('POST', `/api/articles/${documentId}/versions/${number}/restore${query}`, {
    ...(paths === undefined ? {} : { body: { data: { paths } } }),
    ...call,
  });

// Tests read into the document.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const draftOf = async (documentId: string, query = ''): Promise<Record<string, any>> =>
  (await site.get(`/api/articles/${documentId}?status=draft&populate[rows][populate]=*&populate[seo]=true${query}`))
    .body.data;

const relationsOf = async (documentId: string) => {
  const url = `/api/articles/${documentId}?status=draft&populate[category]=true&populate[tags]=true&populate[cover]=true`;
  const { category, tags, cover } = (await site.get(url)).body.data;
  return [category?.name, tags.map(({ name }: { name: string }) => name), cover?.name];
};

const categories = async (...names: readonly string[]): Promise<readonly string[]> => {
  const made: string[] = [];
  for (const name of names) made.push(await site.create('/api/categorys', { name }));
  return made;
};

beforeAll(async () => {
  await site.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
});

beforeEach(() => {
  hooked = [];
});

describe('a restore', () => {
  it('writes all values of the version into the draft, as a version of its own', async () => {
    const values = {
      ...{ title: 'First', shared: 'same', at: '2026-01-02T03:04:05.000Z', clock: '09:30:00.000', note: 'private' },
      ...{
        big: '9007199254740993',
        data: { a: [1, null] },
        moment: '1767323045000',
        seo: { title: 'S' },
        slug: 'first',
      },
    };
    const cleared = Object.fromEntries(Object.keys(values).map((name) => [name, null]));
    const one = await create(values);
    await site.request('POST', `/api/articles/${one}/actions/publish`);
    await edit(one, cleared);
    for (const [move, number] of [[() => Promise.resolve(), 1] as const, [site.runRelay, 2] as const]) {
      await move();
      const { status, body, headers } = await restore(one, number);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data).toMatchObject({ documentId: one, title: 'First', publishedAt: null });
      const restored = number + 3;
      expect(body.meta.restored).toEqual({ from: number, number: restored, leftOut: [] });
      expect(headers.etag).toMatch(new RegExp(`^W/"${restored}\\.en-`));
      const after = await site.get(`/api/articles/${one}/versions/${restored}?view=edit&populate=seo`);
      const { moment, seo, ...others } = values;
      expect(after.body.data).toMatchObject({ ...others, clock: '09:30:00', seo });
      expect(String(after.body.data.moment)).toBe(moment);
      expect(after.body.meta.version).toMatchObject({
        via: 'restore',
        action: 'update',
        status: 'modified',
        current: true,
      });
    }
    expect((await site.get(`/api/articles/${one}`)).body.data.title).toBe('First');
    expect(hooked).toContain('First');
  });

  it('writes everything for a body that is null', async () => {
    const one = await changed({ title: 'A' }, { title: 'B' });
    const url = `/api/articles/${one}/versions/1/restore`;
    expect((await site.request('POST', url, { body: 'null' })).status).toBe(200);
    expect((await draftOf(one)).title).toBe('A');
  });

  it('writes only the paths', async () => {
    const one = await changed(
      { title: 'A', slug: 'paths', shared: 'A', seo: { title: 'A', description: 'A' }, rows: [{ text: 'A' }] },
      { title: 'B', shared: 'B', seo: { title: 'B', description: 'B' }, rows: [] },
    );
    const { seo } = await draftOf(one);
    const { status, body } = await restore(one, 1, ['title', 'seo.description', 'rows'], '?populate=*');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({
      ...{ title: 'A', shared: 'B', seo: { title: 'B', description: 'A' }, rows: [{ text: 'A' }] },
    });
    expect((await draftOf(one)).seo.id).toBe(seo.id);
    // A component that is gone comes back with the attribute alone, and with its id.
    await edit(one, { seo: null });
    await restore(one, 1, ['seo.title']);
    expect((await draftOf(one, '&view=edit')).seo).toMatchObject({ title: 'A', description: null });
  });

  it('restores what was published then, with status=published', async () => {
    const one = await create({ title: 'Published' });
    await site.request('POST', `/api/articles/${one}/actions/publish`);
    await edit(one, { title: 'Draft' });
    await edit(one, { title: 'Now' });
    expect((await restore(one, 3, undefined, '?status=published')).body.data).toMatchObject({
      ...{ title: 'Published', publishedAt: null },
    });
    expect((await restore(one, 1, undefined, '?status=published')).status).toBe(404);
  });

  it.each([
    [{ data: { paths: ['title', 'absent'] } }, 'data.paths.1'],
    [{ data: { paths: ['title.text'] } }, 'data.paths.0'],
    [{ data: { paths: ['data.a'] } }, 'data.paths.0'],
    [{ data: { paths: ['rows.0'] } }, 'data.paths.0'],
    [{ data: { paths: ['rows.0.text'] } }, 'data.paths.0'],
    [{ data: { paths: ['seo.id'] } }, 'data.paths.0'],
    [{ data: { paths: ['seo.pin'] } }, 'data.paths.0'],
    [{ data: { paths: ['secret'] } }, 'data.paths.0'],
    [{ data: { paths: ['fixed'] } }, 'data.paths.0'],
    [{ data: { paths: ['id'] } }, 'data.paths.0'],
    [{ data: { paths: ['constructor'] } }, 'data.paths.0'],
    [{ data: { paths: ['__proto__.x'] } }, 'data.paths.0'],
    [{ data: { paths: [''] } }, 'data.paths.0'],
    [{ paths: ['title'] }, undefined],
    [[], undefined],
  ])('refuses %j', async (sent, path) => {
    const one = await changed(
      { title: 'A', data: { a: 1 }, rows: [{ text: 'a' }], seo: { title: 'S' } },
      { title: 'B' },
    );
    const { status, body } = await site.request('POST', `/api/articles/${one}/versions/1/restore`, { body: sent });
    expect([status, body.error?.name]).toEqual([400, 'ValidationError']);
    const { path: found, errors = [] } = body.error.details;
    if (path !== undefined) expect(found ?? errors[0].path.join('.')).toBe(path);
    expect((await draftOf(one)).title).toBe('B');
  });

  it('does not exist for a version that does not exist, a deleted document and another locale', async () => {
    const one = await changed({ title: 'A' }, { title: 'B' });
    expect((await restore(one, 9)).status).toBe(404);
    expect((await restore(one, 1, undefined, '?locale=fr')).status).toBe(404);
    await site.delete(`/api/articles/${one}`);
    expect((await restore(one, 1)).status).toBe(404);
  });

  it('runs the hooks of the project, which can refuse it', async () => {
    const one = await create({ title: 'A' });
    await (await site.documents('articles')).updateOne({ documentId: one }, { $set: { 'draft.title': 'refused' } });
    await edit(one, { title: 'B' });
    const { status, body } = await restore(one, 1);
    expect([status, body.error.message]).toEqual([400, 'not this one']);
    expect((await draftOf(one)).title).toBe('B');
  });

  it('leaves out what callers may not write, and keeps passwords', async () => {
    const one = await create({ title: 'A', secret: 'first password', seo: { title: 'S', pin: 'first pin' } });
    const articles = await site.documents('articles');
    await articles.updateOne({ documentId: one }, { $set: { 'draft.fixed': 'before' } });
    await edit(one, { title: 'B', secret: 'second password', seo: { title: 'T', pin: 'second pin' } });
    await articles.updateOne({ documentId: one }, { $set: { 'draft.fixed': 'now' } });
    const before = await site.stored('articles', one, 'en');
    expect((await restore(one, 1)).status).toBe(200);
    const { draft } = await site.stored('articles', one, 'en');
    expect(draft).toMatchObject({ title: 'A', fixed: 'now', secret: before.draft?.secret, seo: { title: 'S' } });
    const pinOf = (seo: unknown) => (seo as { readonly pin: string }).pin;
    expect(pinOf(draft?.seo)).toBe(pinOf(before.draft?.seo));
  });

  it('is refused for a unique value that another document has, with its path', async () => {
    const one = await changed({ title: 'A', slug: 'taken' }, { title: 'B', slug: 'free' });
    await create({ title: 'C', slug: 'taken' });
    const { status, body } = await restore(one, 1);
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['slug']]);
    expect((await restore(one, 1, ['title'])).status).toBe(200);
    expect(await draftOf(one)).toMatchObject({ title: 'A', slug: 'free' });
  });

  it('changes one locale, and what all locales share', async () => {
    const one = await changed({ title: 'One', shared: 'A' });
    await edit(one, { title: 'Un' }, '&locale=fr');
    await edit(one, { title: 'Deux', shared: 'B' }, '&locale=fr');
    const { body } = await restore(one, 1, undefined, '?locale=fr');
    expect(body.data).toMatchObject({ title: 'Un', shared: 'A', locale: 'fr' });
    expect(await draftOf(one)).toMatchObject({ title: 'One', shared: 'A' });
  });

  it('is that of a single type', async () => {
    await site.put('/api/home', { title: 'One' });
    await site.put('/api/home', { title: 'Two' });
    const { status, body } = await site.request('POST', '/api/home/versions/1/restore');
    expect([status, body.data.title, body.meta.restored.number]).toEqual([200, 'One', 3]);
    expect((await site.get('/api/home')).body.data.title).toBe('One');
  });
});

describe('restored relations', () => {
  it('come back in both directions, and take their targets from others', async () => {
    const [a, b, c] = await categories('A', 'B', 'C');
    const one = await changed(
      { title: 'One', category: a, tags: [a, b], cover: a },
      { title: 'Two', category: b, tags: [c], cover: b },
    );
    const other = await create({ title: 'Other', cover: a });
    expect((await restore(one, 1)).body.meta.restored.leftOut).toEqual([]);
    expect(await relationsOf(one)).toEqual(['A', ['A', 'B'], 'A']);
    expect(await relationsOf(other)).toEqual([undefined, [], undefined]);
    const inverse = async (documentId: string | undefined) => {
      const { articles, tagged, covers } = (await site.get(`/api/categorys/${documentId}?populate=*&status=draft`)).body
        .data;
      return [articles.length, tagged.length, covers?.documentId];
    };
    expect(await inverse(a)).toEqual([1, 1, one]);
    expect(await inverse(b)).toEqual([0, 1, undefined]);
    expect(await inverse(c)).toEqual([0, 0, undefined]);
  });

  it('stay as they are where the other side is restored', async () => {
    const [a = ''] = await categories('A');
    await site.put(`/api/categorys/${a}`, { name: 'Again' });
    const one = await create({ title: 'One', category: a });
    const { status, body } = await site.request('POST', `/api/categorys/${a}/versions/1/restore?populate=articles`);
    expect([status, body.data.name]).toEqual([200, 'A']);
    expect((await relationsOf(one))[0]).toBe('A');
  });

  it('to deleted documents are left out and counted', async () => {
    const [a = '', b = '', c = ''] = await categories('A', 'B', 'C');
    const one = await changed(
      {
        ...{
          title: 'One',
          category: a,
          tags: [a, b, c],
          rows: [
            { text: 'r', link: b },
            { text: 's', link: a },
          ],
        },
        about: [a, c].map((documentId) => ({ __type: 'api::category.category', documentId })),
      },
      { title: 'Two', category: c, tags: [c], rows: [], about: [] },
    );
    await site.delete(`/api/categorys/${a}`);
    const { status, body } = await restore(one, 1, undefined, '?populate=*');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.meta.restored.leftOut).toEqual([
      { path: 'rows.1.link', reason: 'missing', count: 1 },
      { path: 'category', reason: 'missing', count: 1 },
      { path: 'tags', reason: 'missing', count: 1 },
      { path: 'about', reason: 'missing', count: 1 },
    ]);
    expect(body.data.about).toHaveLength(1);
    expect(await relationsOf(one)).toEqual([undefined, ['B', 'C'], undefined]);
    expect((await draftOf(one)).rows).toMatchObject([
      { text: 'r', link: { name: 'B' } },
      { text: 's', link: null },
    ]);
    expect((await restore(one, 1, ['title', 'rows'])).body.meta.restored.leftOut).toEqual([
      { path: 'rows.1.link', reason: 'missing', count: 1 },
    ]);
  });
});

it('restored entries keep their ids, also those that are gone, at any depth', async () => {
  const one = await create({
    rows: [
      { text: 'a', inner: [{ text: 'x' }, { text: 'y' }] },
      { text: 'b', inner: [{ text: 'z' }] },
    ],
  });
  const before = (await draftOf(one)).rows;
  const [a] = before;
  await edit(one, { rows: [{ text: 'new' }, { ...a, text: 'A', inner: [a.inner[1], { text: 'other' }] }] });
  for (const move of [() => Promise.resolve(), site.runRelay]) {
    await move();
    expect((await restore(one, 1)).status).toBe(200);
    expect((await draftOf(one)).rows).toEqual(before);
    const { body } = await site.get(`/api/articles/${one}/versions/compare?from=1`);
    expect(body.data).toEqual([]);
    await edit(one, { rows: [] });
  }
});

describe('two callers', () => {
  it('who restore at once: with If-Match the second gets 412', async () => {
    const one = await changed({ title: 'A' }, { title: 'B' }, { title: 'C' });
    const { headers } = await site.get(`/api/articles/${one}?status=draft`);
    const call = { headers: { 'If-Match': String(headers.etag) } };
    const answers = await Promise.all([restore(one, 1, undefined, '', call), restore(one, 2, ['title'], '', call)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { body } = await site.get(`/api/articles/${one}/versions`);
    expect(body.data).toHaveLength(4);
  });

  it('who restore at once without If-Match both make a version', async () => {
    const one = await changed({ title: 'A', seo: { title: 'A' } }, { title: 'B', seo: { title: 'B' } }, { title: 'C' });
    const answers = await Promise.all([restore(one, 1), restore(one, 2, ['seo.title'])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.meta.restored.number).sort()).toEqual([4, 5]);
    await site.runRelay();
    const { body } = await site.get(`/api/articles/${one}/versions`);
    expect(body.data.map(({ number, via }: { number: number; via: string }) => [number, via])).toEqual([
      ...[
        [5, 'restore'],
        [4, 'restore'],
        [3, 'api'],
        [2, 'api'],
        [1, 'api'],
      ],
    ]);
  });

  it('of whom one may not update: 403, and nothing changes', async () => {
    const one = await changed({ title: 'A' }, { title: 'B' });
    const uid = 'api::article.article';
    const { as } = await addMember(site.service(), [
      ...['find', 'findOne', 'versions'].map((action) => ({ action: `${uid}.${action}` })),
    ]);
    expect((await restore(one, 1, undefined, '', { as })).status).toBe(403);
    expect((await restore(one, 1, undefined, '', { as: 'read-only' })).status).toBe(403);
    expect((await restore(one, 1, undefined, '', { as: null })).status).toBe(403);
    expect((await draftOf(one)).title).toBe('B');
  });
});
