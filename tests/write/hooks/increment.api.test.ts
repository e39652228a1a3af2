// Atomic changes of numbers through the documents service, and its transactions.
import { describe, expect, it } from 'vitest';
import { administrator, type Caller, type Condition } from '../../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import type { DocumentsQuery } from '../../../lib/platform/extensions/index.ts';
import { documentsFor } from '../../../lib/write/operations/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from '../documents/library.ts';
import { localized, pagesWith } from '../documents/pages.ts';

const api = createApi(library);
const pages = createApi(pagesWith({ title: { type: 'string', ...localized }, left: { type: 'integer' } }));

const access = (caller: Caller = administrator) => documentsFor(api.service(), caller);
const documents = () => access().asSystem;
const [book, shelf] = ['api::book.book', 'api::shelf.shelf'];

const storedBook = async (documentId: string): Promise<StoredDocument> => {
  const stored = await (await api.collection<StoredDocument>('books')).findOne({ documentId });
  if (stored === null) throw new Error('the book is missing');
  return stored;
};
const actionsOf = ({ pending = [] }: StoredDocument): readonly string[] => pending.map(({ action }) => action);

describe('an increment', () => {
  const newBook = async (data: object = {}, status = 'published'): Promise<string> =>
    (await documents().create(book, { title: 'b', year: 5, ...data }, { status })).documentId;

  it('changes both versions, the revision, the time and the outbox in one step', async () => {
    const id = await newBook({ price: 1.5 });
    const before = await storedBook(id);
    const changed = await documents().increment(book, id, { year: -2, price: 0.25 }, { fields: ['year', 'price'] });
    expect(changed).toEqual({ id: before.published?.id, documentId: id, year: 3, price: 1.75 });
    const after = await storedBook(id);
    expect(after).toMatchObject({ revision: before.revision + 1, draftStatus: 'published', updatedBy: null });
    expect([after.draft?.year, after.published?.year]).toEqual([3, 3]);
    expect(after.draft?.updatedAt).toEqual(after.published?.updatedAt);
    expect(after.changed).not.toEqual(before.changed);
    expect(actionsOf(after)).toEqual(['create', 'publish', 'update', 'publish']);
  });

  it('leaves a draft modified, and is decided by the published version', async () => {
    const id = await newBook();
    await documents().update(book, id, { year: 100, title: 'changed' }, { status: 'draft' });
    expect(await documents().increment(book, id, { year: 1 }, { where: { year: { $gt: 5 } } })).toBeNull();
    expect(await documents().increment(book, id, { year: 1 }, { where: { title: 'b' } })).toMatchObject({ year: 6 });
    expect(await documents().findOne(book, id, { status: 'draft' })).toMatchObject({ year: 101, title: 'changed' });
    expect((await storedBook(id)).draftStatus).toBe('modified');
    expect((await api.get(`/api/books/${id}?status=draft&view=edit`)).body.meta.status).toBe('modified');
  });

  it('of a draft publishes nothing, and begins at 0 where there is no value', async () => {
    const id = await newBook({ year: null }, 'draft');
    expect(await documents().increment(book, id, { year: 2, isbn: '9007199254740993' })).toMatchObject({
      year: 2,
      isbn: '9007199254740993',
    });
    expect(await documents().findOne(book, id)).toBeNull();
    expect(actionsOf(await storedBook(id))).toEqual(['create', 'update']);
  });

  it('of simultaneous ones, as many succeed as there is room for', async () => {
    const id = await newBook({ year: 7 });
    const sold = await Promise.all(
      Array.from({ length: 20 }, () => documents().increment(book, id, { year: -1 }, { where: { year: { $gte: 1 } } })),
    );
    expect(sold.filter((one) => one !== null)).toHaveLength(7);
    expect(await documents().findOne(book, id)).toMatchObject({ year: 0 });
  });

  it.each<[name: string, amounts: unknown, query: unknown, error: string]>([
    ['a sum below the minimum', { year: -6 }, {}, 'year must be greater than or equal to 0'],
    ['a sum above the range', { year: 2 ** 31 - 5 }, {}, 'year must be less than or equal to 2147483647'],
    ['a part of an integer', { year: 0.5 }, {}, 'year must be an integer'],
    ['an attribute that is no number', { title: 1 }, {}, 'Invalid key title'],
    ['an unknown attribute', { yeer: 1 }, {}, 'Invalid key yeer'],
    ['no attribute', {}, {}, 'names at least one attribute'],
    ['null', null, {}, 'names at least one attribute'],
    ['a query that is null', { year: 1 }, null, 'the query must be an object'],
    ['a list', [1], {}, 'names at least one attribute'],
    ['an unknown attribute in where', { year: 1 }, { where: { yeer: 1 } }, 'Invalid key yeer'],
    ['a condition on related documents', { year: 1 }, { where: { shelf: { name: 'x' } } }, 'Invalid parameter where'],
    ['filters, which would have no effect', { year: 1 }, { filters: { year: 1 } }, 'it takes where'],
    ['a status', { year: 1 }, { status: 'draft' }, 'increment takes no status'],
  ])('refuses %s', async (_name, amounts, query, error) => {
    const id = await newBook();
    await expect(
      documents().increment(book, id, amounts as Record<string, number>, query as DocumentsQuery),
    ).rejects.toThrow(error);
    expect(await documents().findOne(book, id)).toMatchObject({ year: 5 });
  });

  it('refuses a value that another document has, and a document that does not exist', async () => {
    const [one] = [
      await documents().create(shelf, { name: 's', number: 1 }),
      await documents().create(shelf, { name: 's', number: 2 }),
    ];
    await expect(documents().increment(shelf, one.documentId, { number: 1 })).rejects.toThrow('must be unique');
    await expect(documents().increment(shelf, 'absent', { number: 1 })).rejects.toMatchObject({ status: 404 });
  });

  it('needs the permission of the caller, and meets the conditions of the caller', async () => {
    const [id, other] = [await newBook(), await newBook({ title: 'mine' })];
    const callerWith = (actions: readonly [string, Condition][]): Caller => ({
      ...{ id: 'token 1', kind: 'token', view: 'x' },
      allowed: new Map([[`${book}.find`, {}], ...actions]),
    });
    const { asCaller } = access(callerWith([[`${book}.update`, { filters: { title: 'mine' } }]]));
    await expect(asCaller.increment(book, id, { year: 1 })).rejects.toMatchObject({ status: 403 });
    expect(await asCaller.increment(book, other, { year: 1 })).toMatchObject({ year: 6 });
    await expect(access(callerWith([])).asCaller.increment(book, id, { year: 1 })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('changes a shared attribute in all locales', async () => {
    const system = documentsFor(pages.service(), administrator).asSystem;
    const { documentId } = await system.create('api::page.page', { title: 'en', left: 3 }, { status: 'published' });
    await pages.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'German' } });
    await system.update('api::page.page', documentId, { title: 'de' }, { locale: 'de', status: 'published' });
    const query = { locale: 'de', where: { title: 'de' } };
    expect(await system.increment('api::page.page', documentId, { left: -1 }, query)).toMatchObject({ left: 2 });
    expect(await system.findOne('api::page.page', documentId)).toMatchObject({ title: 'en', left: 2 });
    expect(await system.increment('api::page.page', documentId, { left: -1 }, { ...query, locale: 'en' })).toBeNull();
  });
});

describe('a transaction', () => {
  const names = async () => (await documents().find(shelf, { sort: 'id' })).data.map(({ name }) => name as string);

  it('writes everything or nothing, and throws what its code throws', async () => {
    const error = new RangeError('sold out');
    const before = await names();
    const failed = access().transaction(async ({ asSystem }) => {
      await asSystem.create(shelf, { name: 'lost' });
      throw error;
    });
    await expect(failed).rejects.toBe(error);
    const created = await access().transaction(async ({ asSystem, transaction }) => {
      const { documentId } = await asSystem.create(shelf, { name: 'first', number: 10 });
      // A transaction inside of another is the same.
      await transaction((inner) => inner.asSystem.increment(shelf, documentId, { number: 1 }));
      return asSystem.findOne(shelf, documentId);
    });
    expect(created).toMatchObject({ name: 'first', number: 11 });
    expect(await names()).toEqual([...before, 'first']);
  });

  it('fails if a write in it fails, even if its code catches the error', async () => {
    const before = await names();
    const failed = access().transaction(async ({ asSystem }) => {
      await asSystem.create(shelf, { name: 'lost' });
      await asSystem.create(shelf, {}).catch(() => undefined);
    });
    await expect(failed).rejects.toMatchObject({ status: 400 });
    expect(await names()).toEqual(before);
  });

  it('of simultaneous ones over a counter, all are counted', async () => {
    const { documentId } = await documents().create(shelf, { name: 'counter', number: 100 });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        access().transaction(async ({ asSystem }) => {
          const { number } = (await asSystem.findOne(shelf, documentId)) ?? {};
          await asSystem.update(shelf, documentId, { number: Number(number) + 1 });
        }),
      ),
    );
    expect(await documents().findOne(shelf, documentId)).toMatchObject({ number: 110 });
  });

  it('refuses documents after its end', async () => {
    const late = await access().transaction(({ asSystem }) => Promise.resolve(asSystem));
    await expect(late.create(shelf, { name: 'late' })).rejects.toThrow('can no longer be used');
  });
});
