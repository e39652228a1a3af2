// Checks which callers get ETags that begin with the revision: those who may change the document.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, type Call } from '../setup/api.ts';
import { addFile } from '../setup/accounts.ts';
import { setPermissions, registerUser, type Member } from '../setup/users.ts';

const api = createApi(library);
const book = (action: string, more: object = {}): Permission => ({ action: `api::book.book.${action}`, ...more });
const ofUser = (action: string): Permission => ({ action: `plugin::users-permissions.user.${action}` });
const ofFiles = (action: string): Permission => ({ action: `plugin::upload.content-api.${action}` });
const reading = [book('find'), book('findOne'), ofUser('me'), ofUser('findOne'), ofFiles('findOne')];

let member: Member;
let [own, other, file] = ['', '', ''];
beforeAll(async () => {
  member = await registerUser(api, 'member');
  await setPermissions(api, 'authenticated', [...reading, book('create')]);
  own = `/api/books/${await api.create('/api/books', { title: 'Mine' }, member)}`;
  other = `/api/books/${await api.create('/api/books', { title: 'Other', year: 1 })}`;
  file = `/api/upload/files/${await addFile(api.service(), 'a')}`;
});

const withRevision = /^W\/"\d+(?:\.\w+)?-[\w-]{27}"$/;
const withoutRevision = /^W\/"[\w-]{27}"$/;

const tagOf = async (url: string, call: Call): Promise<string> => {
  const { status, headers } = await api.get(url, call);
  expect(status).toBe(200);
  return String(headers.etag);
};

let made = 0;
const token = async (...actions: readonly string[]): Promise<Call> => {
  const permissions = [...reading, ...actions.map((action) => book(action))].map(({ action }) => action);
  const { accessKey } = await createToken(api.service(), { name: `t${made++}`, type: 'custom', permissions });
  return { as: { token: accessKey } };
};

const asMember = async (...permissions: readonly Permission[]): Promise<Call> => {
  await setPermissions(api, 'authenticated', [...reading, ...permissions]);
  return member;
};

const asPublic = async (...permissions: readonly Permission[]): Promise<Call> => {
  await setPermissions(api, 'public', [...reading, ...permissions]);
  return { as: null };
};

describe('an ETag begins with the revision', () => {
  it.each<[who: string, call: () => Promise<Call>, url: () => string, expected: boolean]>([
    ['a full-access token', () => Promise.resolve({ as: 'full-access' }), () => other, true],
    ['a token that may update', () => token('update'), () => other, true],
    ['a token that may delete', () => token('delete'), () => other, true],
    ['a token that may publish', () => token('publish'), () => other, true],
    ['a token that may create', () => token('create'), () => other, false],
    ['a read-only token', () => Promise.resolve({ as: 'read-only' }), () => other, false],
    [
      'a read-only token, for a draft',
      () => Promise.resolve({ as: 'read-only' }),
      () => `${other}?status=draft`,
      false,
    ],
    ['a token that may find', () => token(), () => other, false],
    ['the public', () => asPublic(), () => other, false],
    ['a public that may update', () => asPublic(book('update')), () => other, true],
    ['a user who may find', () => asMember(), () => own, false],
    ['a user who may update', () => asMember(book('update')), () => other, true],
    [
      'a user who may update their own, for an own document',
      () => asMember(book('update', { own: true })),
      () => own,
      true,
    ],
    [
      'a user who may update their own, for a document of another',
      () => asMember(book('update', { own: true })),
      () => other,
      false,
    ],
    [
      'a user who may update their own and publish those of a year, for a document of another in that year',
      () => asMember(book('update', { own: true }), book('publish', { filters: { year: { $eq: 1 } } })),
      () => other,
      true,
    ],
    [
      'a user who may update their own and delete all, for a document of another',
      () => asMember(book('update', { own: true }), book('delete')),
      () => other,
      true,
    ],
    ['a user who may find, for themselves', () => asMember(), () => '/api/users/me', false],
    ['a user who may update users', () => asMember(ofUser('update')), () => `/api/users/${member.id}`, true],
    ['a user who may delete users', () => asMember(ofUser('destroy')), () => '/api/users/me', true],
    ['a user who may find, for a file', () => asMember(), () => file, false],
    ['a user who may upload, for a file', () => asMember(ofFiles('upload')), () => file, true],
    ['a user who may delete files', () => asMember(ofFiles('destroy')), () => file, true],
  ])('for %s: case %#', async (_who, call, url, expected) => {
    expect(await tagOf(url(), await call())).toMatch(expected ? withRevision : withoutRevision);
  });

  it('for every caller who writes the document, in the answer to the write', async () => {
    const creator = await token('create');
    const { headers } = await api.post('/api/books', { title: 'New' }, creator);
    expect(headers.etag).toMatch(withRevision);
  });

  it('for no request with a preview link, whatever else it may do', async () => {
    const link = await api.request('POST', `${other}/actions/preview-link`);
    const url = `${other}?preview=${link.body.data.token as string}`;
    for (const as of ['full-access', null] as const) expect(await tagOf(url, { as })).toMatch(withoutRevision);
  });
});

describe('an ETag without the revision', () => {
  it('changes with the answer, and causes 304 if it is the same', async () => {
    const open = await asPublic();
    const tag = await tagOf(other, open);
    const known = { ...open, headers: { 'If-None-Match': tag } };
    await api.put(`${other}?status=draft`, { title: 'Draft' });
    expect((await api.get(other, known)).status).toBe(304);
    await api.put(other, { title: 'Published' });
    expect((await api.get(other, known)).status).toBe(200);
  });

  it('is the ETag of no document: If-Match returns 412', async () => {
    const tag = await tagOf(other, { as: 'read-only' });
    const { status, body } = await api.put(other, { title: 'Two' }, { headers: { 'If-Match': tag } });
    expect([status, body.error.name]).toEqual([412, 'PreconditionFailedError']);
  });
});
