// Reading users: filters, sorts, fields, populate and counts, by tokens and by permitted roles.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

/** Queries on /api/users; each is also the label of its step. */
const queries = [
  'sort=username',
  'sort=username:desc',
  'sort[email]=asc',
  'sort=email&fields=username',
  'sort=username&fields=username,email',
  'sort=username&populate=role',
  'sort=username&populate=*',
  'sort=username&populate[role][fields]=type',
  'sort=username&populate=nope',
  'sort=username&populate[role][populate]=users',
  'sort=username&populate[role][populate]=permissions',
  'sort=nope',
  'sort=password',
  'sort=resetPasswordToken',
  'sort=role.name,username',
  'sort=role.nope',
  'fields=nope',
  'fields=password&sort=username',
  'fields=resetPasswordToken',
  'fields=role',
  'filters[username]=ada',
  'filters[username][$eqi]=ADA',
  'filters[username][$startsWith]=b',
  'filters[email][$contains]=@example&sort=username',
  'filters[email][$endsWith]=nowhere',
  'filters[blocked]=false&sort=username',
  'filters[blocked]=true',
  'filters[confirmed]=true&sort=username',
  'filters[provider]=local&sort=username',
  'filters[role][type]=authenticated&sort=username',
  'filters[role][type]=public',
  'filters[role][name][$contains]=Auth&sort=username',
  'filters[role][users][username]=ada&sort=username',
  'filters[role][nope]=1',
  'filters[role][permissions][action]=x',
  'filters[password][$startsWith]=$',
  'filters[password][$notNull]=true',
  'filters[resetPasswordToken][$null]=true',
  'filters[confirmationToken][$null]=true',
  'filters[nope]=1',
  'filters[$or][0][username]=ada&filters[$or][1][username]=bob&sort=username',
  'filters[username][$in][0]=ada&filters[username][$in][1]=carl&sort=username',
  'filters[username][$odd]=x',
  'filters[$not][username]=ada&sort=username',
  'filters[createdAt][$gt]=2000-01-01&sort=username',
  'filters[id][$null]=true',
  '_q=ada',
] as const;

const counts = [
  '',
  '?filters[username]=ada',
  '?filters[blocked]=true',
  '?filters[role][type]=authenticated',
  '?filters[nope]=1',
  '?filters[password][$notNull]=true',
] as const;

export default {
  uses: ['users'],
  play: async ({ send, get, member, allow }) => {
    const ada = await member('ada');
    await member('bob');
    const carl = await member('carl');
    await send('block', 'PUT', `/api/users/${carl.id}`, { body: { blocked: true } });
    for (const query of queries) await get(query, `/api/users?${query}`);
    for (const query of counts) await get(`count${query}`, `/api/users/count${query}`);
    for (const query of ['populate=role', 'fields=username', 'fields=nope', 'populate=nope', 'filters[nope]=1'])
      await get(`one with ${query}`, `/api/users/${ada.id}?${query}`);
    await get('one', `/api/users/${ada.id}`);
    await get('one who is not there', '/api/users/999999');
    await get('one at a text', '/api/users/abc');
    await get('one by documentId', `/api/users/${ada.documentId}?fields=username`);

    const { as } = ada;
    const asks: Readonly<Record<string, Call>> = { 'a member': { as }, 'the public': { as: null } };
    for (const [who, call] of Object.entries(asks)) {
      await get(`${who}: list`, '/api/users', call);
      await get(`${who}: one`, `/api/users/${ada.id}`, call);
      await get(`${who}: count`, '/api/users/count', call);
    }
    await get('a read-only token: list', '/api/users?sort=username&populate=role', { as: 'read-only' });
    await get('a read-only token: one', `/api/users/${ada.id}`, { as: 'read-only' });
    await get('a read-only token: count', '/api/users/count', { as: 'read-only' });
    await get('a blocked member: list', '/api/users', { as: carl.as });

    await allow('authenticated', ['user.find']);
    await get('who may list: list', '/api/users?sort=username', { as });
    await get('who may list: roles are left out', '/api/users?sort=username&populate=role', { as });
    await get('who may list: everything', '/api/users?sort=username&populate=*', { as });
    await get('who may list: filter by the role', '/api/users?filters[role][type]=public', { as });
    await get('who may list: sort by the role', '/api/users?sort=role.name', { as });
    await get('who may list: the password', '/api/users?filters[password][$notNull]=true', { as });
    await get('who may list: one', `/api/users/${ada.id}`, { as });
    await get('who may list: count', '/api/users/count', { as });
    await get('who may list: the public may not', '/api/users', { as: null });
    await allow('authenticated', ['user.find', 'user.findOne', 'user.count', 'role.find']);
    await get('who may all: list', '/api/users?sort=username&populate=role', { as });
    await get('who may all: filter by the role', '/api/users?filters[role][type]=authenticated&sort=username', { as });
    await get('who may all: sort by the role', '/api/users?sort=role.name,username&fields=username', { as });
    await get('who may all: one', `/api/users/${ada.id}?populate=role`, { as });
    await get('who may all: count', '/api/users/count', { as });
    await allow('public', ['user.find']);
    await get('the public who may: list', '/api/users?sort=username&fields=username', { as: null });
  },
} satisfies Scenario;
