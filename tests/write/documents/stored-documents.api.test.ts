// Checks the form in which writes store documents in MongoDB.
import { ObjectId, Timestamp, type Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../setup/api.ts';
import { library } from './library.ts';

const api = createApi(library);

const findStored = async (collection: string, documentId: string): Promise<Document | null> =>
  (await api.collection(collection)).findOne({ documentId }, { projection: { _id: 0 } });

const date = expect.any(Date) as unknown;
const id = expect.any(Number) as unknown;
const at = expect.any(Number) as unknown;

const origin = (action: string, revision: number) => ({
  ...{ id: expect.any(ObjectId) as unknown, action, at: date, revision, via: 'api', by: 'token 1' },
  schema: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
});

const audit = (changed?: readonly string[]) => ({
  audit: { address: '127.0.0.1', requestId: 'test', actor: 'token 1', ...(changed === undefined ? {} : { changed }) },
});
const event = (action: string, changed?: readonly string[]) => ({
  ...{ id: expect.any(ObjectId) as unknown, action, at: date },
  ...audit(changed),
});

describe('a document is stored', () => {
  it('with both versions side by side', async () => {
    const book = await api.create('/api/books', { title: 'One' });
    const version = { id, title: 'One', lent: false, createdAt: date, updatedAt: date };
    expect(await findStored('books', book)).toEqual({
      documentId: expect.stringMatching(/^[a-z][a-z0-9]{23}$/) as unknown,
      locale: null,
      revision: 1,
      createdBy: 'token 1',
      updatedBy: 'token 1',
      draftStatus: 'published',
      draft: version,
      published: { ...version, publishedAt: date },
      written: origin('publish', 1),
      pending: [event('create'), event('publish')],
      changed: expect.any(Timestamp) as unknown,
      uncounted: 1,
    });
  });

  it.each([
    ['only a draft', '/api/books?status=draft', { title: 'D' }, ['draft']],
    ['only published if the type has no drafts', '/api/shelves', { name: 'S' }, ['published']],
    ['only published, whatever the status is', '/api/shelves?status=draft', { name: 'S' }, ['published']],
  ])('as %s', async (_name, path, data, versions) => {
    const document = await findStored(path.split('?')[0]?.slice(5) ?? '', await api.create(path, data));
    expect(['draft', 'published'].filter((version) => document?.[version] !== undefined)).toEqual(versions);
  });

  it('with ids that differ between versions and do not change in writes', async () => {
    const book = await api.create('/api/books', { title: 'Ids' });
    const ids = async () => {
      const document = await findStored('books', book);
      return [document?.draft.id, document?.published.id] as unknown[];
    };
    const first = await ids();
    expect(new Set(first).size).toBe(2);
    await api.put(`/api/books/${book}`, { title: 'Ids again' });
    await api.put(`/api/books/${book}?status=draft`, { title: 'Ids once more' });
    expect(await ids()).toEqual(first);
  });

  it('with links as documentId and position, on the owning side only', async () => {
    const [a, b] = [await api.create('/api/authors', { name: 'A' }), await api.create('/api/authors', { name: 'B' })];
    const book = await api.create('/api/books', { title: 'Linked', authors: [b, a], editor: a });
    const links = {
      authors: [
        { to: b, at },
        { to: a, at },
      ],
      editor: { to: a, at },
    };
    expect(await findStored('books', book)).toMatchObject({ draft: links, published: links });
    expect(Object.keys((await findStored('authors', a))?.draft as object)).not.toContain('books');
    await api.put(`/api/authors/${a}`, { books: [] });
    expect(await findStored('books', book)).toMatchObject({
      draft: { authors: [{ to: b, at }] },
      published: { authors: [{ to: b, at }] },
    });
    expect(Object.keys((await findStored('authors', a))?.draft as object)).not.toContain('books');
  });

  it('with embedded components, which name their type only in zones', async () => {
    const book = await api.create('/api/books', {
      title: 'Parts',
      page: { title: 'p', quote: { text: 'q' } },
      quotes: [{ text: 'a' }, { text: 'b' }],
      body: [{ __component: 'part.page', title: 'z', quotes: [{ text: 'deep' }] }],
    });
    expect((await findStored('books', book))?.published).toMatchObject({
      page: { title: 'p', quote: { text: 'q' } },
      quotes: [{ text: 'a' }, { text: 'b' }],
      body: [{ __component: 'part.page', title: 'z', quotes: [{ text: 'deep' }] }],
    });
    const text = JSON.stringify((await findStored('books', book))?.published.quotes);
    expect(text).not.toContain('__component');
  });

  it.each<[name: string, value: unknown]>([
    ['title', '$title'],
    ['title', '$$ROOT'],
    ['extra', { $set: { title: 'x' }, $where: '1' }],
    ['extra', { 'a.b': { $gt: 1 } }],
    ['extra', { constructor: { prototype: 1 }, toString: 'x', hasOwnProperty: null }],
    ['extra', ['$title', { $literal: 1 }]],
  ])('with data that looks like an expression as plain data: %s %j', async (name, value) => {
    const book = await api.create('/api/books', { title: 'x', [name]: value });
    await api.put(`/api/books/${book}`, { [name]: value });
    const { body } = await api.get(`/api/books/${book}`);
    expect(body.data[name]).toEqual(value);
    expect((await findStored('books', book))?.draft[name]).toEqual(value);
  });

  it('with passwords as hashes, wherever they are, which no answer contains', async () => {
    const data = { title: 'P', secret: 'swordfish', quotes: [{ text: 'q', pin: 'swordfish' }] };
    const { body } = await api.post('/api/books?populate=*', data);
    expect(JSON.stringify(body)).not.toMatch(/swordfish|scrypt|"secret"|"pin"/);
    const document = await findStored('books', body.data.documentId);
    expect(JSON.stringify(document)).not.toContain('swordfish');
    expect(document?.draft.secret).toMatch(/^scrypt\$\d+\$8\$1\$/);
    expect(document?.draft.quotes[0].pin).toMatch(/^scrypt\$/);
    expect(document?.draft.quotes[0].pin).not.toBe(document?.draft.secret);
  });

  it('as a tombstone after its deletion', async () => {
    const book = await api.create('/api/books', { title: 'Gone', slug: 'gone' });
    expect((await api.delete(`/api/books/${book}`)).status).toBe(204);
    expect(await findStored('books', book)).toEqual({
      documentId: book,
      locale: null,
      revision: 2,
      createdBy: 'token 1',
      updatedBy: 'token 1',
      deletedAt: date,
      removed: {
        deletion: expect.any(ObjectId) as unknown,
        by: 'token 1',
        draft: expect.objectContaining({ title: 'Gone', createdAt: date }) as unknown,
        published: expect.objectContaining({ title: 'Gone', publishedAt: date }) as unknown,
      },
      unswept: true,
      pending: [
        event('create'),
        event('publish'),
        {
          ...event('delete'),
          replaced: {
            ...{ ...origin('publish', 1), bytes: expect.any(Number) as unknown },
            draft: expect.objectContaining({ title: 'Gone' }) as unknown,
            published: expect.objectContaining({ title: 'Gone', publishedAt: date }) as unknown,
          },
        },
      ],
      written: origin('delete', 2),
      changed: expect.any(Timestamp) as unknown,
      uncounted: 0,
    });
  });

  it('with acknowledgement by the majority and the journal', async () => {
    const db = await api.service().database.get();
    await db.setProfilingLevel('all');
    const book = await api.create('/api/books', { title: 'Safe' });
    await api.put(`/api/books/${book}`, { title: 'Safer' });
    await db.setProfilingLevel('off');
    const writes = await db
      .collection('system.profile')
      .find({ op: { $in: ['insert', 'update'] }, ns: /books$/ })
      .toArray();
    const concerns = await db.collection('system.profile').find({ 'command.insert': 'books' }).toArray();
    expect(writes.length).toBeGreaterThan(0);
    expect(concerns.map(({ command }) => (command as Document).writeConcern as unknown)).toEqual([
      { w: 'majority', j: true },
    ]);
    expect(db.writeConcern).toMatchObject({ w: 'majority', journal: true });
  });
});

it.each<[name: string, data: object]>([
  ['an unknown target', { title: 'x', authors: ['aaaaaaaaaaaaaaaaaaaaaaaa'] }],
  [
    'an unknown target in a component',
    { title: 'x', page: { quote: { text: 'x', from: 'aaaaaaaaaaaaaaaaaaaaaaaa' } } },
  ],
  ['a missing value', { year: 1 }],
  ['an unknown key', { title: 'x', nope: 1 }],
  ['an unknown target on the inverse side', { title: 'x', prequel: 'aaaaaaaaaaaaaaaaaaaaaaaa' }],
])('a refused write leaves nothing: %s', async (_name, data) => {
  const db = await api.service().database.get();
  const before = await db.collection('books').find().toArray();
  const { status, body } = await api.post('/api/books', data);
  expect([status, body.error.name]).toEqual([400, 'ValidationError']);
  expect(await db.collection('books').find().toArray()).toEqual(before);
});
