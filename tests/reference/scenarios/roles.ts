// Roles: creating, reading, changing and deleting them, and the permission tree.
import { permissionTree } from '../permissions.ts';
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const roles = '/api/users-permissions/roles';

interface RoleRow {
  readonly id: number;
  readonly type: string;
}

export default {
  uses: ['users', 'beds'],
  play: async ({ send, get, member, allow }) => {
    const post = (label: string, body: unknown, as: Call['as'] = 'full-access') =>
      send(label, 'POST', roles, { body, as });
    const put = (label: string, id: number | string, body: unknown, as: Call['as'] = 'full-access') =>
      send(label, 'PUT', `${roles}/${id}`, { body, as });
    const { as } = await member('ada');

    const listedRoles = (await get('list', roles)).body.roles as readonly RoleRow[];
    const idOf = (type: string) => listedRoles.find((role) => role.type === type)?.id ?? 0;
    await get('public', `${roles}/${idOf('public')}`);
    await get('authenticated', `${roles}/${idOf('authenticated')}`);
    await get('permissions', '/api/users-permissions/permissions');
    await get('one that is not there', `${roles}/999999`);
    await get('at a text', `${roles}/abc`);
    await get('list with the read-only token', roles, { as: 'read-only' });
    await get('one with the read-only token', `${roles}/${idOf('public')}`, { as: 'read-only' });
    await get('permissions with the read-only token', '/api/users-permissions/permissions', { as: 'read-only' });

    const permissions = permissionTree(['plant.find', 'plant.findOne', 'user.me']);
    await post('create', { name: 'Head Gardener', description: 'grows', permissions });
    await post('create without permissions', { name: 'Guest writer', description: '' });
    await post('create with a type', { name: 'Helper', description: 'helps', type: 'hand' });
    await post('create without a description', { name: 'Übermut', permissions: {} });
    await post('an empty body', {});
    await post('no body', undefined);
    await post('an unknown permission', { name: 'Odd one', permissions: { 'api::nope': { controllers: {} } } });
    await post('with the read-only token', { name: 'Read only' }, 'read-only');
    const createdRoles = (await get('list of more', roles)).body.roles as readonly RoleRow[];
    const head = createdRoles.find(({ type }) => type === 'head_gardener')?.id ?? 0;
    await get('the one that was made', `${roles}/${head}`);

    await put('change', head, { name: 'Gardener', description: 'digs', permissions: permissionTree(['bed.find']) });
    await get('the one that was changed', `${roles}/${head}`);
    await put('nothing is open', head, { permissions: {} });
    await get('the one that may nothing', `${roles}/${head}`);
    await put('a disabled permission', head, {
      permissions: { 'api::bed': { controllers: { bed: { find: { enabled: false, policy: '' } } } } },
    });
    await put('only a name', head, { name: 'Digger', permissions: permissionTree(['bed.find']) });
    await get('the one with only a name', `${roles}/${head}`);
    await put('an empty change', head, {});
    await put('no change', head, undefined);
    await put('one that is not there to change', 999999, { name: 'Nobody' });
    await put('change with the read-only token', head, { name: 'Read' }, 'read-only');

    const asks: Readonly<Record<string, Call['as']>> = { member: as, public: null };
    for (const [who, one] of Object.entries(asks)) {
      await get(`${who}: list`, roles, { as: one ?? null });
      await get(`${who}: one`, `${roles}/${head}`, { as: one ?? null });
      await get(`${who}: permissions`, '/api/users-permissions/permissions', { as: one ?? null });
      await post(`${who}: create`, { name: 'Mine' }, one);
      await put(`${who}: change`, head, { name: 'Mine' }, one);
      await send(`${who}: delete`, 'DELETE', `${roles}/${head}`, { as: one ?? null });
    }
    await allow('authenticated', ['role.find', 'role.findOne']);
    await get('a member who may: list', roles, { as });
    await get('a member who may: one', `${roles}/${head}`, { as });
    await get('a member who may: no permissions', '/api/users-permissions/permissions', { as });

    const eve = await member('eve');
    await send('a user is given the role', 'PUT', `/api/users/${eve.id}`, { body: { role: head } });
    await get('what the role opens', '/api/beds', { as: eve.as });
    await get('what the role does not open', '/api/users/me', { as: eve.as });
    await get('list with its users', roles);
    await send('delete', 'DELETE', `${roles}/${head}`);
    await get('it is gone', `${roles}/${head}`);
    await get('a user that had it', `/api/users/${eve.id}?populate=role&fields=username`);
    await get('what is left open to them', '/api/beds', { as: eve.as });
    await send('delete one that is not there', 'DELETE', `${roles}/999999`);
    await send('delete public', 'DELETE', `${roles}/${idOf('public')}`);
    await send('delete with the read-only token', 'DELETE', `${roles}/${head}`, { as: 'read-only' });
    await get('at last', roles);
    await post('create with an empty list', { name: 'Guest list', description: '', permissions: [] });
    const lastRoles = (await get('list with that one', roles)).body.roles as readonly RoleRow[];
    const guest = lastRoles.find(({ type }) => type === 'guest_list');
    const { role } = (await get('the one with an empty list', `${roles}/${guest?.id ?? 0}`)).body;
    await put('what was read, changed', guest?.id ?? 0, { ...role, name: 'Guests' });
    await put('its entry in the list, changed', guest?.id ?? 0, { ...guest, description: 'read', permissions: [] });
    await get('the one that was sent back', `${roles}/${guest?.id ?? 0}`);
    await post('no name', { description: 'x' });
  },
} satisfies Scenario;
