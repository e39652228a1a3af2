// The documents service: in hooks, where it is part of the write, and outside of them.
import { isDeepStrictEqual } from 'node:util';
import { Collection, type FindOptions } from 'mongodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../../lib/errors.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { defineExtension, type HooksOf } from '../../../lib/platform/extensions/index.ts';
import { documentsFor, hooksFor } from '../../../lib/write/operations/index.ts';
import { typeOf } from '../../../lib/schema/index.ts';
import { changeTimeUpdate } from '../../../lib/write/documents/index.ts';
import { createApi, createProjectApi } from '../../setup/api.ts';
import { registerUser, setPermissions } from '../../setup/users.ts';
import { library } from '../documents/library.ts';

let hooks: HooksOf<string> = {};
let shelfHooks: HooksOf<string> = {};
let rulesHooks: HooksOf<string> = {};
let userHooks: HooksOf<string> = {};

const api = createProjectApi(
  library,
  defineExtension({
    types: {
      'api::book.book': {
        beforeWrite: (write) => hooks.beforeWrite?.(write),
        validate: (write) => hooks.validate?.(write),
        beforeDelete: (deletion) => hooks.beforeDelete?.(deletion),
      },
      'api::shelf.shelf': {
        beforeWrite: (write) => shelfHooks.beforeWrite?.(write),
        validate: (write) => shelfHooks.validate?.(write),
      },
      'plugin::users-permissions.user': { beforeWrite: (write) => userHooks.beforeWrite?.(write) },
      'api::rules.rules': { beforeWrite: (write) => rulesHooks.beforeWrite?.(write) },
    },
  }),
);
const plain = createApi(library);

beforeEach(() => {
  hooks = {};
  shelfHooks = {};
  rulesHooks = {};
  userHooks = {};
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** What is read of a document to find out whether a hook has changed it. */
const revisionFields = { _id: 0, documentId: 1, locale: 1, revision: 1 };

const logged = (): string => JSON.stringify(vi.mocked(console.error).mock.calls);

const count = async (collection: string, filter: object): Promise<number> =>
  (await api.collection(collection)).countDocuments(filter);

describe('in a hook', () => {
  it.each([
    ['uses no documents', 0],
    ['reads another document', 2],
  ])('costs two reads of revisions less if it %s', async (what, expected) => {
    const shelf = await api.create('/api/shelves', { name: 'x' });
    hooks = {
      beforeWrite: async ({ documents: { asSystem } }) => {
        if (expected > 0) await asSystem.findOne('api::shelf.shelf', shelf);
        return { title: what };
      },
      beforeDelete: async ({ documents: { asSystem } }) => {
        if (expected > 0) await asSystem.findOne('api::shelf.shelf', shelf);
      },
    };
    const find = vi.spyOn(Collection.prototype, 'find');
    const readsOf = async (write: () => Promise<unknown>): Promise<number> => {
      find.mockClear();
      await write();
      return find.mock.calls.filter(([, options]) => isDeepStrictEqual(options?.projection, revisionFields)).length;
    };
    let book = '';
    expect(await readsOf(async () => (book = await api.create('/api/books', { title: 'a' })))).toBe(expected);
    expect(await readsOf(() => api.put(`/api/books/${book}`, { title: 'b' }))).toBe(expected);
    expect((await api.get(`/api/books/${book}`)).body.data.title).toBe(what);
    expect(await readsOf(() => api.delete(`/api/books/${book}`))).toBe(expected);
    find.mockRestore();
  });

  it('looks for unique values only that it changes, with one command by their indexes', async () => {
    hooks = { beforeWrite: () => ({ year: 3 }) };
    const taken = await api.create('/api/books', { title: 'a', isbn: 1, slug: 'one' });
    const book = await api.create('/api/books', { title: 'b', isbn: 2, slug: 'two' });
    const find = vi.spyOn(Collection.prototype, 'find');
    const isLook = (options?: FindOptions): boolean => isDeepStrictEqual(options?.projection, { documentId: 1 });
    const looksOf = async (data: object): Promise<readonly [number, unknown, number]> => {
      find.mockClear();
      const { status, body } = await api.put(`/api/books/${book}`, data);
      const looks = find.mock.calls.filter(([, options]) => isLook(options));
      return [status, body.error?.details.errors.map(({ path }: { path: unknown }) => path), looks.length];
    };
    expect(await looksOf({ title: 'c' })).toEqual([200, undefined, 0]);
    expect(await looksOf({ title: 'c', isbn: 2, slug: 'two' })).toEqual([200, undefined, 0]);
    expect(await looksOf({ isbn: 3, slug: 'three' })).toEqual([200, undefined, 1]);
    const [filter = {}] = find.mock.calls.find(([, options]) => isLook(options)) ?? [];
    // A condition on the documentId lets MongoDB choose its index, which has all documents.
    const { queryPlanner } = await (await api.collection('books')).find(filter).explain();
    const plan = JSON.stringify(queryPlanner.winningPlan);
    expect([plan.includes('draft.slug'), plan.includes('documentId')]).toEqual([true, false]);
    expect((await looksOf({ isbn: 1, slug: 'one' })).slice(0, 2)).toEqual([400, [['slug'], ['isbn']]]);
    expect((await api.get(`/api/books/${taken}`)).body.data).toMatchObject({ isbn: '1', slug: 'one' });
    find.mockRestore();
  });

  it('reads and writes in the transaction, one operation at a time', async () => {
    hooks = {
      beforeWrite: async ({ documents: { asSystem }, data }) => {
        const shelves = await Promise.all(
          ['a', 'b', 'c'].map((name) => asSystem.create('api::shelf.shelf', { name: `${data.title} ${name}` })),
        );
        const { data: found, meta } = await asSystem.find('api::shelf.shelf', {
          filters: { name: { $startsWith: 'inside' } },
          sort: 'name',
        });
        expect([found.map(({ name }) => name), meta.pagination.total]).toEqual([
          ['inside a', 'inside b', 'inside c'],
          3,
        ]);
        // Nothing is visible outside yet.
        expect(await count('shelves', { 'published.name': 'inside a' })).toBe(0);
        await asSystem.update('api::shelf.shelf', shelves[1]?.documentId, { name: 'inside changed' });
        await asSystem.delete('api::shelf.shelf', shelves[2]?.documentId);
        return { shelf: shelves[0]?.documentId };
      },
    };
    const book = await api.create('/api/books', { title: 'inside' });
    const { body } = await api.get(`/api/books/${book}?populate=shelf`);
    expect(body.data.shelf.name).toBe('inside a');
    expect(await count('shelves', { 'published.name': /^inside/ })).toBe(2);
  });

  it('leaves nothing if the write is refused afterwards', async () => {
    hooks = {
      beforeWrite: async ({ documents: { asSystem } }) => {
        await asSystem.create('api::shelf.shelf', { name: 'refused' });
      },
      validate: ({ fail }) => {
        fail('title', 'is refused');
      },
    };
    expect((await api.post('/api/books', { title: 'x' })).status).toBe(400);
    expect(await count('shelves', { 'published.name': 'refused' })).toBe(0);
  });

  it('refuses the whole write if one of its writes fails, even if the hook catches the error', async () => {
    hooks = {
      beforeWrite: async ({ documents: { asSystem } }) => {
        await asSystem.create('api::shelf.shelf', { name: 'first' });
        await asSystem.create('api::shelf.shelf', {}).catch(() => undefined);
        await asSystem.create('api::shelf.shelf', { name: 'third' }).catch(() => undefined);
      },
    };
    const { status, body } = await api.post('/api/books', { title: 'caught' });
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['name']]);
    expect(await count('shelves', { 'published.name': /first|third/ })).toBe(0);
    expect(await count('books', { 'draft.title': 'caught' })).toBe(0);
  });

  it('finds nothing instead of failing, for a document that does not exist', async () => {
    hooks = {
      validate: async ({ documents: { asSystem }, fail }) => {
        if ((await asSystem.findOne('api::shelf.shelf', 'nobody')) === null) fail('shelf', 'is not there');
      },
    };
    const { body } = await api.post('/api/books', { title: 'x' });
    expect(body.error.message).toBe('is not there');
  });

  it('runs the hooks of the other document too, and their faults refuse the write', async () => {
    shelfHooks = {
      beforeWrite: ({ data }) => ({ code: `code of ${data.name}` }),
      validate: ({ data, fail }) => {
        if (data.name === 'bad') fail('name', 'is bad');
      },
    };
    let name = 'good';
    hooks = {
      beforeWrite: async ({ documents: { asSystem } }) => ({
        shelf: (await asSystem.create('api::shelf.shelf', { name })).documentId,
      }),
    };
    const book = await api.create('/api/books', { title: 'x' });
    expect((await api.get(`/api/books/${book}?populate=shelf`)).body.data.shelf.code).toBe('code of good');
    name = 'bad';
    const { status, body } = await api.put(`/api/books/${book}`, {});
    expect([status, body.error.message]).toEqual([400, 'is bad']);
  });

  it('fails if hooks cause each other without end', async () => {
    shelfHooks = {
      beforeWrite: async ({ documents: { asSystem }, data }) => {
        await asSystem.create('api::shelf.shelf', { name: `${data.name}+` });
      },
    };
    expect((await api.post('/api/shelves', { name: 'endless' })).status).toBe(500);
    expect(logged()).toContain('more than 10 times');
    expect(await count('shelves', { 'published.name': /^endless/ })).toBe(0);
  });

  it.each(['directly', 'through a relation'])('fails if it changes the document itself %s', async (how) => {
    const shelf = await api.create('/api/shelves', { name: 'own' });
    const book = await api.create('/api/books', { title: 'own', shelf });
    let isFirst = true;
    hooks = {
      beforeWrite: async ({ documents: { asSystem }, documentId }) => {
        if (!isFirst) return;
        isFirst = false;
        if (how === 'directly') await asSystem.update('api::book.book', documentId, { year: 5 });
        else await asSystem.update('api::shelf.shelf', shelf, { books: [] });
      },
    };
    expect((await api.put(`/api/books/${book}`, { title: 'changed' })).status).toBe(500);
    expect(logged()).toContain('return the changes from beforeWrite instead');
    expect((await api.get(`/api/books/${book}`)).body.data).toMatchObject({ title: 'own', year: null });
  });

  it('fails if it writes the single type that is being created', async () => {
    let calls = 0;
    rulesHooks = {
      beforeWrite: async ({ documents: { asSystem } }) => {
        calls += 1;
        if (calls === 1) await asSystem.update('api::rules.rules', undefined, { title: 'inner' });
      },
    };
    expect((await api.put('/api/rules', { title: 'outer' })).status).toBe(500);
    expect(logged()).toContain('return the changes from beforeWrite instead');
    expect(calls).toBe(2);
  });

  it('fails if the hook does not wait for it', async () => {
    hooks = {
      beforeWrite: ({ documents: { asSystem } }) => {
        void asSystem.create('api::shelf.shelf', { name: 'unawaited' });
      },
    };
    expect((await api.post('/api/books', { title: 'x' })).status).toBe(500);
    expect(logged()).toContain('await each call of documents');
    expect(await count('shelves', { 'published.name': 'unawaited' })).toBe(0);
  });

  it('no longer works after the hook', async () => {
    let later: (() => Promise<unknown>) | undefined;
    hooks = {
      validate: ({ documents: { asSystem } }) => {
        later = () => asSystem.find('api::shelf.shelf');
      },
    };
    await api.create('/api/books', { title: 'x' });
    await expect(later?.()).rejects.toThrow('can no longer be used');
  });

  it('has the permissions of the caller with asCaller', async () => {
    await setPermissions(api, 'authenticated', [
      { action: 'api::book.book.create' },
      { action: 'api::book.book.find' },
    ]);
    const { as } = await registerUser(api, 'reader');
    await api.create('/api/shelves', { name: 'hidden' });
    const seen: unknown[] = [];
    hooks = {
      validate: async ({ documents: { asCaller, asSystem }, caller }) => {
        seen.push(caller.kind, (await asSystem.find('api::shelf.shelf', { filters: { name: 'hidden' } })).data.length);
        seen.push(await asCaller.find('api::shelf.shelf').catch((error: unknown) => (error as ApiError).status));
      },
    };
    expect((await api.post('/api/books', { title: 'x' }, { as })).status).toBe(201);
    expect(seen).toEqual(['user', 1, 403]);
  });

  it('sees fresh values when the write is repeated after a conflict', async () => {
    const shelf = await api.create('/api/shelves', { name: 'a', number: 1 });
    const seen: unknown[] = [];
    shelfHooks = {
      beforeWrite: async ({ previous }) => {
        seen.push(previous?.number);
        if (seen.length > 1) return;
        // Another process writes the document between the read and the write.
        const db = await api.service().database.get();
        await db
          .collection('shelves')
          .updateOne(
            { documentId: shelf },
            { $set: { 'published.number': 2 }, $inc: { revision: 1 }, ...changeTimeUpdate },
          );
      },
    };
    const { body } = await api.put(`/api/shelves/${shelf}`, { name: 'b' });
    expect([seen, body.data.name, body.data.number]).toEqual([[1, 2], 'b', 2]);
  });
});

describe('of hooks that write the same documents at once', () => {
  const shelves = () => Promise.all(['1', '2'].map((name) => api.create('/api/shelves', { name })));
  const storm = (hook: NonNullable<HooksOf<string>['beforeWrite']>, requests: number) => {
    hooks = { beforeWrite: hook };
    const titles = Array.from({ length: requests }, (_, at) => `${at % 2}`);
    return Promise.all(titles.map((title) => api.post('/api/books', { title })));
  };

  it('each runs a second time at most, because its transaction waits for the document', async () => {
    const [shelf = ''] = await shelves();
    let runs = 0;
    const replies = await storm(async ({ documents: { asSystem } }) => {
      runs += 1;
      const { name } = (await asSystem.findOne('api::shelf.shelf', shelf)) ?? {};
      await asSystem.update('api::shelf.shelf', shelf, { name: String(Number(name) + 1) });
    }, 20);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect((await api.get(`/api/shelves/${shelf}`)).body.data.name).toBe('21');
    expect(runs).toBeLessThanOrEqual(40);
  });

  it('none waits without end for another that locked the same documents in the other order', async () => {
    const ids = await shelves();
    const replies = await storm(async ({ data, documents: { asSystem } }) => {
      for (const id of data.title === '0' ? ids : ids.toReversed()) {
        const { name } = (await asSystem.findOne('api::shelf.shelf', id)) ?? {};
        await asSystem.update('api::shelf.shelf', id, { name: String(Number(name) + 1) });
      }
    }, 10);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    const names = ids.map(async (id) => (await api.get(`/api/shelves/${id}`)).body.data.name as string);
    expect(await Promise.all(names)).toEqual(['11', '12']);
  });
});

describe('outside of a hook', () => {
  const asSystem = () => documentsFor(api.service(), administrator).asSystem;

  it('creates, changes, publishes and deletes documents', async () => {
    const documents = asSystem();
    const { documentId } = await documents.create(
      'api::book.book',
      { title: 'a', out: new Date('2026-01-02') },
      { status: 'draft' },
    );
    expect(await documents.findOne('api::book.book', documentId)).toBeNull();
    expect(await documents.publish('api::book.book', documentId)).toMatchObject([{ title: 'a', out: '2026-01-02' }]);
    await documents.update('api::book.book', documentId, { title: 'b', year: undefined }, { status: 'draft' });
    expect(await documents.findOne('api::book.book', documentId, { status: 'draft' })).toMatchObject({ title: 'b' });
    expect(await documents.unpublish('api::book.book', documentId)).toMatchObject([{ title: 'b' }]);
    await documents.delete('api::book.book', documentId);
    expect(await documents.findOne('api::book.book', documentId, { status: 'draft' })).toBeNull();
  });

  it('writes the draft, unless the status is published', async () => {
    const documents = asSystem();
    const book = 'api::book.book';
    const { documentId } = await documents.create(book, { title: 'a' });
    const titles = async () => [
      (await documents.findOne(book, documentId, { status: 'draft' }))?.title,
      (await documents.findOne(book, documentId))?.title,
    ];
    expect(await titles()).toEqual(['a', undefined]);
    expect(await documents.update(book, documentId, { title: 'b' }, { status: 'published' })).toMatchObject({
      title: 'b',
      publishedAt: expect.any(String),
    });
    expect(await documents.update(book, documentId, { title: 'c' })).toMatchObject({ title: 'c' });
    expect(await titles()).toEqual(['c', 'b']);
    // A type without drafts has only the published version.
    const shelf = await documents.create('api::shelf.shelf', { name: 'as ever' });
    expect(await documents.findOne('api::shelf.shelf', shelf.documentId as string)).toMatchObject({ name: 'as ever' });
  });

  it('writes single types', async () => {
    await asSystem().update('api::rules.rules', undefined, { title: 'R' });
    expect(await asSystem().findOne('api::rules.rules')).toMatchObject({ title: 'R', days: 14 });
  });

  it.each<[name: string, use: () => Promise<unknown>, message: string]>([
    ['an unknown type', () => asSystem().find('api::bok.bok'), 'no content type api::bok.bok'],
    ['a write of a role', () => asSystem().delete('plugin::users-permissions.role', 'x'), 'documents cannot use'],
    ['no documentId', () => asSystem().findOne('api::book.book'), 'needs its documentId'],
    ['a list of a single type', () => asSystem().find('api::rules.rules'), 'use findOne'],
    [
      'undefined in a filter, which would match everything',
      () => asSystem().find('api::book.book', { filters: { title: { $eq: undefined } } }),
      'no value at filters.title.$eq',
    ],
    ['an unknown attribute in a filter', () => asSystem().find('api::book.book', { filters: { titel: 'x' } }), 'titel'],
  ])('refuses %s', async (_name, use, message) => {
    await expect(use()).rejects.toThrow(message);
  });
});

it('a user whose email a hook changes can log in', async () => {
  userHooks = { beforeWrite: ({ data }) => ({ email: data.email.toUpperCase() }) };
  await registerUser(api, 'upper');
  const body = { identifier: 'upper@example.org', password: 'correct horse' };
  expect((await api.request('POST', '/api/auth/local', { body, as: null })).status).toBe(200);
});

it('without extensions there are no hooks', () => {
  const type = typeOf(library, 'api::book.book');
  expect(hooksFor.write(plain.service(), administrator, type)).toBeUndefined();
  expect(hooksFor.delete(plain.service(), administrator, type)).toBeUndefined();
  expect(hooksFor.write(api.service(), administrator, typeOf(library, 'api::author.author'))).toBeUndefined();
});
