// Relations that become to-many or to-one, or change their owning side.
import { describe, expect, it } from 'vitest';
import { draftless, idOf, localized, Site, type, type Files } from './site.ts';

const site = new Site();
const to = (target: string, relation: string, more: object = {}): object => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
});
const name = { name: { type: 'string' } };
const ids = (list: readonly { documentId: string }[]): readonly string[] => list.map(({ documentId }) => documentId);

describe('the number of links', () => {
  const files = (relation: string): Files => ({
    ...type('book', { ...name, by: to('person', relation) }),
    ...type('person', name),
  });

  it('can grow: one link becomes a list', async () => {
    const api = await site.begin(files('manyToOne'));
    const person = idOf(await api.post('/api/persons', { name: 'P' }));
    const other = idOf(await api.post('/api/persons', { name: 'Q' }));
    const book = idOf(await api.post('/api/books', { by: person }));
    const emptyBook = idOf(await api.post('/api/books', { by: null }));
    const after = await site.migrate(files('manyToMany'));
    expect(ids((await after.get(`/api/books/${book}?populate=by`)).body.data.by)).toEqual([person]);
    // Another link can be added to the list.
    for (const one of [book, emptyBook]) await after.put(`/api/books/${one}`, { by: { connect: [other] } });
    expect(ids((await after.get(`/api/books/${emptyBook}?populate=by`)).body.data.by)).toEqual([other]);
  });

  it('can shrink if no document has more than one link; otherwise those documents are listed', async () => {
    const api = await site.begin(files('manyToMany'));
    const people = [idOf(await api.post('/api/persons', {})), idOf(await api.post('/api/persons', {}))];
    const two = idOf(await api.post('/api/books', { by: people }));
    const one = idOf(await api.post('/api/books', { by: people[0] }));
    await expect(site.migrate(files('manyToOne'))).rejects.toThrow(`${two} has [`);
    await api.put(`/api/books/${two}`, { by: { disconnect: [people[1]] } });
    const after = await site.migrate(files('manyToOne'));
    expect((await after.get(`/api/books/${one}?populate=by`)).body.data.by.documentId).toBe(people[0]);
  });

  it('can be one on both sides only if no document is linked twice', async () => {
    const both = (relation: string, back: string): Files => ({
      ...type('book', { by: to('person', relation, { inversedBy: 'books' }) }, draftless),
      ...type('person', { books: to('book', back, { mappedBy: 'by' }) }, draftless),
    });
    const api = await site.begin(both('manyToOne', 'oneToMany'));
    const person = idOf(await api.post('/api/persons', {}));
    const books = [
      idOf(await api.post('/api/books', { by: person })),
      idOf(await api.post('/api/books', { by: person })),
    ];
    const [finding] = await site.findings(both('oneToOne', 'oneToOne'));
    expect(finding?.obstacles).toEqual({
      count: 1,
      first: [`several documents link to "${person}" (published): ${books.join(', ')}`],
    });
  });

  it('to another type cannot be converted', async () => {
    const api = await site.begin(files('manyToOne'));
    await api.post('/api/books', { by: idOf(await api.post('/api/persons', {})) });
    const after = { ...files('manyToOne'), ...type('book', { ...name, by: to('book', 'manyToOne') }) };
    await expect(site.migrate(after)).rejects.toThrow('cannot be a link to one of api::book.book');
    await site.migrate(after, { drop: ['book.by'] });
    expect(JSON.stringify(await site.stored('books'))).not.toContain('"by"');
  });

  it('to one type become polymorphic, and back', async () => {
    const api = await site.begin(files('manyToOne'));
    const person = idOf(await api.post('/api/persons', { name: 'P' }));
    const book = idOf(await api.post('/api/books', { by: person }));
    const after = await site.migrate({
      ...files('manyToOne'),
      ...type('book', { ...name, by: { type: 'relation', relation: 'morphToMany' } }),
    });
    const { by } = (await after.get(`/api/books/${book}?populate=by`)).body.data;
    expect(by).toMatchObject([{ __type: 'api::person.person', documentId: person }]);
    expect(
      (await (await site.migrate(files('manyToOne'))).get(`/api/books/${book}?populate=by`)).body.data.by.documentId,
    ).toBe(person);
  });
});

describe('the owning side of a relation', () => {
  const owned = (of: 'book' | 'tag', more: { book?: object; tag?: object } = {}): Files => {
    const [bookSide, otherSide] = of === 'book' ? ['inversedBy', 'mappedBy'] : ['mappedBy', 'inversedBy'];
    return {
      ...type('book', { ...name, tags: to('tag', 'manyToMany', { [bookSide]: 'books' }) }, more.book),
      ...type('tag', { ...name, books: to('book', 'manyToMany', { [otherSide]: 'tags' }) }, more.tag),
    };
  };
  const both = async (api: Awaited<ReturnType<Site['begin']>>, status: string) => {
    const of = async (path: string, field: string) =>
      (await api.get(`/api/${path}?populate=${field}&status=${status}&sort=name`)).body.data.map(
        (one: Record<string, readonly { name: string }[]>) => one[field]?.map((other) => other.name),
      );
    return { books: await of('books', 'tags'), tags: await of('tags', 'books') };
  };
  const write = async (api: Awaited<ReturnType<Site['begin']>>) => {
    const tags: string[] = [];
    for (const tag of ['t1', 't2', 't3']) tags.push(idOf(await api.post('/api/tags', { name: tag })));
    const [t1, t2, t3] = tags;
    const b1 = idOf(await api.post('/api/books', { name: 'b1', tags: [t3, t1] }));
    await api.post('/api/books', { name: 'b2', tags: [t1, t2, t3] });
    return { t1, t2, t3, b1 };
  };

  it('moves to the other type in both versions, and both sides keep their order', async () => {
    const api = await site.begin(owned('book'));
    const { t1, t2, b1 } = await write(api);
    await api.put(`/api/books/${b1}?status=draft`, { tags: [t2] });
    await api.put(`/api/tags/${t1 ?? ''}`, { books: { connect: [{ documentId: b1, position: { end: true } }] } });
    const before = { draft: await both(api, 'draft'), published: await both(api, 'published') };
    expect(before.published.books).toContainEqual(['t1', 't2', 't3']);
    const after = await site.migrate(owned('tag'));
    expect({ draft: await both(after, 'draft'), published: await both(after, 'published') }).toEqual(before);
    // Pending events keep the names of their time.
    const books = (await site.stored('books')).map((one) => ({ ...one, pending: undefined }));
    expect(JSON.stringify(books)).not.toContain('"tags"');
    const back = await site.migrate(owned('book'));
    expect({ draft: await both(back, 'draft'), published: await both(back, 'published') }).toEqual(before);
  });

  it('moves to a type without drafts if the drafts have the same links as the published versions', async () => {
    const files = (of: 'book' | 'tag'): Files => owned(of, { tag: draftless });
    const api = await site.begin(files('book'));
    const { b1, t2 } = await write(api);
    const before = await both(api, 'published');
    await api.put(`/api/books/${b1}?status=draft`, { tags: [t2] });
    await expect(site.migrate(files('tag'))).rejects.toThrow(`${b1} has other links in its draft`);
    await api.request('POST', `/api/books/${b1}/actions/discard-draft`);
    expect(await both(await site.migrate(files('tag')), 'published')).toEqual(before);
  });

  it('moves to a localized type, and every locale gets the links', async () => {
    const api = await site.begin(owned('book', { tag: localized }));
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
    const { t1 } = await write(api);
    await api.put(`/api/tags/${t1 ?? ''}?locale=fr`, { name: 'f1' });
    const populatedBooks = (of: typeof api) => of.get(`/api/tags/${t1 ?? ''}?locale=fr&populate=books`);
    const before = ids((await populatedBooks(api)).body.data.books);
    expect(before).toHaveLength(2);
    const after = await site.migrate(owned('tag', { tag: localized }));
    expect(ids((await populatedBooks(after)).body.data.books)).toEqual(before);
  });

  it('moves in a one-to-one relation', async () => {
    const files = (of: 'book' | 'shop'): Files => {
      const [bookSide, otherSide] = of === 'book' ? ['inversedBy', 'mappedBy'] : ['mappedBy', 'inversedBy'];
      return {
        ...type('book', { ...name, shop: to('shop', 'oneToOne', { [bookSide]: 'book' }) }),
        ...type('shop', { ...name, book: to('book', 'oneToOne', { [otherSide]: 'shop' }) }),
      };
    };
    const api = await site.begin(files('book'));
    const shop = idOf(await api.post('/api/shops', { name: 's' }));
    const book = idOf(await api.post('/api/books', { shop }));
    const after = await site.migrate(files('shop'));
    expect((await after.get(`/api/shops/${shop}?populate=book`)).body.data.book.documentId).toBe(book);
    expect(JSON.stringify(await site.stored('books'))).not.toContain(shop);
    const back = await site.migrate(files('book'));
    expect((await back.get(`/api/shops/${shop}?populate=book`)).body.data.book.documentId).toBe(book);
  });

  it('moves to the other type if the owning attribute is removed', async () => {
    const files: Files = {
      ...type('book', { ...name, tags: to('tag', 'manyToMany', { inversedBy: 'books' }) }),
      ...type('tag', { ...name, books: to('book', 'manyToMany', { mappedBy: 'tags' }) }),
    };
    const api = await site.begin(files);
    const { t2 } = await write(api);
    const populatedBooks = async (of: typeof api) =>
      ids((await of.get(`/api/tags/${t2 ?? ''}?populate=books`)).body.data.books);
    const before = await populatedBooks(api);
    const oneWay = { ...type('book', name), ...type('tag', { ...name, books: to('book', 'manyToMany') }) };
    expect(await populatedBooks(await site.migrate(oneWay))).toEqual(before);
    // Pending events keep the names of their time.
    const books = (await site.stored('books')).map((one) => ({ ...one, pending: undefined }));
    expect(JSON.stringify(books)).not.toContain('"tags"');
  });

  it('moves with oneToOne only if no document had several links', async () => {
    const files: Files = {
      ...type('book', { ...name, tags: to('tag', 'manyToMany', { inversedBy: 'books' }) }),
      ...type('tag', { ...name, books: to('book', 'manyToMany', { mappedBy: 'tags' }) }),
    };
    const api = await site.begin(files);
    const [t1, t2] = [idOf(await api.post('/api/tags', {})), idOf(await api.post('/api/tags', {}))];
    const b1 = idOf(await api.post('/api/books', { tags: [t1, t2] }));
    const held = {
      ...type('book', { ...name, tags: to('tag', 'oneToOne', { mappedBy: 'books' }) }),
      ...type('tag', { ...name, books: to('book', 'oneToOne', { inversedBy: 'tags' }) }),
    };
    await expect(site.migrate(held)).rejects.toThrow(`${b1} has several links (draft)`);
  });
});
