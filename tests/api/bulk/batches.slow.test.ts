// Creates of an atomic bulk request are written together: with the same result as one after another.
import fc from 'fast-check';
import { ObjectId, Timestamp, type Document } from 'mongodb';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { administrator, type Caller } from '../../../lib/platform/access/index.ts';
import { prepareAtomicBulk, type BulkContext } from '../../../lib/api/bulk/index.ts';
import { runWrite } from '../../../lib/write/documents/index.ts';
import { readQuery } from '../../../lib/read/query/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { createApi, schemaOf, type Reply, componentFile, relationTo, typeFile, withDrafts } from '../../setup/api.ts';
import { sweepLater } from '../../write/documents/sweepLater.ts';
import { lengthOf } from '../../setup/lengthOf.ts';
import { testRequest } from '../testRequest.ts';

const library = schemaOf({
  'components/part/quote.json': componentFile({
    text: { type: 'string', required: true },
    from: relationTo('oneToOne', 'author'),
  }),
  'book.json': typeFile(
    'book',
    {
      title: { type: 'string', required: true },
      slug: { type: 'uid', targetField: 'title' },
      short: { type: 'uid', targetField: 'title', maxLength: 4, required: true },
      isbn: { type: 'biginteger', unique: true },
      out: { type: 'datetime', unique: true },
      year: { type: 'integer', min: 0, default: 5 },
      extra: { type: 'json' },
      quote: { type: 'component', component: 'part.quote' },
      zone: { type: 'dynamiczone', components: ['part.quote'] },
      authors: relationTo('manyToMany', 'author', { inversedBy: 'books' }),
      editor: relationTo('manyToOne', 'author', { inversedBy: 'edited' }),
      sequel: relationTo('oneToOne', 'book', { inversedBy: 'prequel' }),
      prequel: relationTo('oneToOne', 'book', { mappedBy: 'sequel' }),
    },
    withDrafts,
  ),
  'author.json': typeFile('author', {
    name: { type: 'string' },
    books: relationTo('manyToMany', 'book', { mappedBy: 'authors' }),
    edited: relationTo('oneToMany', 'book', { mappedBy: 'editor' }),
  }),
});

const api = createApi(library);

const numRuns = lengthOf('LECTERN_MODEL_RUNS', { short: 4, long: 20 });

const absent = 'aaaaaaaaaaaaaaaaaaaaaaaa';

type Data = Readonly<Record<string, unknown>>;

type Entry = Readonly<Record<string, { readonly documentId?: string; readonly data?: Data }>>;

interface Target {
  readonly id: number;
  readonly documentId: string;
}

const make = async (path: string, data: object): Promise<Target> => (await api.post(path, data)).body.data;

const bulk = (entries: readonly Entry[], status: string): Promise<Reply> =>
  api.request('POST', `/api/books/actions/bulk?status=${status}`, { body: { data: entries } });

const collection = async (name: string) => (await api.service().database.get()).collection(name);

/** The document that entries between the creates write, so that the creates are written one after another. */
const separatorTitle = 'separator';

/** Replaces what differs between two equal requests: documentIds, integer ids and times, by their order. */
const normalize = (value: unknown): unknown => {
  const ids: number[] = [];
  const documentIds: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || part instanceof ObjectId || part instanceof Date) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key === 'id' && typeof inner === 'number') ids.push(inner);
      if (key === 'documentId') documentIds.push(String(inner));
      collect(inner);
    }
  };
  collect(value);
  const rank = [...new Set(ids)].sort((a, b) => a - b);
  const label = (text: string): string => (documentIds.includes(text) ? `document ${documentIds.indexOf(text)}` : text);
  const replace = (part: unknown, key: string): unknown => {
    if (part instanceof ObjectId || part instanceof Date || part instanceof Timestamp) return part.constructor.name;
    if (/At$|^at$/.test(key) && part !== null) return 'time';
    if (key === 'id' && typeof part === 'number') return rank.indexOf(part);
    if (typeof part === 'string') return label(part);
    if (Array.isArray(part)) return part.map((one: unknown) => replace(one, ''));
    if (typeof part !== 'object' || part === null) return typeof part === 'bigint' ? String(part) : part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, replace(inner, name)]));
  };
  return replace(value, '');
};

/** The books as stored, with the order of their keys. */
const storedBooks = async (): Promise<unknown> => {
  const books = await (
    await collection('books')
  )
    .find({ 'draft.title': { $ne: separatorTitle } })
    .sort({ _id: 1 })
    .toArray();
  // One document carries what its batch adds to the stored total.
  const sum = books.reduce((total, { uncounted }) => total + Number(uncounted ?? 0), 0);
  return JSON.stringify(normalize([sum, ...books.map((book) => ({ ...book, uncounted: undefined }))]));
};

/** The faults of an answer, or its results; `step` is the distance between two entries of the original request. */
const outcome = ({ status, body }: Reply, step: number): unknown => {
  if (status === 200)
    return normalize((body.data as unknown[]).filter((_, index) => index % step === 0).concat({ status }));
  const errors = body.error.details.errors as { path: string[] }[];
  return {
    status,
    message: body.error.message,
    errors: errors.map(({ path: [index, ...path], ...error }) => ({ ...error, path: [Number(index) / step, ...path] })),
  };
};

let authors: readonly Target[] = [];

beforeEach(async () => {
  await Promise.all(['books', 'authors'].map(async (name) => (await collection(name)).deleteMany({})));
  authors = [await make('/api/authors', { name: 'a' }), await make('/api/authors', { name: 'b' })];
});

/** Mostly no value or a valid one, and sometimes a fault. */
const value = (valid: readonly unknown[], faults: readonly unknown[] = []): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 40, arbitrary: fc.constantFrom(...valid) },
    ...(faults.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...faults) }]),
  );

/** The index of an author, `2` for one that does not exist. */
const author = fc.oneof({ weight: 60, arbitrary: fc.constantFrom(0, 1) }, { weight: 1, arbitrary: fc.constant(2) });

const book = fc.record({
  title: fc.constantFrom('One', 'Two', 'Two', 'Three', 'Two'),
  slug: value(['three', 'two-1', null, '', null, ''], ['one', 'no slug!']),
  isbn: value(
    Array.from({ length: 60 }, (_, n) => String(n + 10)),
    ['5', 'x'],
  ),
  out: value([null, ...Array.from({ length: 60 }, (_, n) => `2020-01-01T00:00:${String(n).padStart(2, '0')}Z`)], ['x']),
  year: value([1, '2', null], [-1]),
  extra: value([{ any: ['thing'] }, null]),
  authors: fc.option(fc.array(author, { maxLength: 3 }), { nil: undefined }),
  editor: fc.option(author, { nil: undefined }),
  quote: value([{ text: 'q' }, null], [{}, { nope: 1 }]),
  zone: value([[{ __component: 'part.quote', text: 'z' }], []], [[{ __component: 'nope' }]]),
  followsSeed: fc.constantFrom(false, false, false, false, true),
});

type Book = typeof book extends fc.Arbitrary<infer T> ? T : never;

const noLinks = { authors: undefined, editor: undefined, quote: undefined, zone: undefined, followsSeed: false };

const bookOf = (year: unknown): Book => ({
  ...{ title: 'One', slug: undefined, isbn: undefined, out: undefined, year, extra: undefined },
  ...noLinks,
});

interface World {
  readonly seed: Target;
}

const entryOf =
  ({ seed }: World) =>
  ({ authors: named, editor, followsSeed, ...values }: Book): Entry => {
    const ref = (index: number): unknown =>
      index === 1 ? authors[1]?.id : index === 0 ? authors[0]?.documentId : absent;
    const links = {
      ...(named === undefined ? {} : { authors: named.map(ref) }),
      ...(editor === undefined ? {} : { editor: { connect: [ref(editor)] } }),
      ...(followsSeed ? { sequel: seed.documentId } : {}),
    };
    const data = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return { create: { data: { ...data, ...links } } };
  };

const statuses = new Map<number, number>();

test(
  'any creates have the same results, faults and stored documents together and one after another',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(book, { minLength: 2, maxLength: 7 }),
        fc.constantFrom('draft', 'published'),
        async (books, status) => {
          const play = async (step: number) => {
            await (await collection('books')).deleteMany({});
            const world = { seed: await make('/api/books', { title: 'One', slug: 'one', isbn: '5' }) };
            const entries = books.map(entryOf(world));
            const { documentId } = await make('/api/books', { title: separatorTitle });
            const separator: Entry = { update: { documentId, data: {} } };
            const reply = await bulk(step === 1 ? entries : entries.flatMap((entry) => [entry, separator]), status);
            statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
            return { outcome: outcome(reply, step), stored: await storedBooks() };
          };
          expect(await play(1)).toEqual(await play(2));
        },
      ),
      // Few random requests have a fault, or none has one.
      { numRuns, examples: [1, -1].map((year) => [[bookOf(1), bookOf(year)], 'published']) },
    ),
  60_000,
);

test('some of them have faults, and some have none', () => {
  expect([...statuses.keys()].sort()).toEqual([200, 400]);
});

/** A bulk request of creates, with this service. */
const bulkWith = (service: Service, data: readonly object[], caller: Caller = administrator): BulkContext => {
  const locales = { codes: new Set(['en']), defaultLocale: 'en' };
  const type = typeOf(library, 'api::book.book');
  return {
    service,
    request: testRequest(),
    caller,
    query: readQuery('', type, caller, { ...service, locales }),
    locales,
    entries: data.map((one) => ({ kind: 'create', documentId: '', data: one })),
    until: Infinity,
  };
};

/**
 * Runs a bulk request of creates.
 *
 * @param onReserve runs before a batch reserves its ids
 * @returns how many ids each batch reserved, and how many documents were built
 */
const batches = async (data: readonly object[], onReserve: () => Promise<unknown> = () => Promise.resolve()) => {
  const service = api.service();
  const { sequences } = service;
  const reserved: number[] = [];
  let built = 0;
  const counting = {
    next: (name: string) => sequences.next(name),
    reserve: async (name: string, count: number) => {
      reserved.push(count);
      await onReserve();
      return sequences.reserve(name, count);
    },
  } as unknown as Service['sequences'];
  const newDocumentId = (): string => {
    built++;
    return service.newDocumentId();
  };
  const context = bulkWith({ ...service, sequences: counting, newDocumentId }, data);
  await runWrite(context.service, await prepareAtomicBulk(context));
  return { reserved, built };
};

describe('creates are written together', () => {
  it('if they change no other documents', async () => {
    const plain = { title: 'x', authors: [authors[0]?.documentId] };
    const linking = { title: 'y', sequel: (await make('/api/books', { title: 'z' })).documentId };
    expect(await batches([plain, plain, plain])).toEqual({ reserved: [6], built: 3 });
    expect(await batches([plain, plain, linking, plain, plain, linking, plain])).toEqual({
      reserved: [4, 4],
      built: 7,
    });
    expect(await batches([linking, linking])).toEqual({ reserved: [], built: 2 });
  });

  it('if their generated uids differ only by their numbers', async () => {
    await make('/api/books', { title: 'same' });
    expect((await batches(['same', 'same', 'other'].map((title) => ({ title })))).built).toBe(3);
    const stored = await (await collection('books')).find().sort({ _id: 1 }).toArray();
    expect(stored.map(({ draft }) => draft.slug as string)).toEqual(['same', 'same-1', 'same-2', 'other']);
  });

  it('and do not link to a target that is deleted meanwhile', async () => {
    const [deleted, kept] = authors.map(({ documentId }) => documentId);
    const data = ['x', 'y'].map((title) => ({ title, authors: [deleted, kept] }));
    await batches(data, () => api.delete(`/api/authors/${String(deleted)}`));
    await sweepLater(api.service());
    const stored = await (await collection('books')).find().toArray();
    expect(stored).toHaveLength(2);
    for (const { draft, published } of stored as Document[])
      expect([draft.authors, published.authors].flat().map(({ to }: { to: string }) => to)).toEqual([kept, kept]);
  });

  it('or fail together if another write takes a value first', async () => {
    let taken = false;
    const take = async (): Promise<void> => {
      if (!taken) await make('/api/books', { title: 'first', isbn: '7' });
      taken = true;
    };
    const data = [
      { title: 'x', isbn: '6', editor: authors[0]?.documentId },
      { title: 'y', isbn: '7' },
    ];
    await expect(batches(data, take)).rejects.toMatchObject({
      status: 400,
      details: { errors: [{ path: ['1', 'create', 'data', 'isbn'], message: 'This attribute must be unique' }] },
    });
    expect(await (await collection('books')).countDocuments()).toBe(1);
  });
});
