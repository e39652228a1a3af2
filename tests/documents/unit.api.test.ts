// Which writes are one atomic update, which are transactions, and what a transaction of several writes keeps.
import { describe, expect, it } from 'vitest';
import { alone, asOne, creating, deleting, followed, together, updating } from '../../lib/write/documents/index.ts';
import { typeOf } from '../../lib/schema/index.ts';
import { apiOf } from '../setup/api.ts';
import { library } from './library.ts';

const api = apiOf(library);

const make = async (path: string, data: object): Promise<string> => (await api.post(path, data)).body.data.documentId;

const targetOf = (uid: string) => ({ type: typeOf(library, uid), locale: null, status: 'published' as const });
const [books, authors, shelves] = [
  targetOf('api::book.book'),
  targetOf('api::author.author'),
  targetOf('api::shelf.shelf'),
];

/** Whether what is written meanwhile is written in transactions. */
const inTransactions = async (write: () => Promise<unknown>): Promise<boolean> => {
  const db = await api.service().database.get();
  await db.setProfilingLevel('off');
  await db.collection('system.profile').drop();
  await db.setProfilingLevel('all');
  await write();
  await db.setProfilingLevel('off');
  return (await db.collection('system.profile').countDocuments({ 'command.autocommit': false })) > 0;
};

describe('a write is a transaction', () => {
  it.each<[name: string, expected: boolean, data: object]>([
    ['not when it changes its document alone', false, { title: 'x', year: 1 }],
    ['not when it keeps links others may have too', false, { title: 'x', authors: [] }],
    ['when another document may lose its link', true, { title: 'x', prequel: null }],
  ])('%s', async (_name, expected, data) => {
    const book = await make('/api/books', { title: 'x' });
    expect(await inTransactions(() => api.put(`/api/books/${book}`, data))).toBe(expected);
  });

  it('when it publishes links that others keep, and not when nobody links to it', async () => {
    const author = await make('/api/authors?status=draft', { name: 'A' });
    expect(await inTransactions(() => api.put(`/api/authors/${author}`, {}))).toBe(false);
    const book = await make('/api/books', { title: 'B' });
    await api.put(`/api/books/${book}?status=draft`, { authors: [author] });
    expect((await api.get(`/api/books/${book}?populate=authors`)).body.data.authors).toEqual([]);
    expect(await inTransactions(() => api.put(`/api/authors/${author}`, {}))).toBe(true);
    expect((await api.get(`/api/books/${book}?populate=authors`)).body.data.authors).toHaveLength(1);
  });
});

describe('several writes together', () => {
  it('see one another, and are seen all at once', async () => {
    const service = api.service();
    const author = await make('/api/authors', { name: 'A' });
    const [created, gone] = [
      await creating(service, books, { title: 'T', editor: author }),
      deleting(service, authors, author),
    ];
    const book = await together(service, async (unit) => {
      const { documentId } = await created.attempt(unit);
      await (await updating(service, books, documentId, { year: 7 })).attempt(unit);
      await gone.attempt(unit);
      expect((await api.get(`/api/books/${documentId}`)).status).toBe(404);
      return documentId;
    });
    const { body } = await api.get(`/api/books/${book}?populate=editor`);
    expect(body.data).toMatchObject({ title: 'T', year: 7, editor: null });
  });

  it('leave nothing when one is refused, and it says why', async () => {
    const service = api.service();
    const shelf = await make('/api/shelves', { name: 'S', code: 'taken', number: 1 });
    const [first, second] = [
      await creating(service, shelves, { name: 'first', code: 'free' }),
      await creating(service, shelves, { name: 'second', code: 'free', number: 1 }),
    ];
    const work = together(service, async (unit) => {
      await (await updating(service, shelves, shelf, { name: 'changed' })).attempt(unit);
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

  it('with a value that another transaction is about to take are refused with 400, one of them', async () => {
    const service = api.service();
    const writes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => creating(service, shelves, { name: `race${n}`, code: 'race' })),
    );
    const ends = await Promise.allSettled(writes.map((write) => together(service, (unit) => write.attempt(unit))));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ status: 400, details: { errors: [{ path: ['code'] }] } });
  });

  it('are computed again as a whole when others are faster, and lose nothing', async () => {
    const service = api.service();
    const shelf = await make('/api/shelves', { name: 'S', number: 100 });
    const add = () =>
      together(service, async (unit) => {
        const stored = await unit.db.collection('shelves').findOne({ documentId: shelf }, unit.options);
        const number = (stored?.published as { readonly number: number }).number + 1;
        await (await updating(service, shelves, shelf, { number })).attempt(unit);
      });
    await Promise.all(Array.from({ length: 10 }, add));
    expect((await api.get(`/api/shelves/${shelf}`)).body.data.number).toBe(110);
  });
});

describe('a write that is one with what follows it', () => {
  it.each([
    ['does not happen where that fails', asOne, 0],
    ['happens by itself otherwise', <T>(write: T): T => write, 1],
  ])('%s', async (_name, made, expected) => {
    const service = api.service();
    const name = `followed ${expected}`;
    const failing = followed(await creating(service, shelves, { name }), () => Promise.reject(new Error('failed')));
    await expect(alone(service, made(failing))).rejects.toThrow('failed');
    const { body } = await api.get(`/api/shelves?filters[name]=${name}`);
    expect(body.meta.pagination.total).toBe(expected);
  });
});
