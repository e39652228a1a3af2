// Reads of types whose schema says what they populate.
import { beforeAll, describe, expect, test } from 'vitest';
import { component, relation, string, type } from '../schema/folder.ts';
import { createApi, schemaOf, withRestConfig } from '../setup/api.ts';
import { setPermissions } from '../setup/users.ts';

const schema = schemaOf({
  'author.json': type('author', { name: string }),
  'components/part/quote.json': component({ text: string, by: relation('manyToOne', 'api::author.author') }),
  'book.json': type(
    'book',
    {
      title: string,
      author: relation('manyToOne', 'api::author.author'),
      sequel: relation('oneToOne', 'api::book.book'),
      quotes: { type: 'component', component: 'part.quote', repeatable: true },
    },
    {
      options: {
        draftAndPublish: true,
        populate: { find: { author: { fields: ['name'] } }, findOne: { author: true, quotes: { populate: 'by' } } },
      },
    },
  ),
  'home.json': type(
    'home',
    { hero: relation('oneToOne', 'api::book.book') },
    { kind: 'singleType', options: { draftAndPublish: true, populate: ['hero.sequel'] } },
  ),
});

const api = createApi(schema, withRestConfig({ deepPopulate: 3 }));
let book = '';

beforeAll(async () => {
  const author = await api.create('/api/authors', { name: 'Ada' });
  const sequel = await api.create('/api/books', { title: 'two', author });
  book = await api.create('/api/books', { title: 'one', author, sequel, quotes: [{ text: 'q', by: author }] });
  await api.put('/api/home', { hero: book });
});

/** The names of the values in an answer that are not scalars. */
const linksIn = (document: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(document).filter((name) => ['author', 'sequel', 'quotes', 'hero'].includes(name));

describe('a type with a default populate', () => {
  test('populates it in lists and in documents', async () => {
    const list = await api.get('/api/books?sort=title');
    expect(list.body.data[0].author).toEqual({ id: expect.any(Number), documentId: expect.any(String), name: 'Ada' });
    expect(linksIn(list.body.data[0])).toEqual(['author']);
    const { data } = (await api.get(`/api/books/${book}`)).body;
    expect(linksIn(data)).toEqual(['author', 'quotes']);
    expect(data.quotes).toMatchObject([{ text: 'q', by: { name: 'Ada' } }]);
  });

  test('populates it in a single type and in drafts', async () => {
    const { data } = (await api.get('/api/home')).body;
    expect(data.hero).toMatchObject({ title: 'one', sequel: { title: 'two' } });
    expect((await api.get('/api/home?status=draft')).body.data.hero.sequel.title).toBe('two');
  });

  test('populates only what the query names, or nothing for an empty populate', async () => {
    expect(linksIn((await api.get(`/api/books/${book}?populate=sequel`)).body.data)).toEqual(['sequel']);
    expect(linksIn((await api.get(`/api/books/${book}?populate=`)).body.data)).toEqual([]);
    expect(linksIn((await api.get('/api/books?populate=')).body.data[0])).toEqual([]);
  });

  test('populates nothing in related documents and in the answers to writes', async () => {
    const { body } = await api.get(`/api/books/${book}?populate=sequel`);
    expect(linksIn(body.data.sequel)).toEqual([]);
    expect(linksIn((await api.put(`/api/books/${book}`, { title: 'one' })).body.data)).toEqual([]);
  });

  test('populates its default in a preview', async () => {
    const { body } = await api.request('POST', `/api/books/${book}/actions/preview-link`);
    const { data } = (await api.get(`/api/books/${book}?preview=${body.data.token}`, { as: null })).body;
    expect(linksIn(data)).toEqual(['quotes']);
    const home = await api.request('POST', '/api/home/actions/preview-link');
    await setPermissions(api, 'public', [{ action: 'api::book.book.find' }]);
    expect((await api.get(`/api/home?preview=${home.body.data.token}`, { as: null })).body.data.hero.title).toBe('one');
  });
});
