// The filter of the list of users by their factors: the command does not grow with the users.
import { beforeAll, expect, it } from 'vitest';
import { userListQuery } from '../../../lib/accounts/factors/index.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { explain, planOf } from '../../../lib/read/execute/index.ts';
import { createApi } from '../../setup/api.ts';
import { setPermissions } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';
import { addEditorUser, administration, logInToEditor, setUpApp, takeStep, type AppUser } from './editorUser.ts';

const api = createApi(library);
let user: AppUser;
beforeAll(async () => {
  await api.createAllIndexes();
  const permissions = [...administration, 'plugin::users-permissions.user.count'];
  user = await setUpApp(api, await addEditorUser(api, 'app', permissions));
  const users = await api.collection('up_users');
  const copies = Array.from({ length: 300 }, (_, index) => ({
    ...{ documentId: `copy${index}`, locale: null, revision: 1 },
    published: { id: 10_000 + index, username: `copy${index}`, email: `copy${index}@example.org` },
    ...(index < 3 ? { _factors: ['passkey', 'totp'] } : {}),
  }));
  await users.insertMany(copies);
});

const explained = async (factor: string) => {
  const service = api.service();
  const context = { caller: administrator, locales: await service.locales.known() };
  const query = await userListQuery(service, context, `factor=${factor}`, 'count');
  return (await explain(await service.database.get(), planOf(query, service.schema))).steps;
};

it('names no user in the command, and an index finds those with a factor', async () => {
  const lists = await Promise.all(['passkey', 'totp', 'none'].map(explained));
  const matches = lists.map(
    ([list]) => (list?.question.stages[0]?.$match as { $and: readonly object[] } | undefined)?.$and[1],
  );
  expect(matches).toEqual(['passkey', 'totp', null].map((kind) => ({ _factors: { $eq: kind } })));
  expect(lists.map(([list]) => list?.rows)).toEqual([3, 4, 25]);
  for (const [list] of lists.slice(0, 2)) {
    expect(list?.indexes).toEqual(['_factors']);
    expect(list?.documentsExamined).toBe(list?.rows);
  }
});

it('and the step `users` are for users of the editor and tokens with full access', async () => {
  const permissions = ['find', 'count'].map((action) => `plugin::users-permissions.user.${action}`);
  const actions = permissions.map((action) => ({ action }));
  const helping = [...permissions, 'plugin::users-permissions.user.update'];
  const jwtOf = async (name: string, allowed: readonly string[]) => {
    const { status, body } = await logInToEditor(api, await addEditorUser(api, name, allowed));
    expect(status).toBe(200);
    return { token: body.jwt as string };
  };
  const readers = {
    public: null,
    editor: { token: user.jwt },
    member: await jwtOf('member', permissions),
    helper: await jwtOf('helper', helping),
  };
  await setPermissions(api, 'public', actions);
  const statuses = async (as: { readonly token: string } | null) => {
    const lists = await Promise.all(
      ['/api/users', '/api/users?factor=none', '/api/users/count?factor=totp'].map((path) => api.get(path, { as })),
    );
    const step = await takeStep(api, 'users', { users: [user.documentId] }, as?.token);
    return [...lists, step].map(({ status }) => status);
  };
  expect(await statuses(readers.public)).toEqual([200, 403, 403, 403]);
  expect(await statuses(readers.member)).toEqual([200, 403, 403, 403]);
  expect(await statuses(readers.editor)).toEqual([200, 200, 200, 200]);
  expect(await statuses(readers.helper)).toEqual([200, 200, 200, 200]);
  expect((await api.get('/api/users?factor=none')).status).toBe(200);
});

it('follows each change of the factors', async () => {
  const users = await api.collection('up_users');
  const stored = async () => (await users.findOne({ documentId: user.documentId }))?._factors;
  expect(await stored()).toEqual(['totp']);
  expect((await takeStep(api, 'remove', { factor: 'totp' }, user.jwt)).status).toBe(200);
  expect(await stored()).toBeUndefined();
});

it('is sorted without regard to case, page by page, if the caller asks for it', async () => {
  const users = await api.collection('up_users');
  const names = ['case-b', 'Case-a', 'CASE-C', 'case-D'];
  await users.insertMany(
    names.map((username, index) => ({
      ...{ documentId: `case${index}`, locale: null, revision: 1 },
      published: { id: 20_000 + index, username, email: `case${index}@example.org` },
    })),
  );
  const namesOf = async (query: string) => {
    const { status, body } = await api.get(`/api/users?filters[username][$containsi]=case-&sort=username:${query}`);
    expect(status).toBe(200);
    return body.map(({ username }: { username: string }) => username);
  };
  const sorted = ['Case-a', 'case-b', 'CASE-C', 'case-D'];
  expect(await namesOf('asc')).toEqual(['CASE-C', 'Case-a', 'case-D', 'case-b']);
  expect(await namesOf('asc&ignoreCase=false')).toEqual(['CASE-C', 'Case-a', 'case-D', 'case-b']);
  expect(await namesOf('asc&ignoreCase=true')).toEqual(sorted);
  expect(await namesOf('desc&ignoreCase=true')).toEqual(sorted.toReversed());
  const pages = await Promise.all(
    [1, 2].map((page) => namesOf(`asc&ignoreCase=true&pagination[page]=${page}&pagination[pageSize]=2`)),
  );
  expect(pages).toEqual([sorted.slice(0, 2), sorted.slice(2)]);
  expect(await api.get('/api/users?ignoreCase=maybe')).toMatchObject({
    ...{ status: 400, body: { error: { message: 'ignoreCase must be true or false' } } },
  });
});
