// Project code that writes users and files: the rules are those of their REST API.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineExtension, type DocumentsAccess } from '../../../lib/platform/extensions/index.ts';
import { roleOfType } from '../../../lib/accounts/roles/index.ts';
import { documentsFor } from '../../../lib/write/operations/index.ts';
import { administrator, uploadUid, type Permission } from '../../../lib/platform/access/index.ts';
import { logIn, password, registerUser, setPermissions, uid as user } from '../../setup/users.ts';
import { createUploadApi } from '../../setup/uploads.ts';
import { library } from '../documents/library.ts';

const file = 'plugin::upload.file';
const shelfPermission = { action: 'api::shelf.shelf.create' };

let inHook: (documents: DocumentsAccess) => Promise<unknown> = () => Promise.resolve();
let onUser: (documents: DocumentsAccess) => Promise<unknown> = () => Promise.resolve();

const api = createUploadApi(library, {}, [
  defineExtension({
    types: {
      'api::shelf.shelf': { beforeWrite: async ({ documents }) => void (await inHook(documents)) },
      [user]: { beforeWrite: async ({ documents }) => void (await onUser(documents)) },
    },
  }),
]);

beforeEach(() => {
  inHook = onUser = () => Promise.resolve();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const asSystem = () => documentsFor(api.service(), administrator).asSystem;

const newUser = (name: string) => ({ username: name, email: `${name}@example.org`, password });

/** Runs code in a hook, on behalf of a user whose role has these permissions. */
const asUser = async (name: string, permissions: readonly Permission[], code: typeof inHook) => {
  await setPermissions(api, 'authenticated', [shelfPermission, ...permissions]);
  const member = await registerUser(api, name);
  inHook = code;
  const reply = await api.request('POST', '/api/shelves', { body: { data: { name } }, as: member.as });
  inHook = () => Promise.resolve();
  return reply;
};

it('names a type that documents cannot use, and does not suggest it', async () => {
  const role = 'plugin::users-permissions.role';
  await expect(asSystem().find(role)).rejects.toThrow(/^documents cannot use plugin::users-permissions\.role$/);
  await expect(asSystem().find('plugin::users-permissions.usr')).rejects.toThrow(/did you mean ".*\.user"/);
});

describe('users', () => {
  it('are created, changed and deleted', async () => {
    const { documentId } = await asSystem().create(user, newUser('ada'));
    expect(await asSystem().findOne(user, documentId, { populate: 'role' })).toMatchObject({
      ...{ username: 'ada', email: 'ada@example.org', provider: 'local', role: { type: 'authenticated' } },
    });
    expect((await logIn(api, 'ada')).status).toBe(200);
    await asSystem().update(user, documentId, { username: 'lovelace', password: 'another horse' });
    expect((await logIn(api, 'lovelace', 'another horse')).status).toBe(200);
    await asSystem().update(user, documentId, { blocked: true });
    expect((await logIn(api, 'lovelace', 'another horse')).status).toBe(400);
    await asSystem().delete(user, documentId);
    expect(await asSystem().findOne(user, documentId)).toBeNull();
  });

  it('keep the rules of their REST API', async () => {
    await asSystem().create(user, newUser('taken'));
    const refused = (data: object) => asSystem().create(user, data);
    await expect(refused(newUser('taken'))).rejects.toThrow('already taken');
    await expect(refused({ ...newUser('short'), password: 'x' })).rejects.toMatchObject({ status: 400 });
    await expect(refused({ ...newUser('nobody'), role: null })).rejects.toThrow('must have a role');
    const { documentId } = await asSystem().create(user, newUser('mine'));
    await expect(asSystem().publish(user, documentId)).rejects.toThrow('publish cannot change');
    await expect(asSystem().increment(user, documentId, {})).rejects.toThrow('increment cannot change');
  });

  it('have no keys without effect', async () => {
    const { documentId } = await asSystem().create(user, { ...newUser('keys'), provider: 'local', confirmed: true });
    const refused = async (data: object) => {
      await expect(asSystem().create(user, { ...newUser('refused'), ...data })).rejects.toMatchObject({ status: 400 });
      return expect(asSystem().update(user, documentId, data)).rejects;
    };
    await (await refused({ nickname: 'x' })).toMatchObject({ details: { key: 'nickname', path: 'nickname' } });
    await (await refused({ sessionsSince: null })).toMatchObject({ details: { key: 'sessionsSince' } });
    await (await refused({ provider: 'github' })).toThrow('provider stays "local"');
    // What code has read can be sent back.
    const read = await asSystem().findOne(user, documentId, { populate: 'role' });
    expect(await asSystem().update(user, documentId, { ...read, username: 'sent-back' })).toMatchObject({
      username: 'sent-back',
    });
  });

  it('get a role by its documentId, its id, a connect, or its type', async () => {
    const { published, documentId } = await roleOfType(api.service(), 'public');
    const roles = [documentId, published?.id, { connect: [documentId] }, { type: 'public' }];
    for (const [index, role] of roles.entries()) {
      const created = await asSystem().create(user, { ...newUser(`role${index}`), role }, { populate: 'role' });
      expect(created.role.type).toBe('public');
      const update = { role: { type: 'authenticated' } };
      const updated = await asSystem().update(user, created.documentId, update, { populate: 'role' });
      expect(updated.role.type).toBe('authenticated');
    }
    await expect(asSystem().create(user, { ...newUser('typo'), role: { type: 'publik' } })).rejects.toThrow(
      'there is no role of the type "publik"; did you mean "public"?',
    );
  });

  it('need the permission of the caller', async () => {
    const create = ({ asCaller }: DocumentsAccess) => asCaller.create(user, newUser('by-caller'));
    expect((await asUser('without', [], create)).status).toBe(403);
    expect((await asUser('with', [{ action: `${user}.create` }], create)).status).toBe(201);
    const { documentId } = await asSystem().create(user, newUser('victim'));
    const remove = ({ asCaller }: DocumentsAccess) => asCaller.delete(user, documentId);
    expect((await asUser('wrong-name', [{ action: `${user}.delete` }], remove)).status).toBe(403);
    expect((await asUser('right-name', [{ action: `${user}.destroy` }], remove)).status).toBe(201);
    expect(await asSystem().findOne(user, documentId)).toBeNull();
  });

  it('do not get permissions of administration from callers without them', async () => {
    const logins = ['callback', 'register'].map((name) => ({ action: `plugin::users-permissions.auth.${name}` }));
    await setPermissions(api, 'public', [{ action: 'admin::webhooks.manage' }, ...logins]);
    const role = (await roleOfType(api.service(), 'public')).documentId;
    const { documentId } = await asSystem().create(user, { ...newUser('high'), role });
    const change = ({ asCaller }: DocumentsAccess) => asCaller.update(user, documentId, { password: 'stolen horse' });
    const update = { action: `${user}.update` };
    expect((await asUser('low', [update], change)).status).toBe(403);
    const give = ({ asCaller }: DocumentsAccess) => asCaller.update(user, documentId, { role });
    expect((await asUser('lower', [update], give)).status).toBe(403);
    expect((await logIn(api, 'high')).status).toBe(200);
  });

  it('belong to the transaction of a hook', async () => {
    inHook = async (documents) => {
      await documents.asSystem.create(user, newUser('undone'));
      throw new Error('refused');
    };
    expect((await api.post('/api/shelves', { name: 'x' })).status).toBe(500);
    const { data } = await asSystem().find(user, { filters: { username: 'undone' } });
    expect(data).toEqual([]);
  });

  it('are not written without end by a hook on users that writes users', async () => {
    const { documentId } = await asSystem().create(user, newUser('endless'));
    let runs = 0;
    onUser = (documents) => {
      runs += 1;
      return documents.asSystem.update(user, documentId, { confirmed: true });
    };
    await expect(asSystem().update(user, documentId, { confirmed: true })).rejects.toThrow();
    expect(runs).toBeLessThan(20);
  });
});

describe('files', () => {
  const upload = async (): Promise<string> => (await api.send([['a.txt', 'text']])).body[0].documentId as string;

  it('are changed and deleted', async () => {
    const documentId = await upload();
    const changed = await asSystem().update(file, documentId, { caption: 'A text', alternativeText: null });
    expect(changed).toMatchObject({ caption: 'A text', name: 'a.txt' });
    expect(await api.stored()).toHaveLength(1);
    await asSystem().delete(file, documentId);
    expect(await asSystem().findOne(file, documentId)).toBeNull();
    expect([await api.stored(), (await api.inTrash()).length]).toEqual([[], 1]);
  });

  it('keep the rules of their REST API', async () => {
    const documentId = await upload();
    await expect(asSystem().update(file, documentId, { url: 'https://example.org' })).rejects.toMatchObject({
      status: 400,
    });
    await expect(asSystem().update(file, 'unknown', { caption: 'x' })).rejects.toMatchObject({ status: 404 });
    await expect(asSystem().create(file, { name: 'a.txt' })).rejects.toThrow('POST /api/upload');
    const remove = ({ asCaller }: DocumentsAccess) => asCaller.delete(file, documentId);
    const permission = { action: `${uploadUid}.destroy` };
    expect((await asUser('no-files', [], remove)).status).toBe(403);
    expect((await asUser('own-files', [{ ...permission, own: true }], remove)).status).toBe(403);
    expect((await asUser('all-files', [permission], remove)).status).toBe(201);
  });

  it('stay stored if the transaction of their deletion fails', async () => {
    const documentId = await upload();
    const before = await api.stored();
    inHook = async (documents) => {
      await documents.asSystem.delete(file, documentId);
      throw new Error('refused');
    };
    expect((await api.post('/api/shelves', { name: 'x' })).status).toBe(500);
    expect(await api.stored()).toEqual(before);
    expect(await asSystem().findOne(file, documentId)).toMatchObject({ name: 'a.txt' });
  });
});
