// Checks the entry in an event: the document as it is now, or the version that was removed.
import { beforeAll, describe, expect, it } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { schemaOf, typeFile } from '../../setup/schema.ts';
import { createEventSite } from './eventSite.ts';

const site = await createEventSite(library);
describe('an entry', () => {
  it('has the shape of a read document, with embedded and related documents and without private attributes', async () => {
    const author = await site.create('/api/authors', { name: 'Ada' });
    const shelf = await site.create('/api/shelves', { name: 'Shelf' });
    const quote = { text: 'To be', from: author, pin: 'swordfish' };
    const data = {
      ...{ title: 'One', isbn: '9007199254740993', price: 1.5, out: '2026-01-02', extra: { a: [1, { b: null }] } },
      ...{ secret: 'password', note: 'private', authors: [author], shelf },
      ...{ page: { title: 'P', quote, quotes: [quote] }, body: [{ __component: 'part.quote', ...quote }] },
    };
    const book = await site.create('/api/books?status=draft', data);
    await site.request('POST', `/api/books/${book}/actions/publish`);
    await site.addWebhook({ events: ['entry.create', 'entry.publish'], contentTypes: ['api::book.book'] });
    await site.runRelay();
    const calls = site.takeCalls();
    expect(calls.map(({ body }) => Object.keys(body))).toEqual(
      ['create', 'publish'].map(() => ['event', 'createdAt', 'model', 'uid', 'entry']),
    );
    for (const [index, status] of ['draft', 'published'].entries()) {
      const query = [
        ...['authors', 'editor', 'sequel', 'prequel', 'shelf', 'like'].map((name) => `populate[${name}]=true`),
        ...['populate[quotes][populate]=from', 'populate[body][on][part.quote][populate]=from'],
        ...['quote', 'quotes'].map((name) => `populate[page][populate][${name}][populate]=from`),
      ];
      const read = await site.get(`/api/books/${book}?status=${status}&${query.join('&')}`);
      const payload = calls[index]?.body;
      expect([payload.event, payload.model, payload.uid]).toEqual([
        ...[status === 'draft' ? 'entry.create' : 'entry.publish', 'book', 'api::book.book'],
      ]);
      expect(payload.entry).toEqual(read.body.data);
      expect(payload.entry).toMatchObject({
        ...{ isbn: '9007199254740993', shelf: { name: 'Shelf' }, authors: [{ name: 'Ada' }] },
        ...{ page: { quote: { from: { name: 'Ada' } } }, body: [{ __component: 'part.quote', from: { name: 'Ada' } }] },
      });
    }
    expect(JSON.stringify(calls)).not.toMatch(/swordfish|"private"|"secret"|"note"|scrypt/);
  });

  it('has the values at the time of the dispatch', async () => {
    const one = await site.create('/api/books?status=draft', { title: 'Before' });
    await site.put(`/api/books/${one}?status=draft`, { title: 'After' });
    await site.addWebhook();
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => body.entry.title)).toEqual(['After', 'After']);
  });

  it('holds the removed version after an unpublish or a delete, without its relations', async () => {
    const author = await site.create('/api/authors', { name: 'Ada' });
    const one = await site.create('/api/books', { title: 'Shown', isbn: '12', authors: [author] });
    await site.addWebhook({ events: ['entry.unpublish', 'entry.delete'] });
    await site.put(`/api/books/${one}?status=draft`, { title: 'Worked on' });
    await site.request('POST', `/api/books/${one}/actions/unpublish`);
    await site.delete(`/api/books/${one}`);
    await site.runRelay();
    const calls = site.takeCalls();
    expect(calls.map(({ body }) => [body.event, body.entry.title])).toEqual([
      ['entry.unpublish', 'Shown'],
      ['entry.delete', 'Worked on'],
    ]);
    expect(calls[0]?.body.entry).toMatchObject({ documentId: one, isbn: '12' });
    expect(Object.keys(calls[0]?.body.entry)).toEqual([
      ...['id', 'documentId', 'title', 'slug', 'isbn', 'year', 'price', 'out', 'lent', 'extra'],
      ...['createdAt', 'updatedAt', 'publishedAt'],
    ]);
  });

  it('holds the deleted document if it was deleted before the dispatch', async () => {
    const one = await site.create('/api/books', { title: 'Short' });
    await site.delete(`/api/books/${one}`);
    await site.addWebhook();
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => [body.event, body.entry.title])).toEqual([
      ['entry.create', 'Short'],
      ['entry.publish', 'Short'],
      ['entry.delete', 'Short'],
    ]);
  });

  it('holds the new document if a single type was deleted and created again', async () => {
    await site.put('/api/home', { title: 'First' });
    await site.delete('/api/home');
    await site.put('/api/home', { title: 'Second' });
    await site.addWebhook();
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => body.entry.title)).toEqual(
      // A single type has a new document each time.
      expect.arrayContaining(['First', 'Second']),
    );
  });

  it('holds only the documentId if the document cannot be read', async () => {
    const one = await site.create('/api/shelves', { name: 'S' });
    const db = await site.service().database.get();
    await db.collection('shelves').updateOne({ documentId: one }, { $unset: { published: 1 } });
    await site.addWebhook();
    await site.runRelay();
    expect(site.takeCalls().map(({ body }) => body.entry)).toEqual([{ documentId: one }]);
  });

  it('leaves out relations if it would be too large', async () => {
    const one = await site.create('/api/books?status=draft', { title: 'Large' });
    const db = await site.service().database.get();
    const large = { id: 1, title: 'x', extra: 'y'.repeat(3_000_000), createdAt: new Date(), updatedAt: new Date() };
    const others = ['a', 'b'].map((name) => ({ documentId: `large-${name}`, locale: null, revision: 1, draft: large }));
    await db.collection('books').insertMany(others);
    const like = others.map(({ documentId }, at) => ({ to: documentId, at }));
    await db.collection('books').updateOne({ documentId: one }, { $set: { 'draft.like': like } });
    await site.addWebhook();
    await site.runRelay();
    const [call] = site.takeCalls();
    expect(call?.body.entry).toMatchObject({ documentId: one, title: 'Large' });
    expect(call?.body.entry).not.toHaveProperty('like');
  });
});

describe('a localized entry', async () => {
  const localized = await createEventSite(
    schemaOf({
      'post.json': typeFile(
        'post',
        { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
        { pluginOptions: { i18n: { localized: true } } },
      ),
    }),
  );
  beforeAll(() => localized.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } }));

  it('names its locale, and each locale has its own event', async () => {
    await localized.addWebhook();
    const one: string = await localized.create('/api/posts', { title: 'Hello' });
    await localized.put(`/api/posts/${one}?locale=fr`, { title: 'Bonjour' });
    await localized.runRelay();
    expect(localized.takeCalls().map(({ body }) => [body.entry.locale, body.entry.title])).toEqual([
      ['en', 'Hello'],
      ['fr', 'Bonjour'],
    ]);
    await localized.delete(`/api/posts/${one}?locale=*`);
    await localized.runRelay();
    expect(
      localized
        .takeCalls()
        .map(({ body }) => [body.event, body.entry.locale, body.entry.title])
        .sort(),
    ).toEqual([
      ['entry.delete', 'en', 'Hello'],
      ['entry.delete', 'fr', 'Bonjour'],
    ]);
  });
});

it('a file has its own payload, and reaches webhooks with any content types', async () => {
  const db = await site.service().database.get();
  const values = { name: 'f.txt', hash: 'f', ext: '.txt', mime: 'text/plain', size: 0.01, url: '/uploads/f.txt' };
  const at = new Date();
  const version = { id: 7, ...values, provider: 'local', createdAt: at, updatedAt: at, publishedAt: at };
  const { ObjectId } = await import('mongodb');
  await db.collection('upload_files').insertOne({
    ...{ documentId: 'file7', locale: null, revision: 1, published: version },
    pending: [{ id: new ObjectId(), action: 'create', at }],
  });
  await site.addWebhook({ contentTypes: ['api::author.author'] });
  await site.runRelay();
  const [call] = site.takeCalls();
  expect(Object.keys(call?.body)).toEqual(['event', 'createdAt', 'media']);
  expect(call?.body).toMatchObject({ event: 'media.create', media: { id: 7, documentId: 'file7', ...values } });
  expect(call?.body.media).not.toHaveProperty('pending');
});
