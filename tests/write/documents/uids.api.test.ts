// Checks generated uids: made from another attribute, unique, and suggested on request.
import { describe, expect, it } from 'vitest';
import { createApi, schemaOf, type Reply, typeFile, localized } from '../../setup/api.ts';

const typeOf = (singularName: string, options: object, attributes: object, more: object = {}): string =>
  typeFile(singularName, attributes, { options, ...more });

const api = createApi(
  schemaOf({
    'essay.json': typeOf(
      'essay',
      { draftAndPublish: true },
      {
        title: { type: 'string' },
        name: { type: 'text' },
        code: { type: 'string', unique: true },
        slug: { type: 'uid', targetField: 'title', required: true },
        short: { type: 'uid', targetField: 'title', maxLength: 8 },
        handle: { type: 'uid', targetField: 'name', default: 'Some One' },
        hidden: { type: 'uid', targetField: 'title', private: true },
        plain: { type: 'uid' },
      },
    ),
    'note.json': typeOf('note', {}, { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } }),
    'page.json': typeOf(
      'page',
      {},
      { title: { type: 'string', ...localized }, slug: { type: 'uid', targetField: 'title', ...localized } },
      localized,
    ),
    'plain.json': typeOf('plain', {}, { uid: { type: 'uid' } }),
    'home.json': typeOf(
      'home',
      { draftAndPublish: true },
      { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } },
      { kind: 'singleType' },
    ),
  }),
);

const create = async (path: string, data: object): Promise<Reply['body']> => {
  const { status, body } = await api.post(path, data);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
};

const slugs = (replies: readonly Reply[]): readonly string[] => replies.map(({ body }) => body.data?.slug);

describe('a uid that the body does not contain', () => {
  it('is made from its target field, with a number if it is taken', async () => {
    expect(await create('/api/notes', { title: 'Über uns' })).toMatchObject({ slug: 'ueber-uns' });
    expect(await create('/api/notes', { title: 'Über Uns!' })).toMatchObject({ slug: 'ueber-uns-1' });
    expect(await create('/api/notes', { title: 'other', slug: 'ueber-uns-2' })).toMatchObject({ slug: 'ueber-uns-2' });
    expect(await create('/api/notes', { title: 'über uns' })).toMatchObject({ slug: 'ueber-uns-3' });
  });

  it('is the default or the type name if the text has no usable letters', async () => {
    expect(await create('/api/notes', { title: '😀' })).toMatchObject({ slug: 'note' });
    expect(await create('/api/notes', { title: '✓' })).toMatchObject({ slug: 'note-1' });
  });

  it('is the default, or the type name if required, or absent, if there is no text', async () => {
    expect(await create('/api/notes', { title: null })).toMatchObject({ slug: null });
    expect(await create('/api/essays?status=draft', {})).toMatchObject({
      slug: 'essay',
      handle: 'some-one',
      plain: null,
    });
    expect(await create('/api/essays', { name: 'Ada' })).toMatchObject({ slug: 'essay-1', handle: 'ada' });
    expect(await create('/api/essays', {})).toMatchObject({ handle: 'some-one-1' });
  });

  it('is shortened to the maximum length, including its number', async () => {
    const title = 'Very long title';
    expect(await create('/api/essays', { title })).toMatchObject({ short: 'very-lon' });
    expect(await create('/api/essays', { title })).toMatchObject({ short: 'very-l-1', slug: 'very-long-title-1' });
    expect((await create('/api/notes', { title: 'y'.repeat(255) })).slug).toBe('y'.repeat(255));
    expect((await create('/api/notes', { title: 'y'.repeat(255) })).slug).toBe(`${'y'.repeat(253)}-1`);
  });

  it('is stored unchanged if the body contains it, even null', async () => {
    const note = await create('/api/notes', { title: 'given', slug: null });
    expect(note.slug).toBe(null);
    expect(await create('/api/notes', { title: 'given', slug: '' })).toMatchObject({ slug: '' });
    expect(await create('/api/notes', { title: 'given', slug: 'Mine' })).toMatchObject({ slug: 'Mine' });
    const { body } = await api.put(`/api/notes/${note.documentId as string}`, { title: 'changed' });
    expect(body.data.slug).toBe(null);
  });

  it('is unique in both versions', async () => {
    const essay = await create('/api/essays', { title: 'Moved' });
    await api.put(`/api/essays/${essay.documentId as string}?status=draft`, { slug: 'elsewhere' });
    const second = await create('/api/essays?status=draft', { title: 'Moved' });
    expect(second.slug).toBe('moved-1');
    expect((await create('/api/essays', { title: 'Elsewhere' })).slug).toBe('elsewhere-1');
  });

  it('is not reserved by a create that is refused for another error', async () => {
    await create('/api/essays', { title: 'x', code: 'taken' });
    const { status, body } = await api.post('/api/essays', { title: 'Refused', code: 'taken' });
    expect([status, body.error.details.errors.map(({ path }: { path: string[] }) => path)]).toEqual([400, [['code']]]);
    const faulty = await api.post('/api/essays', { title: 5 });
    expect(faulty.body.error.details.errors.map(({ path }: { path: string[] }) => path)).toEqual([['title']]);
    expect((await create('/api/essays', { title: 'Refused' })).slug).toBe('refused');
  });

  it('is generated for single types', async () => {
    expect((await api.put('/api/home', { title: 'Welcome' })).body.data.slug).toBe('welcome');
  });

  it('is random after a hundred numbers are taken', async () => {
    const documents = await api.collection('notes');
    const taken = Array.from({ length: 101 }, (_, n) => (n === 0 ? 'many' : `many-${n}`));
    await documents.insertMany(
      taken.map((slug, n) => ({
        documentId: `many${n}`,
        locale: null,
        revision: 1,
        published: { id: 9000 + n, slug },
      })),
    );
    expect((await create('/api/notes', { title: 'Many' })).slug).toMatch(/^many-\d{3,9}$/);
  });

  it('is looked up by the indexes of the uid', async () => {
    const documents = await api.collection('essays');
    const $in = ['a', 'a-1'];
    const either = ['draft', 'published'].map((version) => ({ locale: null, [`${version}.slug`]: { $in } }));
    const { queryPlanner } = await documents.find({ $or: either }).explain();
    expect(JSON.stringify(queryPlanner.winningPlan)).not.toContain('COLLSCAN');
  });
});

describe('of simultaneous creates with one title', () => {
  it.each([
    ['/api/notes', 20],
    // An essay has four uids, and a create that conflicts with another one generates all of them again.
    ['/api/essays', 8],
    ['/api/essays?status=draft', 8],
  ])('each gets its own slug: %s', async (path, count) => {
    const title = `Same ${path}`;
    const replies = await Promise.all(Array.from({ length: count }, () => api.post(path, { title })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(slugs(replies)).size).toBe(count);
    const highest = Math.max(...slugs(replies).map((slug) => Number(/\d+$/.exec(slug)?.[0] ?? 0)));
    expect(highest).toBe(count - 1);
  });
});

describe('a suggestion', () => {
  it('is the uid that a create would generate', async () => {
    expect((await api.get('/api/notes/uid?title=Fresh%20One')).body).toEqual({ data: { slug: 'fresh-one' }, meta: {} });
    await create('/api/notes', { title: 'Fresh One' });
    expect((await api.get('/api/notes/uid?title=Fresh%20One')).body.data).toEqual({ slug: 'fresh-one-1' });
    expect((await api.get('/api/notes/uid?title=')).body.data.slug).toMatch(/^note/);
    expect((await api.get('/api/pages/uid?title=Hi&locale=en')).body.data).toEqual({ slug: 'hi' });
  });

  it('contains every uid for the query, except private ones', async () => {
    const { body } = await api.get('/api/essays/uid?title=Two%20Words');
    expect(body.data).toEqual({ slug: 'two-words', short: 'two-word' });
    const both = await api.get('/api/essays/uid?title=Two&name=Ada%20L');
    expect(both.body.data).toEqual({ slug: 'two', short: 'two', handle: 'ada-l' });
  });

  it.each([
    '/api/notes/uid',
    '/api/notes/uid?locale=en',
    '/api/notes/uid?name=x',
    '/api/notes/uid?title=x&nope=1',
    '/api/notes/uid?slug=x',
    '/api/notes/uid?title=a&title=b',
    '/api/notes/uid?title[$ne]=b',
    '/api/notes/uid?title',
    '/api/notes/uid?__proto__=x',
    '/api/pages/uid?title=x&locale=*',
    '/api/pages/uid?title=x&locale=nope',
  ])('is 400 if no uid can be made: %s', async (url) => {
    const { status, body } = await api.get(url);
    expect([status, body.error.name]).toEqual([400, 'ValidationError']);
  });

  it.each(['/api/plains/uid?uid=x', '/api/home/uid?title=x', '/api/nope/uid?title=x'])(
    'is 404 if the type has no uid: %s',
    async (url) => {
      for (const as of ['full-access', null] as const) expect((await api.get(url, { as })).status).toBe(404);
    },
  );
});
