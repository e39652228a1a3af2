// Creating, changing and deleting users.
import type { Scenario } from '../player.ts';
import type { Call } from '../sendRequest.ts';

const users = '/api/users';

export default {
  uses: ['users'],
  play: async ({ send, get, member, allow }) => {
    const role = await allow('authenticated', []);
    const put = (label: string, id: number | string, body: unknown, as: Call['as'] = 'full-access') =>
      send(label, 'PUT', `${users}/${id}`, { body, as });
    const post = (label: string, body: unknown, as: Call['as'] = 'full-access') =>
      send(label, 'POST', users, { body, as });
    const whole = { username: 'ada', email: 'Ada@Example.org', password: 'a quiet room', role };

    const ada = (await post('create', whole)).body;
    await send('who was made logs in', 'POST', '/api/auth/local', {
      body: { identifier: 'ada', password: 'a quiet room' },
      as: null,
    });
    const bob = { ...whole, username: 'bob', email: 'bob@example.org' };
    await post('a taken address', { ...bob, email: 'ada@example.org' });
    await post('a taken address in another case', { ...bob, email: 'ADA@example.org' });
    await post('a taken name', { ...bob, username: 'ada' });
    await post('no address', { ...bob, email: undefined });
    await post('no name', { ...bob, username: undefined });
    await post('no password', { ...bob, password: undefined });
    await post('an empty password', { ...bob, password: '' });
    await post('nothing', {});
    await post('no body', undefined);
    await post('an envelope', { data: bob });
    await post('an odd address', { ...bob, email: 'bob' });
    await post('an address that is an object', { ...bob, email: { $ne: null } });
    await post('a name that is a number', { ...bob, username: 5555 });
    await post('a short name', { ...bob, username: 'bo' });
    await post('a short password', { ...bob, password: '12345' });
    await post('an odd role', { ...bob, username: 'odd', email: 'odd@example.org', role: {} });
    await post('connecting no role', { ...bob, username: 'odd2', email: 'odd2@example.org', role: { connect: [] } });
    await post('an unknown role', { ...bob, username: 'odd3', email: 'odd3@example.org', role: 999999 });
    await post('confirmed, blocked', {
      ...bob,
      username: 'carl',
      email: 'carl@example.org',
      confirmed: true,
      blocked: true,
    });
    await post('a role to connect', {
      ...bob,
      username: 'dora',
      email: 'dora@example.org',
      role: { connect: [{ id: role }] },
    });

    await put('change the name', ada.id, { username: 'ada2' });
    await put('change the address', ada.id, { email: 'Ada2@Example.org' });
    await put('change nothing', ada.id, {});
    await put('its own name and address', ada.id, { username: 'ada2', email: 'ada2@example.org' });
    await put('a name of another', ada.id, { username: 'carl' });
    await put('an address of another', ada.id, { email: 'CARL@example.org' });
    await put('an empty name', ada.id, { username: '' });
    await put('a name that is null', ada.id, { username: null });
    await put('a name of one letter', ada.id, { username: 'a' });
    await put('change to an odd address', ada.id, { email: 'ada' });
    await put('change to a short password', ada.id, { password: '12345' });
    await put('change to an empty password', ada.id, { password: '' });
    await put('change to no password', ada.id, { password: null });
    await put('change to a password that is a number', ada.id, { password: 123456 });
    await put('change the password', ada.id, { password: 'a loud room' });
    await send('login after that', 'POST', '/api/auth/local', {
      body: { identifier: 'ada2', password: 'a loud room' },
      as: null,
    });
    await put('confirm', ada.id, { confirmed: true });
    await put('an odd flag', ada.id, { blocked: 'perhaps' });
    await put('no role any more', ada.id, { role: { disconnect: [{ id: role }] } });
    await put('the same role', ada.id, { role });
    await put('a role by its object', ada.id, { role: { connect: [{ id: role }] } });
    await put('a role that is none', ada.id, { role: 999999 });
    await put('an unknown key to change', ada.id, { nope: 1 });
    await put('an envelope to change', ada.id, { data: { username: 'ada3' } });
    await put('who is not there', 999999, { username: 'nobody' });
    await put('by documentId', ada.documentId, { username: 'ada2' });
    await put('at a text', 'abc', { username: 'nobody' });
    await get('read at last', `${users}/${ada.id}?populate=role`);

    const eve = await member('eve');
    const { as } = eve;
    await put('a member who may not', ada.id, { username: 'xxx' }, as);
    await put('a member of themself who may not', eve.id, { username: 'eve2' }, as);
    await put('the public', ada.id, { username: 'xxx' }, null);
    await put('the read-only token', ada.id, { username: 'xxx' }, 'read-only');
    await post('create by a member', bob, as);
    await post('create by the public', bob, null);
    await post('create by the read-only token', bob, 'read-only');
    await send('delete by a member', 'DELETE', `${users}/${ada.id}`, { as });
    await send('delete by the public', 'DELETE', `${users}/${ada.id}`, { as: null });
    await send('delete by the read-only token', 'DELETE', `${users}/${ada.id}`, { as: 'read-only' });
    await allow('authenticated', ['user.update', 'user.create', 'user.destroy']);
    await put('a member who may', ada.id, { username: 'ada5' }, as);
    await put('a member of themself who may', eve.id, { username: 'eve2' }, as);
    await put('a member lifts themself', eve.id, { confirmed: true }, as);
    await post('create by a member who may', { ...bob, username: 'fay', email: 'fay@example.org' }, as);
    await send('delete by a member who may', 'DELETE', `${users}/${ada.id}`, { as });
    await send('delete who is not there', 'DELETE', `${users}/${ada.id}`);
    await send('delete at a text', 'DELETE', `${users}/abc`);
    await get('who is gone', `${users}/${ada.id}`);
    await get('those that are left', `${users}?sort=username&fields=username,email,confirmed,blocked`);
    await post('an unknown key', { ...bob, username: 'gus', email: 'gus@example.org', nope: 1 });
    await post('no role', { ...bob, role: undefined });

    const hal = (await post('create another', { ...bob, username: 'hal', email: 'hal@example.org' })).body;
    const read = (await get('read them', `${users}/${hal.id}?populate=role`)).body;
    await put('what was read, changed', hal.id, { ...read, username: 'hal2', blocked: true });
    await get('read them again', `${users}/${hal.id}?populate=role`);
    const me = (await get('a member reads themself', `${users}/me`, { as })).body;
    await put('a member sends back what they read', eve.id, { ...me, username: 'eve3' }, as);
  },
} satisfies Scenario;
