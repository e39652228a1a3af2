// A client may send back the user or the role that it read, with a change.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from 'mongodb';
import { library } from '../../write/documents/library.ts';
import { createApi, type Call, type Reply } from '../../setup/api.ts';
import { registerUser, setPermissions, uid, type Member } from '../../setup/users.ts';

const api = createApi(library);

let member: Member;
let count = 0;
beforeAll(() =>
  setPermissions(api, 'authenticated', [
    { action: `${uid}.me` },
    { action: `${uid}.update` },
    { action: 'plugin::users-permissions.role.find' },
  ]),
);
beforeEach(async () => {
  member = await registerUser(api, `member-${count++}`);
});

const put = (id: unknown, body: unknown, call?: Call): Promise<Reply> =>
  api.request('PUT', `/api/users/${String(id)}`, { body, ...call });

const stored = async (): Promise<Document> => {
  return (await (await api.collection('up_users')).findOne({ documentId: member.documentId })) ?? expect.fail();
};

describe('a user', () => {
  it('that lacks a value is written, because answers have null for it', async () => {
    const db = await api.service().database.get();
    await db
      .collection('up_users')
      .updateOne({ documentId: member.documentId }, { $unset: { 'published.blocked': 1 } });
    const { body: me } = await api.get('/api/users/me', member);
    expect(me.blocked).toBeNull();
    expect((await put(me.id, { ...me, username: 'changed too' }, member)).status).toBe(200);
    expect((await put(me.id, { ...me, blocked: false }, member)).status).toBe(403);
  });

  it('has attributes that no body writes, nor unknown ones', async () => {
    const before = await stored();
    const readOnly = {
      ...{ id: 999, documentId: 'other', createdAt: '2000-01-01T00:00:00.000Z', updatedAt: '2000-01-01T00:00:00.000Z' },
      ...{ publishedAt: '2000-01-01T00:00:00.000Z', provider: 'google', locale: 'fr', createdBy: 'other', nope: 1 },
      ...{ resetPasswordToken: 'x', confirmationToken: 'x', sessionsSince: '2000-01-01T00:00:00.000Z' },
      ...{ identifiers: ['x'], revision: 9, draft: {}, pending: [], $set: { a: 1 }, 'published.provider': 'x' },
    };
    for (const call of [member, {}])
      expect((await put(member.id, { ...readOnly, username: 'same name' }, call)).status).toBe(200);
    const { published, ...after } = await stored();
    expect(Object.keys(after).sort()).toEqual(
      Object.keys(before)
        .filter((key) => key !== 'published')
        .sort(),
    );
    const { updatedAt, publishedAt, ...values } = published;
    expect(before.published).toMatchObject({ ...values, username: expect.any(String) });
    expect([values.username, Object.keys(published).sort()]).toEqual([
      'same name',
      Object.keys(before.published).sort(),
    ]);
    for (const time of [updatedAt, publishedAt]) expect(time.getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
    expect([after.documentId, after.createdBy]).toEqual([before.documentId, before.createdBy]);
    const fresh = { username: 'fresh', email: 'fresh@example.org', password: 'a quiet room' };
    const created = await api.request('POST', '/api/users', { body: { ...readOnly, ...fresh } });
    expect([created.status, created.body.provider]).toEqual([201, 'local']);
    expect(created.body.documentId).not.toBe('other');
    expect(created.body.nope).toBeUndefined();
  });

  it.each([{ confirmed: false }, { confirmed: 'true' }, { blocked: true }, { role: 1 }, { role: { id: 1 } }])(
    'cannot change their own rights: %j',
    async (change) => {
      const before = await stored();
      const { body: me } = await api.get('/api/users/me', member);
      expect((await put(me.id, { ...me, ...change }, member)).status).toBe(403);
      expect(await stored()).toEqual(before);
    },
  );

  it('cannot change their own role by naming it beside another', async () => {
    const { body: me } = await api.get('/api/users/me?populate=role', member);
    const before = await stored();
    const role = { ...me.role, id: 1, connect: [{ id: 1 }], set: [{ id: 1 }] };
    await put(me.id, { ...me, role }, member);
    expect((await stored()).published.role).toEqual(before.published.role);
  });

  it('cannot take the address of somebody else as their name', async () => {
    const { body: me } = await api.get('/api/users/me', member);
    const { status, body } = await put(me.id, { username: 'ceo@example.org' }, member);
    expect([status, body.error.details.errors[0].path]).toEqual([400, ['username']]);
    expect((await put(me.id, { username: String(me.email).toUpperCase() }, member)).status).toBe(200);
    expect((await put(me.id, { username: me.username }, member)).status).toBe(200);
  });

  it('keeps a mailed code as long as the address stays the same', async () => {
    const codes = { 'published.resetPasswordToken': 'hash', 'published.confirmationToken': 'hash' };
    await (await api.collection('up_users')).updateOne({ documentId: member.documentId }, { $set: codes });
    const { body: me } = await api.get('/api/users/me', member);
    await put(me.id, { ...me, email: me.email.toUpperCase() }, member);
    expect((await stored()).published).toMatchObject({ resetPasswordToken: 'hash', confirmationToken: 'hash' });
    await put(me.id, { ...me, email: `new.${String(me.email)}` }, member);
    expect((await stored()).published).toMatchObject({ resetPasswordToken: null, confirmationToken: null });
  });
});

it('a role has a permission once, though Strapi has two names for it', async () => {
  const enabled = { enabled: true };
  const permissions = {
    'plugin::upload': { controllers: { 'content-api': { find: enabled, findOne: enabled, findPage: enabled } } },
  };
  await api.request('POST', '/api/users-permissions/roles', { body: { name: 'Librarian', permissions } });
  const role = await (await api.collection('up_roles')).findOne({ 'published.type': 'librarian' });
  expect(role?.published.permissions).toEqual([
    { action: 'plugin::upload.content-api.find' },
    { action: 'plugin::upload.content-api.findOne' },
  ]);
});
