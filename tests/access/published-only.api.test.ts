// A published-only token reads what is published, and no draft influences its answers.
import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, type Call } from '../setup/api.ts';

const api = createApi(library);
let token: Call;
let link: string;
let author: string;
let book: string;

beforeAll(async () => {
  const { accessKey } = await createToken(api.service(), { name: 'build', type: 'published-only' });
  token = { as: { token: accessKey } };
  author = await api.create('/api/authors', { name: 'Ann' });
  book = await api.create('/api/books', { title: 'Out', authors: [author], editor: author, quotes: [{ text: 'a' }] });
  await api.create('/api/shelves', { name: 'High', books: [book] });
  await api.create('/api/cards', { name: 'Card', author });
  await api.put('/api/home', { title: 'Home', books: [book] });
  link = (await api.request('POST', `/api/books/${book}/actions/preview-link`)).body.data.token as string;
});

const refusal = 'A published-only token reads no drafts: leave out status=draft, publicationFilter and preview';
const refused = (message: string) => ({ status: 403, body: { error: { name: 'ForbiddenError', message } } });

describe('a published-only token is 403 for', () => {
  it.each([
    '/api/books?status=draft',
    '/api/books?publicationFilter=modified',
    '/api/home?status=draft',
    // Without drafts of their own, but `status` also selects the version of their relations.
    '/api/shelves?status=draft&populate=books',
    '/api/rules?status=draft',
    '/api/users?status=draft&populate=*',
    '/api/upload/files?status=draft',
    '/api/upload/files/page?status=draft',
  ])('%s', async (url) => {
    expect(await api.get(url, token)).toMatchObject(refused(refusal));
  });

  it('a draft of one document, and a preview of it', async () => {
    expect(await api.get(`/api/books/${book}?status=draft`, token)).toMatchObject(refused(refusal));
    expect((await api.get(`/api/books/${book}?preview=${link}`, { as: null })).status).toBe(200);
    expect(await api.get(`/api/books/${book}?preview=${link}`, token)).toMatchObject(refused(refusal));
    const created = await api.request('POST', `/api/books/${book}/actions/preview-link`, token);
    expect(created).toMatchObject(refused(refusal));
  });
});

const deep =
  'populate[authors][populate]=*&populate[shelf][populate]=*&populate[sequel][populate]=*&populate[like]=true';
const queries = [
  '/api/books',
  `/api/books?${deep}`,
  '/api/books?populate=*&sort=editor.name',
  '/api/books?populate[authors][count]=true',
  '/api/books?filters[authors][name]=Draft',
  '/api/books?filters[$not][editor][name]=Ann',
  '/api/books?filters[like][title][$notNull]=true',
  '/api/books?_q=draft',
  '/api/books?hasPublishedVersion=true',
  '/api/books?hasPublishedVersion=false',
  '/api/authors?populate[books][populate]=*&populate[edited]=true&populate[card]=true',
  '/api/authors?filters[books][title]=Draft',
  '/api/shelves?populate[books][populate]=*',
  '/api/shelves?filters[books][title]=Draft&sort=books.title',
  '/api/shelves?populate[books][count]=true',
  '/api/cards?populate[author][populate]=*',
  '/api/home?populate[books][populate]=*',
  '/api/sync?types=books,authors,home',
];

const answers = () =>
  Promise.all(
    [...queries, `/api/books/${book}?${deep}`, `/api/authors/${author}?populate=*`].map(async (url) => {
      const { status, body, headers } = await api.get(url, token);
      // The cursor of a sync counts every write.
      return [url, status, body.data, body.meta?.pagination, url.startsWith('/api/sync') ? '' : headers.etag];
    }),
  );

it('drafts change no answer to a published-only token', async () => {
  const before = await answers();
  const draftAuthor = await api.create('/api/authors?status=draft', { name: 'Draft' });
  const draftBook = await api.create('/api/books?status=draft', { title: 'Draft', authors: [author, draftAuthor] });
  await api.put(`/api/books/${book}?status=draft`, {
    ...{ title: 'Draft', authors: [draftAuthor], editor: draftAuthor, like: [draftBook], sequel: draftBook },
    quotes: [{ text: 'Draft' }],
  });
  await api.put(`/api/authors/${author}?status=draft`, { name: 'Draft' });
  await api.put('/api/home?status=draft', { title: 'Draft', books: [draftBook] });
  expect(await answers()).toEqual(before);
  // A read-only token sees each of these drafts.
  const drafts = await api.get('/api/books?status=draft&filters[title]=Draft', { as: 'read-only' });
  expect(drafts.body.data).toHaveLength(2);
});
