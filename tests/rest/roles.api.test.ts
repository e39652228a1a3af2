// Checks roles over HTTP: the answers of Strapi, and conditions, which Strapi does not have.
import { beforeAll, describe, expect, it } from 'vitest';
import { changePermissions } from '../../lib/accounts/roles/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi } from '../setup/api.ts';

const api = createApi(library, undefined, 2);
const roles = '/api/users-permissions/roles';

const send = (method: string, url: string, body?: unknown) => api.request(method, url, { body });

const withActions = (actions: object, type = 'book') => ({ [`api::${type}`]: { controllers: { [type]: actions } } });

const idOf = async (name: string): Promise<number> => {
  const { body } = await send('GET', roles);
  return (body.roles as { id: number; name: string }[]).find((role) => role.name === name)?.id ?? 0;
};

const createRole = async (name: string, permissions: object = {}): Promise<string> => {
  expect(await send('POST', roles, { name, permissions })).toMatchObject({ status: 200, body: { ok: true } });
  return `${roles}/${await idOf(name)}`;
};

const permissionsAt = async (url: string, type = 'book') =>
  (await send('GET', url)).body.role.permissions[`api::${type}`].controllers[type];

describe('a role', () => {
  it('may have conditions', async () => {
    const filters = { title: { $startsWith: 'A' }, year: { $gt: 3, $in: [4, 5] } };
    const url = await createRole(
      'Restricted',
      withActions({ find: { enabled: true, filters }, update: { enabled: true, own: true } }),
    );
    expect(await permissionsAt(url)).toMatchObject({
      find: { enabled: true, policy: '', filters },
      update: { enabled: true, policy: '', own: true },
      create: { enabled: false, policy: '' },
    });
  });

  it('is created once if many requests create it at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => send('POST', roles, { name: 'Racers' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    for (const { status, body } of replies)
      if (status === 400) expect(body.error.message).toBe('There is a role of the type racers already');
  });

  it('loses no permission of simultaneous changes', async () => {
    const service = api.service();
    await createRole('Crowd');
    const role = await (await service.database.get()).collection('up_roles').findOne({ 'published.name': 'Crowd' });
    const names = Array.from({ length: 10 }, (_, index) => `action${index}`);
    await Promise.all(
      names.map((action) =>
        changePermissions(service, role?.documentId as string, (before) => [...before, { action }]),
      ),
    );
    const after = await (await service.database.get()).collection('up_roles').findOne({ 'published.name': 'Crowd' });
    const permissions = after?.published.permissions as { action: string }[];
    expect(permissions.map(({ action }) => action).sort()).toEqual(names.sort());
  });
});

describe('a body is refused', () => {
  let url = '';
  beforeAll(async () => {
    url = await createRole('Untouched', withActions({ find: { enabled: true } }));
  });
  const at = ['permissions', 'api::book', 'controllers', 'book'];
  const deep = Array.from({ length: 500 }).reduce<object>((inner) => ({ $not: inner }), { title: 'x' });

  /** A permission to find books. */
  const find = (permission: object, ...rest: readonly string[]) =>
    [withActions({ find: permission }), [...at, 'find', ...rest]] as const;
  const filtered = (filters: unknown) => find({ enabled: true, filters }, 'filters');
  const auth = 'plugin::users-permissions';
  // Filters that would match everything, and variables without a meaning.
  const empty = [{}, { title: {} }, { $and: [] }, { title: { $notIn: [] } }, { $or: [{ title: 'a' }, {}] }];
  const ofUsers = [{ title: '$caller' }, { editor: { id: { $in: ['$caller'] } } }];

  it.each<readonly [permissions: unknown, path: readonly string[], message: string]>([
    [7, ['permissions'], 'permissions must be an object'],
    [['api::book.book.find'], ['permissions'], 'permissions must be an object'],
    [{ 'api::book': 7 }, ['permissions', 'api::book'], 'api::book must be an object'],
    [{ 'api::book': { foo: {} } }, ['permissions', 'api::book', 'foo'], 'Invalid key foo'],
    [
      withActions({ finf: { enabled: true } }),
      [...at, 'finf'],
      'there is no permission "api::book.book.finf"; did you mean "api::book.book.find"?',
    ],
    [
      withActions({ find: { enabled: true } }, 'bok'),
      ['permissions', 'api::bok', 'controllers', 'bok', 'find'],
      'there is no permission "api::bok.bok.find"',
    ],
    [...find({ enabled: 'yes' }, 'enabled'), 'enabled must be true or false'],
    [...find({}, 'enabled'), 'enabled must be true or false'],
    [...find({ enabled: true, foo: 1 }, 'foo'), 'Invalid key foo'],
    [...find({ enabled: true, own: 'x' }, 'own'), 'own must be true or false'],
    [...filtered([]), 'filters must be an object'],
    [...filtered({ nope: 1 }), 'Invalid key nope'],
    [...filtered({ title: { $where: '1' } }), '$where'],
    ...empty.map((filters) => [...filtered(filters), 'compare nothing'] as const),
    ...ofUsers.map((filters) => [...filtered(filters), '$caller stands for a user'] as const),
    [...filtered({ editor: { id: { $eq: '$user' } } }), 'Unknown variable $user at filters.editor.id.$eq'],
    [...filtered(deep), 'nested over 40 levels'],
    [
      { [auth]: { controllers: { auth: { register: { enabled: true, own: true } } } } },
      ['permissions', auth, 'controllers', 'auth', 'register'],
      'takes no conditions',
    ],
  ])('whose permissions are case %#, at %j: %s', async (permissions, path, message) => {
    for (const [method, to] of [
      ['PUT', url],
      ['POST', roles],
    ] as const) {
      const { status, body } = await send(method, to, { name: 'Refused', permissions });
      expect(status).toBe(400);
      expect(body.error.details.errors).toContainEqual(expect.objectContaining({ path }));
      expect(JSON.stringify(body.error)).toContain(message.replaceAll('"', '\\"'));
    }
    expect(await permissionsAt(url)).toMatchObject({ find: { enabled: true }, create: { enabled: false } });
  });

  it.each<[body: unknown, status: number, message: string]>([
    [{}, 400, 'Request body cannot be empty'],
    [[], 400, 'Request body cannot be empty'],
    [{ name: 'ab' }, 400, 'name must be at least 3 characters'],
    [{ name: '---' }, 400, 'name must have a letter or a digit'],
    [{ description: 'no name' }, 400, 'name'],
    [{ name: 'Public' }, 400, 'There is a role of the type public already'],
  ])('%j', async (body, status, message) => {
    const reply = await send('POST', roles, body);
    expect(reply.status).toBe(status);
    expect(reply.body.error.message).toContain(message);
  });

  it('that changes the type', async () => {
    expect(await send('PUT', url, { type: 'public' })).toMatchObject({ status: 400 });
  });
});
