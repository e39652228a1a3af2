// How documents leave the trash, and what an interrupted restore leaves.
import { Collection } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { removedVersionOf, standaloneOperations } from '../../../lib/platform/db/index.ts';
import { prepareDelete, prepareRestore, sweepTrash, runWrite } from '../../../lib/write/documents/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from '../documents/library.ts';
import { linkingDocuments } from '../documents/linkingDocuments.ts';

const api = createApi(library);

const dayMs = 24 * 3_600_000;

const find = async (collection: string, documentId: string) =>
  (await api.service().database.get()).collection(collection).findOne({ documentId });

const deletedShelf = async (ageMs: number): Promise<string> => {
  const shelf = await api.create('/api/shelves', { name: 'old' });
  await api.delete(`/api/shelves/${shelf}`);
  const deletedAt = new Date(Date.now() - ageMs);
  await (
    await api.service().database.get()
  )
    .collection('shelves')
    .updateOne({ documentId: shelf }, { $set: { deletedAt } });
  return shelf;
};

const target = (name: string, documentId: string) => ({
  ...{ type: typeOf(library, `api::${name}.${name}`), documentId, locale: undefined, by: undefined, values: {} },
});

describe('a document in the trash', () => {
  it('loses its content after its time, in the run of each minute and in the complete one', async () => {
    const ages = [29 * dayMs, 30 * dayMs + 1_000, 30 * dayMs + 2 * 3_600_000];
    const [young = '', due = '', old = ''] = await Promise.all(ages.map(deletedShelf));
    const isKept = async (id: string) => (await find('shelves', id))?.removed !== undefined;
    await sweepTrash(api.service(), 3_600_000);
    expect([await isKept(young), await isKept(due), await isKept(old)]).toEqual([true, false, true]);
    await sweepTrash(api.service());
    expect([await isKept(young), await isKept(old)]).toEqual([true, false]);
    await expect(runWrite(api.service(), prepareRestore(api.service(), target('shelf', old)))).rejects.toMatchObject({
      status: 404,
    });
  });

  it('keeps its content if it is restored and deleted again before the run removes it', async () => {
    const shelf = await deletedShelf(31 * dayMs);
    const shelves = (await api.service().database.get()).collection('shelves');
    const inTrash = { documentId: shelf, removed: { $exists: true } };
    let deletions = 0;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its collection
    const { updateMany } = Collection.prototype;
    const removal = vi.spyOn(Collection.prototype, 'updateMany').mockImplementation(async function (
      this: Collection,
      ...parameters: Parameters<Collection['updateMany']>
    ) {
      if (this.collectionName === 'shelves')
        deletions += (await shelves.updateOne(inTrash, { $set: { deletedAt: new Date() } })).modifiedCount;
      return updateMany.apply(this, parameters);
    });
    await sweepTrash(api.service());
    removal.mockRestore();
    expect(deletions).toBe(1);
    expect((await find('shelves', shelf))?.removed).toBeDefined();
  });

  it('is not kept without a trash, and its event has the whole version', async () => {
    const service = { ...api.service(), config: { ...api.service().config, trash: { days: 0 } } };
    const shelf = await api.create('/api/shelves', { name: 'final' });
    const { type, documentId } = target('shelf', shelf);
    await runWrite(service, prepareDelete(service, { type, locale: null, hooks: undefined }, documentId));
    const stored = await find('shelves', shelf);
    expect(stored).not.toHaveProperty('removed');
    expect(removedVersionOf(stored?.pending.at(-1))?.name).toBe('final');
  });

  it('fits into MongoDB, however large both versions are', async () => {
    const book = await api.create('/api/books', { title: 'Large' });
    const extra = 'x'.repeat(6_900_000);
    const books = (await api.service().database.get()).collection('books');
    await books.updateOne(
      { documentId: book },
      { $set: { 'draft.extra': extra, 'published.extra': extra }, $unset: { pending: 1 } },
    );
    expect((await api.delete(`/api/books/${book}`)).status).toBe(204);
    await runWrite(api.service(), prepareRestore(api.service(), target('book', book)));
    expect((await find('books', book))?.published.extra).toHaveLength(extra.length);
  });
});

describe('a restore', () => {
  it('changes nothing, if the process dies before its transaction ends', async () => {
    const author = await api.create('/api/authors', { name: 'Ada' });
    const book = await api.create('/api/books', { title: 'By Ada', authors: [author] });
    await api.delete(`/api/authors/${author}`);
    const before = [await find('authors', author), await find('books', book)];
    const unit = await standaloneOperations(api.service().database);
    const interrupted = unit.inTransaction(async (transaction) => {
      await prepareRestore(api.service(), target('author', author)).attempt(transaction);
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect([await find('authors', author), await find('books', book)]).toEqual(before);
    await runWrite(api.service(), prepareRestore(api.service(), target('author', author)));
    expect((await find('books', book))?.published.authors[0].to).toBe(author);
  });

  /** An author whom 250 books link to. */
  const createProlific = async () => {
    const author = await api.create('/api/authors', { name: 'prolific' });
    const values = (id: number) => ({ title: `book ${id}`, authors: [{ to: author, at: id }] });
    const db = await api.service().database.get();
    await db.collection('books').insertMany(linkingDocuments('cut', author, 250, values));
    return { author, db };
  };

  it('names the lost links of all documents, also of those after the first batch', async () => {
    const { author, db } = await createProlific();
    await api.delete(`/api/authors/${author}`);
    const found = await db.collection('books').find({ documentId: /^cut/ }).sort({ documentId: -1 }).limit(5).toArray();
    await db.collection('books').deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    const { lost } = await runWrite(api.service(), prepareRestore(api.service(), target('author', author)));
    expect([...new Set(lost.map(({ documentId }) => documentId))].sort()).toEqual(
      found.map(({ documentId }) => String(documentId)).sort(),
    );
    await db.collection('books').deleteMany({ documentId: /^cut/ });
  });

  it('is finished by the job, if the process dies between its batches', async () => {
    const { author, db } = await createProlific();
    await api.delete(`/api/authors/${author}`);
    const linking = () => db.collection('books').countDocuments({ 'published.authors.to': author });
    const write = prepareRestore(api.service(), target('author', author));
    // What follows the commit is lost with the process.
    await runWrite(api.service(), {
      ...write,
      attempt: (unit) =>
        unit.inTransaction((transaction) =>
          write.attempt({
            ...transaction,
            inTransaction: (work) => work({ ...transaction, afterCommit: () => Promise.resolve() }),
          }),
        ),
    });
    expect(await linking()).toBe(200);
    await sweepTrash(api.service());
    expect([
      await linking(),
      await db.collection('lectern_removed_links').countDocuments({ restored: { $gt: '' } }),
    ]).toEqual([250, 0]);
  });
});
