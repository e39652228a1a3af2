// Users log in with a username or an email address: neither may be the username or address of another user, even in
// simultaneous requests.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { repairIdentifiers } from '../../../lib/platform/db/repairIdentifiers.ts';
import { prepareIndexes, type StoredDocument } from '../../../lib/platform/db/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { addUser } from '../../setup/accounts.ts';
import { postAuth, password, registerUser } from '../../setup/users.ts';

const api = createApi(library, undefined, 3);

const usersIn = async () => await api.collection<StoredDocument>('up_users');

beforeAll(async () => {
  await api.createAllIndexes();
  // Creates the built-in roles.
  await registerUser(api, 'first');
});

const lower = (value: unknown): string => String(value).toLowerCase();

/** Pairs of users where the username of one is the email address of the other. */
const collidingUsers = async (): Promise<readonly unknown[]> => {
  const all = await (await usersIn()).find({ deletedAt: { $exists: false } }).toArray();
  return all.flatMap(({ documentId, published }) =>
    all
      .filter(
        (other) => other.documentId !== documentId && lower(other.published?.email) === lower(published?.username),
      )
      .map((other) => [published?.username, other.published?.username]),
  );
};

const isMade = (result: PromiseSettledResult<unknown>): boolean => result.status === 'fulfilled';

describe('of users who are created at the same time', () => {
  it('only one gets a text, be it as username or as email address', async () => {
    const pairs = Array.from({ length: 25 }, (_, index) => `shared${index}@example.org`);
    const made = await Promise.allSettled(
      pairs.flatMap((shared, index) => [
        addUser(api.service(), index % 2 === 0 ? shared : shared.toUpperCase(), { email: `a${index}@example.org` }),
        addUser(api.service(), `bearer${index}`, { email: shared }),
      ]),
    );
    const won = pairs.map((_, index) => made.slice(2 * index, 2 * index + 2).filter(isMade).length);
    expect(won).toEqual(pairs.map(() => 1));
    expect(await collidingUsers()).toEqual([]);
  });

  it('all are created if their texts differ', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        addUser(api.service(), `own${index}@example.org`, { email: `mine${index}@example.org` }),
      ),
    );
    expect(made.filter(isMade)).toHaveLength(50);
  });

  it('the refused one gets an error', async () => {
    for (const round of [1, 2]) {
      const username = `both${round}`;
      const replies = await Promise.all([
        postAuth(api, 'local/register', { username, email: `one${round}@example.org`, password }),
        postAuth(api, 'local/register', { username, email: `two${round}@example.org`, password }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const refused = replies.find(({ status }) => status === 400);
      expect(refused?.body.error).toMatchObject({
        name: 'ApplicationError',
        message: 'Email or Username are already taken',
      });
    }
    expect(await collidingUsers()).toEqual([]);
  });

  it('only one of two updates to the same text succeeds', async () => {
    const [one, other] = [await addUser(api.service(), 'changes1', {}), await addUser(api.service(), 'changes2', {})];
    for (const round of [1, 2, 3, 4, 5]) {
      const shared = `later${round}@example.org`;
      const replies = await Promise.all([
        api.request('PUT', `/api/users/${one}`, { body: { username: shared } }),
        api.request('PUT', `/api/users/${other}`, { body: { email: shared } }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
    expect(await collidingUsers()).toEqual([]);
  });
});

const taken = 'Email or Username are already taken';

describe('a username that is the email address of another user, or vice versa,', () => {
  beforeAll(async () => {
    await addUser(api.service(), 'maud', {});
    await addUser(api.service(), 'name@example.org', { email: 'other@example.org' });
    await addUser(api.service(), 'eve', {});
  });

  it.each([
    ['maud@example.org', 'new@example.org'],
    ['Maud@Example.org', 'new@example.org'],
    ['new', 'name@example.org'],
    ['new', 'NAME@example.org'],
    ['maud', 'new@example.org'],
  ])('cannot be registered: %s, %s', async (username, email) => {
    const { status, body } = await postAuth(api, 'local/register', { username, email, password });
    expect([status, body.error?.message]).toEqual([400, taken]);
  });

  it.each([
    [{ username: 'Maud@Example.org' }, 'Username already taken'],
    [{ email: 'NAME@example.org' }, 'Email already taken'],
    [{ username: 'maud' }, 'Username already taken'],
    [{ email: 'maud@example.org' }, 'Email already taken'],
  ])('cannot be written with PUT or POST /api/users: %j', async (change, message) => {
    const eve = await (await usersIn()).findOne({ 'published.username': 'eve' });
    const replies = [
      await api.request('PUT', `/api/users/${String(eve?.published?.id)}`, { body: change }),
      await api.request('POST', '/api/users', {
        body: { username: 'new', email: 'new@example.org', password, ...change },
      }),
    ];
    for (const { status, body } of replies) expect([status, body.error?.message]).toEqual([400, message]);
  });
});

describe('a username', () => {
  it('may be the own email address, and may differ from others only in letter case', async () => {
    await addUser(api.service(), 'Self@Example.org', { email: 'self@example.org' });
    await addUser(api.service(), 'Case', { email: 'case1@example.org' });
    await addUser(api.service(), 'case', { email: 'case2@example.org' });
  });

  it('can be used again when its user changes it or is deleted', async () => {
    const user = await addUser(api.service(), 'leaving@example.org', { email: 'left@example.org' });
    expect((await api.request('PUT', `/api/users/${user}`, { body: { username: 'left' } })).status).toBe(200);
    await addUser(api.service(), 'second', { email: 'leaving@example.org' });
    expect((await api.request('DELETE', `/api/users/${user}`)).status).toBe(200);
    await addUser(api.service(), 'left@example.org', { email: 'third@example.org' });
  });
});

describe('users from before the index on both', () => {
  /** Stores users as an old version did, with changes that no index refuses. */
  const unindexed = async (changes: readonly (readonly [id: number, username: string])[] = []): Promise<void> => {
    const users = await usersIn();
    await users.dropIndex('identifiers').catch(() => undefined);
    for (const [id, username] of changes)
      await users.updateOne({ 'published.id': id }, { $set: { 'published.username': username } });
    await users.updateMany({}, { $unset: { identifiers: 1 } });
  };

  const prepared = async (): Promise<void> => prepareIndexes(await api.service().database.get(), api.service().schema);

  it('get their index entries when the index is created', async () => {
    await addUser(api.service(), 'early@example.org', { email: 'Early2@Example.org' });
    await unindexed();
    await prepared();
    const early = await (await usersIn()).findOne({ 'published.username': 'early@example.org' });
    expect(early).toMatchObject({ identifiers: ['early@example.org', 'early2@example.org'] });
    await expect(addUser(api.service(), 'late', { email: 'early@example.org' })).rejects.toThrow('must be unique');
  });

  it('are all listed in the error if their identifiers collide', async () => {
    const ids: number[] = [];
    for (const name of ['double1', 'double2', 'double3', 'double4']) ids.push(await addUser(api.service(), name, {}));
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    await unindexed([
      [one, 'Double2@example.org'],
      [four, 'double3@example.org'],
    ]);
    await expect(prepared()).rejects.toThrow(
      [
        'Documents of up_users share a name or email address, which must be unique. Change one in each line:',
        `"double2@example.org" is the name or email address of ${one} and ${two}`,
        `"double3@example.org" is the name or email address of ${three} and ${four}`,
      ].join('\n'),
    );
    await unindexed([
      [one, 'double1'],
      [four, 'double4'],
    ]);
    await prepared();
  });

  it('are listed in the error if an old process writes a duplicate next to the index', async () => {
    const [one, two] = [await addUser(api.service(), 'older1', {}), await addUser(api.service(), 'older2', {})];
    const older = { $set: { 'published.username': 'older1@example.org' }, $unset: { identifiers: 1 } } as const;
    await (await usersIn()).updateOne({ 'published.id': two }, older);
    await expect(prepared()).rejects.toThrow(/Several documents of up_users .*older1@example\.org/);
    await (await usersIn()).updateOne({ 'published.id': two }, { $set: { 'published.username': 'older2' } });
    await prepared();
    expect(one).not.toBe(two);
  });

  it('have the identifiers of their names and addresses after an older process changed or deleted them', async () => {
    const users = await usersIn();
    const names = ['stale1', 'stale2', 'stale3', 'stale4', 'Ünal@Example.org'];
    const ids: number[] = [];
    for (const [index, name] of names.entries())
      ids.push(await addUser(api.service(), name, { email: `stale${index + 1}@example.org` }));
    const [one, two, three, four, five] = ids;
    const named = (id: number | undefined, username: string) =>
      users.updateOne({ 'published.id': id }, { $set: { 'published.username': username } });
    // Two change their names to each other's, one takes another, one is deleted.
    await named(one, 'stale0');
    await named(two, 'stale1');
    await named(one, 'stale2');
    await named(three, 'Renamed@Example.org');
    const deleted = await users.findOneAndUpdate(
      { 'published.id': four },
      { $set: { deletedAt: new Date() }, $unset: { published: 1 } },
    );
    const current = await users.findOne({ 'published.id': five });
    await prepared();
    const stored = async (id: number | undefined) => (await users.findOne({ 'published.id': id }))?.identifiers;
    expect(await Promise.all([one, two, three].map(stored))).toEqual([
      ['stale2', 'stale1@example.org'],
      ['stale1', 'stale2@example.org'],
      ['renamed@example.org', 'stale3@example.org'],
    ]);
    expect(await users.findOne({ documentId: String(deleted?.documentId) })).not.toHaveProperty('identifiers');
    expect(await users.findOne({ 'published.id': five })).toEqual(current);
    await addUser(api.service(), 'stale4', { email: 'stale3new@example.org' });
  });

  it('are only read, once, when nothing differs', async () => {
    await prepared();
    const users = await usersIn();
    const aggregate = vi.spyOn(users, 'aggregate');
    const write = vi.spyOn(users, 'bulkWrite');
    await repairIdentifiers(users, api.service().schema);
    expect([aggregate.mock.calls.length, write.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('a name that seems to be another', () => {
  const hidden = ['seen ', '\tseen', 'se\nen', 'seen\u200B', '\u202Eseen', 'seen\u0007', '\u2800\u2800\u2800'];

  it.each(hidden)('is refused in a registration, a new user and a change: %j', async (username) => {
    const email = `hidden${hidden.indexOf(username)}@example.org`;
    const id = await addUser(api.service(), `named${hidden.indexOf(username)}`, {});
    const body = { username, email, password };
    for (const reply of [
      await postAuth(api, 'local/register', body),
      await api.request('POST', '/api/users', { body }),
      await api.request('PUT', `/api/users/${id}`, { body: { username } }),
    ])
      expect([reply.status, reply.body.error.details.errors[0].path]).toEqual([400, ['username']]);
  });

  it('stays with a user who had it before', async () => {
    const id = await addUser(api.service(), 'had\u200Bit', {});
    const body = { username: 'had\u200Bit', blocked: true };
    expect((await api.request('PUT', `/api/users/${id}`, { body })).status).toBe(200);
  });
});
