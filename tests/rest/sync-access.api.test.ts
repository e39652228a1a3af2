// Checks /api/sync for callers with partial permissions.
import { beforeAll, describe, expect, it } from 'vitest';
import { administrator } from '../../lib/platform/access/index.ts';
import { formHash, findSources } from '../../lib/read/sync/sources.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { library } from '../write/documents/library.ts';
import type { Config } from '../../lib/platform/config/index.ts';
import { createApi, schemaOf, withRestConfig, type Call, componentFile, typeFile, withDrafts } from '../setup/api.ts';
import { pageReader, type Entry } from '../setup/sync.ts';
import { setPermissions } from '../setup/users.ts';

const api = createApi(library);
const anyone: Call = { as: null };
const findPermission = (name: string) => ({ action: `api::${name}.${name}.find` });

let tokenCount = 0;

const createFinder = async (...names: readonly string[]): Promise<Call> => {
  const permissions = names.map((name) => findPermission(name).action);
  const { accessKey } = await createToken(api.service(), { name: `t${tokenCount++}`, type: 'custom', permissions });
  return { as: { token: accessKey } };
};

const readTypes = async (call: Call, query = ''): Promise<readonly string[]> => [
  ...new Set((await pageReader(api, call)(query)).data.map(({ type }) => type)),
];

const readBook = async (call: Call): Promise<Entry> =>
  (await pageReader(api, call)('types=books')).data[0]?.entry ?? {};

beforeAll(async () => {
  const author = await api.create('/api/authors', { name: 'Ann' });
  const shelf = await api.create('/api/shelves', { name: 'A' });
  await api.post('/api/books', { title: 'One', authors: [author], shelf, quotes: [{ text: 'q', from: author }] });
});

describe('a caller who may not find a type', () => {
  it('is refused, as for a list of the type', async () => {
    await setPermissions(api, 'public', [findPermission('author')]);
    expect((await api.get('/api/sync?types=books', anyone)).status).toBe(403);
    expect((await api.get('/api/sync?types=authors,books', anyone)).status).toBe(403);
    expect((await api.get('/api/sync?types=nothing', anyone)).status).toBe(404);
    expect((await api.get('/api/sync?types=upload/files', anyone)).status).toBe(403);
    expect(await readTypes(anyone, 'types=authors')).toEqual(['authors']);
  });

  it('gets the other types if the query names none, and is refused if there are none', async () => {
    expect(await readTypes(await createFinder('author', 'shelf'))).toEqual(['authors', 'shelves']);
    expect((await api.get('/api/sync', await createFinder())).status).toBe(403);
    expect((await api.get('/api/sync', { as: { token: 'none' } })).status).toBe(401);
  });

  it('sees no relations to the type', async () => {
    const entry = await readBook(await createFinder('book', 'shelf'));
    expect(entry).toMatchObject({ shelf: { type: 'shelves' }, sequel: null, quotes: [{ text: 'q' }] });
    expect(Object.keys(entry)).not.toContain('authors');
    expect(Object.keys(entry.quotes[0])).toEqual(['text']);
  });
});

describe('a caller who may not read drafts', () => {
  it('sees no relations that may lead to drafts', async () => {
    await setPermissions(api, 'public', [findPermission('book'), findPermission('author'), findPermission('shelf')]);
    const entry = await readBook(anyone);
    expect(entry).toMatchObject({ title: 'One', shelf: { type: 'shelves' } });
    expect(Object.keys(entry)).not.toContain('authors');
    expect(Object.keys(entry)).not.toContain('sequel');
  });

  it('sees these relations with the permission to work on drafts', async () => {
    await setPermissions(api, 'public', [
      findPermission('book'),
      findPermission('author'),
      { action: 'api::author.author.update' },
    ]);
    expect((await readBook(anyone)).authors).toHaveLength(1);
    await setPermissions(api, 'public', [
      ...[findPermission('book'), findPermission('author')],
      { action: 'api::author.author.update', filters: { name: { $eq: 'Ann' } } },
    ]);
    expect(Object.keys(await readBook(anyone))).not.toContain('authors');
  });
});

describe('a caller who may find only some documents of a type', () => {
  beforeAll(() =>
    setPermissions(api, 'public', [
      findPermission('book'),
      { ...findPermission('shelf'), filters: { name: { $eq: 'B' } } },
      findPermission('rules'),
    ]),
  );

  it('cannot sync the type', async () => {
    const { status, body } = await api.get('/api/sync?types=books,shelves', anyone);
    expect([status, body.error]).toEqual([
      403,
      expect.objectContaining({
        message: 'You cannot sync shelves: you may find only some of its documents',
        details: { path: 'types' },
      }),
    ]);
  });

  it('gets the other types if the query names none, without relations to this type', async () => {
    expect(await readTypes(anyone)).toEqual(['books']);
    expect(Object.keys(await readBook(anyone))).not.toContain('shelf');
  });
});

describe('a cursor', () => {
  it('continues for a caller who sees the same', async () => {
    const { next } = (await pageReader(api, { as: 'full-access' })('types=books,shelves')).meta;
    expect((await api.get(`/api/sync?since=${next}`, { as: 'read-only' })).status).toBe(200);
  });

  it('is invalid for a caller who sees something else', async () => {
    const { next } = (await pageReader(api)('types=books,shelves')).meta;
    const { status, body } = await api.get(`/api/sync?since=${next}`, await createFinder('book', 'shelf'));
    expect([status, body.error]).toEqual([
      410,
      expect.objectContaining({ name: 'GoneError', message: expect.stringContaining('start again without since') }),
    ]);
    expect((await api.get(`/api/sync?since=${next}`, await createFinder('book'))).status).toBe(403);
  });

  it('is invalid when the caller may find one more type', async () => {
    const { next } = (await pageReader(api, await createFinder('shelf'))('')).meta;
    expect((await api.get(`/api/sync?since=${next}`, await createFinder('shelf'))).status).toBe(200);
    expect((await api.get(`/api/sync?since=${next}`, await createFinder('shelf', 'rules'))).status).toBe(410);
  });
});

describe('the form of documents', () => {
  const formWith = (
    attributes: object,
    part: object = { text: { type: 'string' } },
    config: Config = api.service().config,
  ): string => {
    const schema = schemaOf({
      'components/a/part.json': componentFile(part),
      'page.json': typeFile('page', { title: { type: 'string' }, ...attributes }, withDrafts),
    });
    const locales = { codes: new Set(['en']), defaultLocale: 'en' };
    const context = { schema, config, locales };
    return formHash(findSources('pages', administrator, context));
  };
  const part = { type: 'component', component: 'a.part' };

  it('is the same if no visible part differs', () => {
    expect(formWith({ part })).toBe(formWith({ part, pin: { type: 'string', private: true } }));
    expect(formWith({ part })).toBe(formWith({ part: { ...part, required: true } }));
  });

  it.each([
    ['an attribute', formWith({ part, more: { type: 'string' } })],
    ['the type of an attribute', formWith({ part, title: { type: 'text' } })],
    ['a component that becomes repeatable', formWith({ part: { ...part, repeatable: true } })],
    ['an attribute of a component', formWith({ part }, { text: { type: 'string' }, more: { type: 'string' } })],
    ['a component that contains itself', formWith({ part }, { text: { type: 'string' }, inner: part })],
    ['ids of components', formWith({ part }, { text: { type: 'string' } }, withRestConfig({ componentIds: true }))],
    ['the allowed components of a zone', formWith({ part: { type: 'dynamiczone', components: ['a.part'] } })],
    ['a file', formWith({ part, file: { type: 'media' } })],
    ['several files', formWith({ part, file: { type: 'media', multiple: true } })],
  ])('changes with %s', (_, form) => {
    expect(form).not.toBe(formWith({ part }));
    expect(form).toHaveLength(16);
  });
});
