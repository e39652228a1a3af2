// Checks uids of documents in several locales: each is unique in its locale.
import { beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { localized, pagesWith } from './pages.ts';

const api = createApi(
  pagesWith({
    title: { type: 'string', ...localized },
    slug: { type: 'uid', targetField: 'title' },
    code: { type: 'string' },
    number: { type: 'uid', targetField: 'code' },
  }),
);

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
});

const make = async (values: object, query = ''): Promise<string> => await api.create(`/api/pages${query}`, values);

const put = async (page: string, values: object, query = '?locale=fr'): Promise<unknown> =>
  (await api.put(`/api/pages/${page}${query}`, values)).body.data;

describe('a new locale of a document', () => {
  it('generates its uids like a new document: from its texts, unique in the locale', async () => {
    await make({ title: 'Kept' }, '?locale=fr');
    const page = await make({ title: 'Kept' });
    expect(await put(page, { title: 'Kept' })).toMatchObject({ slug: 'kept-1' });
    expect(await put(page, {}, '')).toMatchObject({ slug: 'kept' });
  });

  it('keeps a uid from the body, even null, and generates none without a text', async () => {
    const [withUid, withNull, withoutText] = [
      await make({ title: 'a' }),
      await make({ title: 'b' }),
      await make({ title: 'c' }),
    ];
    expect(await put(withUid, { title: 'x', slug: 'given' })).toMatchObject({ slug: 'given' });
    expect(await put(withNull, { title: 'x', slug: null })).toMatchObject({ slug: null });
    expect(await put(withoutText, {})).toMatchObject({ slug: null });
  });

  it('generates uids from texts that all locales share', async () => {
    const page = await make({ title: 'Shared', code: 'X 1' });
    expect(await put(page, { title: 'x' })).toMatchObject({ code: 'X 1', number: 'x-1' });
    const other = await make({ title: 'Other', code: 'X 2' });
    expect(await put(other, { code: 'X 3' })).toMatchObject({ code: 'X 3', number: 'x-3' });
    const none = await make({ title: 'None', code: 'X 4' });
    expect(await put(none, { code: null })).toMatchObject({ code: null, number: null });
  });

  it('generates no uid later if the uid was null', async () => {
    const page = await make({ title: 'Once' });
    await put(page, { title: 'Fois', slug: null });
    expect(await put(page, { title: 'Encore' })).toMatchObject({ slug: null });
  });

  it('gets a unique uid if many locales are added at once', async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, (_, index) => make({ title: `many ${index}` })));
    const added = await Promise.all(pages.map((page) => put(page, { title: 'Tous' })));
    expect(new Set(added.map((page) => (page as { slug: string }).slug)).size).toBe(8);
  });
});

describe('a suggestion', () => {
  it('is unique in the requested locale', async () => {
    await make({ title: 'Question' }, '?locale=fr');
    const suggestUid = async (query: string): Promise<unknown> =>
      (await api.get(`/api/pages/uid?title=Question${query}`)).body.data;
    expect(await suggestUid('')).toEqual({ slug: 'question' });
    expect(await suggestUid('&locale=en')).toEqual({ slug: 'question' });
    expect(await suggestUid('&locale=fr')).toEqual({ slug: 'question-1' });
  });
});
