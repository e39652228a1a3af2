// Checks which writes are one atomic update and which are transactions, and what several writes in one transaction guarantee.
import { describe, expect, it } from 'vitest';
import {
  runWrite,
  asTransaction,
  prepareCreate,
  prepareDelete,
  andThen,
  runInTransaction,
  prepareUpdate,
} from '../../../lib/write/documents/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { createApi } from '../../setup/api.ts';
import { library } from './library.ts';

const api = createApi(library);

const targetOf = (uid: string) => ({
  type: typeOf(library, uid),
  locale: null,
  status: 'published' as const,
  hooks: undefined,
});
const [books, authors, shelves] = [
  targetOf('api::book.book'),
  targetOf('api::author.author'),
  targetOf('api::shelf.shelf'),
];

/** Whether the writes of a call run in transactions. */
const inTransactions = async (write: () => Promise<unknown>): Promise<boolean> => {
  const db = await api.service().database.get();
  await db.setProfilingLevel('off');
  await db.collection('system.profile').drop();
  await db.setProfilingLevel('all');
  await write();
  await db.setProfilingLevel('off');
  return (await db.collection('system.profile').countDocuments({ 'command.autocommit': false })) > 0;
};

describe('a write runs in a transaction', () => {
  it.each<[name: string, expected: boolean, data: object]>([
    ['not if it changes only its own document', false, { title: 'x', year: 1 }],
    ['not if its links may have several owners', false, { title: 'x', authors: [] }],
    ['if another document may lose its link', true, { title: 'x', prequel: null }],
  ])('%s', async (_name, expected, data) => {
    const book = await api.create('/api/books', { title: 'x' });
    expect(await inTransactions(() => api.put(`/api/books/${book}`, data))).toBe(expected);
  });

  it('if it publishes links of other documents, and not if no document links to it', async () => {
    const author = await api.create('/api/authors?status=draft', { name: 'A' });
    expect(await inTransactions(() => api.put(`/api/authors/${author}`, {}))).toBe(false);
    const book = await api.create('/api/books', { title: 'B' });
    await api.put(`/api/books/${book}?status=draft`, { authors: [author] });
    expect((await api.get(`/api/books/${book}?populate=authors`)).body.data.authors).toEqual([]);
    expect(await inTransactions(() => api.put(`/api/authors/${author}`, {}))).toBe(true);
    expect((await api.get(`/api/books/${book}?populate=authors`)).body.data.authors).toHaveLength(1);
  });
});

describe('several writes in one transaction', () => {
  it('see each other and become visible at once', async () => {
    const service = api.service();
    const author = await api.create('/api/authors', { name: 'A' });
    const [creation, deletion] = [
      await prepareCreate(service, books, { title: 'T', editor: author }),
      prepareDelete(service, authors, author),
    ];
    const book = await runInTransaction(service, async (unit) => {
      const { documentId } = await creation.attempt(unit);
      await (await prepareUpdate(service, books, documentId, { year: 7 })).attempt(unit);
      await deletion.attempt(unit);
      expect((await api.get(`/api/books/${documentId}`)).status).toBe(404);
      return documentId;
    });
    const { body } = await api.get(`/api/books/${book}?populate=editor`);
    expect(body.data).toMatchObject({ title: 'T', year: 7, editor: null });
  });

  it('leave nothing if one is refused, and return its error', async () => {
    const service = api.service();
    const shelf = await api.create('/api/shelves', { name: 'S', code: 'taken', number: 1 });
    const [first, second] = [
      await prepareCreate(service, shelves, { name: 'first', code: 'free' }),
      await prepareCreate(service, shelves, { name: 'second', code: 'free', number: 1 }),
    ];
    const work = runInTransaction(service, async (unit) => {
      await (await prepareUpdate(service, shelves, shelf, { name: 'changed' })).attempt(unit);
      await first.attempt(unit);
      await second.attempt(unit);
    });
    await expect(work).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ path: ['code'] }, { path: ['number'] }] },
    });
    const { body } = await api.get('/api/shelves?fields=name');
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual(['S']);
  });

  it('with a value that a simultaneous transaction takes: one succeeds, the others return 400', async () => {
    const service = api.service();
    const writes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => prepareCreate(service, shelves, { name: `race${n}`, code: 'race' })),
    );
    const ends = await Promise.allSettled(
      writes.map((write) => runInTransaction(service, (unit) => write.attempt(unit))),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ status: 400, details: { errors: [{ path: ['code'] }] } });
  });

  it('are retried as a whole after a conflict, and lose nothing', async () => {
    const service = api.service();
    const shelf = await api.create('/api/shelves', { name: 'S', number: 100 });
    const add = () =>
      runInTransaction(service, async (unit) => {
        const stored = await unit.db.collection('shelves').findOne({ documentId: shelf }, unit.options);
        const published = stored?.published as { readonly number: number };
        const update = await prepareUpdate(service, shelves, shelf, { number: published.number + 1 });
        await update.attempt(unit);
      });
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await api.get(`/api/shelves/${shelf}`)).body.data.number).toBe(110);
  });
});

it.each([
  ['is rolled back if both are one transaction', asTransaction, 0],
  ['is kept otherwise', <T>(write: T): T => write, 1],
])('a write with a follow-up that fails %s', async (_name, wrap, expected) => {
  const service = api.service();
  const name = `followed ${expected}`;
  const failing = andThen(await prepareCreate(service, shelves, { name }), () => Promise.reject(new Error('failed')));
  await expect(runWrite(service, wrap(failing))).rejects.toThrow('failed');
  const { body } = await api.get(`/api/shelves?filters[name]=${name}`);
  expect(body.meta.pagination.total).toBe(expected);
});
