// Comparing two versions of a document, and one with the document.
import { beforeAll, describe, expect, it } from 'vitest';
import { componentFile, relationTo, schemaOf, typeFile, withDrafts } from '../../setup/api.ts';
import { createHistorySite } from '../historySite.ts';

const text = { type: 'string' };

const schema = schemaOf({
  'article.json': typeFile(
    'article',
    {
      title: text,
      big: { type: 'biginteger' },
      at: { type: 'datetime' },
      data: { type: 'json' },
      seo: { type: 'component', component: 'part.seo' },
      rows: { type: 'component', component: 'part.row', repeatable: true },
      sections: { type: 'dynamiczone', components: ['part.row', 'part.quote'] },
      author: relationTo('manyToOne', 'author', { inversedBy: 'articles' }),
      tags: relationTo('manyToMany', 'author'),
      about: { type: 'relation', relation: 'morphToOne' },
    },
    withDrafts,
  ),
  'author.json': typeFile('author', {
    name: text,
    articles: relationTo('oneToMany', 'article', { mappedBy: 'author' }),
  }),
  'home.json': typeFile('home', { title: text }, { kind: 'singleType' }),
  'components/part/seo.json': componentFile({ title: text, description: text }),
  'components/part/row.json': componentFile({
    text,
    inner: { type: 'component', component: 'part.quote', repeatable: true },
  }),
  'components/part/quote.json': componentFile({ text }),
});

const site = createHistorySite({}, schema);
let ann: string;
let bob: string;

beforeAll(async () => {
  ann = await site.create('/api/authors', { name: 'Ann' });
  bob = await site.create('/api/authors', { name: 'Bob' });
});

/** An article whose draft had each of the values. */
const createArticle = async (first: object, ...more: readonly object[]): Promise<string> => {
  const one = await site.create('/api/articles?status=draft', first);
  for (const values of more) {
    const { status, body } = await site.put(`/api/articles/${one}?status=draft`, values);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  return one;
};

const compare = async (documentId: string, query: string) => {
  const { status, body } = await site.get(`/api/articles/${documentId}/versions/compare?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** The entries of a list in the draft, with their ids. */
const entriesOf = async (documentId: string, name: string): Promise<readonly { readonly id: number }[]> => {
  const { body } = await site.get(`/api/articles/${documentId}?status=draft&view=edit&populate[${name}][populate]=*`);
  return body.data[name];
};

describe('a comparison', () => {
  it('lists the attributes that differ, with both values in the form of a body', async () => {
    const one = await createArticle(
      {
        ...{ title: 'A', big: '9007199254740993', at: '2026-01-02T03:04:05.000Z', data: { a: 1, b: 2 } },
        ...{ author: ann, tags: [ann, bob], seo: { title: 'S' } },
      },
      {
        ...{ title: 'B', big: '9007199254740992', at: null, data: { b: 2, a: 1 }, author: bob, tags: [bob] },
        ...{ seo: { title: 'S', description: 'D' }, about: { __type: 'api::author.author', documentId: ann } },
      },
    );
    for (const move of [() => Promise.resolve(), site.runRelay]) {
      await move();
      const { data, meta } = await compare(one, 'from=1&to=2');
      const change = 'changed';
      expect(data).toEqual([
        { path: 'title', type: 'string', change, from: 'A', to: 'B' },
        { path: 'big', type: 'biginteger', change, from: '9007199254740993', to: '9007199254740992' },
        { path: 'at', type: 'datetime', change, from: '2026-01-02T03:04:05.000Z', to: null },
        { path: 'seo.description', type: 'string', change, from: null, to: 'D' },
        { path: 'author', type: 'relation', change, from: ann, to: bob },
        { path: 'tags', type: 'relation', change, from: [ann, bob], to: [bob] },
        {
          ...{ path: 'about', type: 'relation', change, from: null },
          to: { __type: 'api::author.author', documentId: ann },
        },
      ]);
      const side = { status: 'draft', missingCount: 0, unknownAttributes: [] };
      expect(meta).toEqual({
        from: { ...side, version: expect.objectContaining({ number: 1, current: false }) as object },
        to: { ...side, version: expect.objectContaining({ number: 2, current: true }) as object },
      });
    }
  });

  it('matches entries of lists by their ids', async () => {
    const one = await createArticle({
      rows: ['a', 'b', 'c', 'd'].map((word) => ({ text: word, inner: [{ text: `in ${word}` }] })),
    });
    const [a, b, c, d] = await entriesOf(one, 'rows');
    await site.put(`/api/articles/${one}?status=draft`, {
      rows: [d, a, { text: 'new' }, { ...b, text: 'B', inner: [{ text: 'other' }] }],
    });
    const [, , added] = await entriesOf(one, 'rows');
    const { data } = await compare(one, 'from=1');
    const type = 'component';
    expect(data).toMatchObject([
      {
        path: 'rows.2',
        type,
        change: 'removed',
        id: c?.id,
        from: { text: 'c' },
        to: null,
        fromIndex: 2,
        toIndex: null,
      },
      { path: 'rows.0', type, change: 'moved', id: d?.id, fromIndex: 3, toIndex: 0, to: { text: 'd' } },
      {
        path: 'rows.2',
        type,
        change: 'added',
        id: added?.id,
        from: null,
        to: { text: 'new' },
        fromIndex: null,
        toIndex: 2,
      },
      { path: 'rows.3.text', type: 'string', change: 'changed', from: 'b', to: 'B' },
      { path: 'rows.3.inner.0', type, change: 'removed', from: { text: 'in b' }, to: null },
      { path: 'rows.3.inner.0', type, change: 'added', from: null, to: { text: 'other' } },
    ]);
    expect(data[1].from.id).toBe(d?.id);
    expect((await compare(one, 'from=2&to=1')).data.map(({ change }: { change: string }) => change)).toEqual(
      expect.arrayContaining(['added', 'removed', 'moved', 'changed']),
    );
    expect((await compare(one, 'from=2&to=draft')).data).toEqual([]);
  });

  it('tells entries of dynamic zones apart, and components that appear', async () => {
    const one = await createArticle(
      { sections: [{ __component: 'part.row', text: 'r' }] },
      { sections: [{ __component: 'part.quote', text: 'q' }], seo: { title: 'S' } },
    );
    const { data } = await compare(one, 'from=1&to=draft');
    expect(data).toMatchObject([
      { path: 'seo', type: 'component', change: 'changed', from: null, to: { title: 'S' } },
      { path: 'sections.0', type: 'dynamiczone', change: 'removed', from: { __component: 'part.row', text: 'r' } },
      { path: 'sections.0', type: 'dynamiczone', change: 'added', to: { __component: 'part.quote', text: 'q' } },
    ]);
  });

  it('is one of drafts, or of what was published', async () => {
    const one = await createArticle({ title: 'A' });
    await site.request('POST', `/api/articles/${one}/actions/publish`);
    await site.put(`/api/articles/${one}?status=draft`, { title: 'B' });
    await site.put(`/api/articles/${one}?status=draft`, { title: 'C' });
    const titles = async (query: string) => {
      const { data, meta } = await compare(one, query);
      return [meta.from.status, meta.to.status, data.map(({ from, to }: { from: string; to: string }) => [from, to])];
    };
    expect(await titles('from=published')).toEqual(['published', 'draft', [['A', 'C']]]);
    expect(await titles('from=3&to=published')).toEqual(['draft', 'published', [['B', 'A']]]);
    expect(await titles('from=3&to=draft&status=published')).toEqual(['published', 'draft', [['A', 'C']]]);
    expect((await site.get(`/api/articles/${one}/versions/compare?from=1&status=published`)).status).toBe(404);
  });

  it.each(['', 'from=', 'from=x', 'from=1&from=2', 'from=1&to=x'])('refuses %s', async (query) => {
    const one = await createArticle({ title: 'A' });
    const { status, body } = await site.get(`/api/articles/${one}/versions/compare?${query}`);
    expect([status, body.error?.name]).toEqual([400, 'ValidationError']);
  });

  it.each([
    ['/compare?from=1&status=x', 'Invalid status. status can only be one of draft|published'],
    ['/compare?from=1&view=x', 'Invalid view. view can only be edit'],
    ['/1?status=x', 'Invalid status. status can only be one of draft|published'],
  ])('refuses %s as a read of the document does', async (path, message) => {
    const one = await createArticle({ title: 'A' });
    expect((await site.get(`/api/articles/${one}/versions${path}`)).body.error.message).toBe(message);
  });

  it('does not exist for a version that does not exist', async () => {
    const one = await createArticle({ title: 'A' });
    for (const query of ['from=0', 'from=2', 'from=1&to=999'])
      expect((await site.get(`/api/articles/${one}/versions/compare?${query}`)).status).toBe(404);
  });

  it('is that of a single type, which has no status', async () => {
    await site.put('/api/home', { title: 'One' });
    await site.put('/api/home', { title: 'Two' });
    const { body } = await site.get('/api/home/versions/compare?from=1');
    expect(body.data).toMatchObject([{ path: 'title', from: 'One', to: 'Two' }]);
    expect([body.meta.from.status, body.meta.to.status]).toEqual([null, null]);
  });
});
