// Uploads attached to documents by callers who may change only some documents.
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { schemaOf } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { setPermissions, registerUser, type Member } from '../setup/users.ts';

const uid = 'api::page.page';
const page = {
  kind: 'collectionType',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  options: { draftAndPublish: false },
  attributes: { title: { type: 'string' }, cover: { type: 'media' }, gallery: { type: 'media', multiple: true } },
};
const api = createUploadApi(schemaOf({ 'page.json': JSON.stringify(page) }));

let mary: Member;
let tom: Member;
beforeAll(async () => {
  mary = await registerUser(api, 'mary');
  tom = await registerUser(api, 'tom');
});

const createPage = async (title: string, { as }: Member): Promise<string> =>
  await api.create('/api/pages', { title }, { as });
const attachFile = async (refId: string, field: string, { as }: Member): Promise<number> => {
  const headers = { authorization: `Bearer ${as.token}` };
  return (await api.send([['a.txt', 'text']], { ref: uid, refId, field }, '', headers)).status;
};
const currentState = async (): Promise<unknown> => [
  await api.stored(),
  (await api.get('/api/upload/files')).body,
  (await api.get('/api/pages?populate=*')).body,
];

const upload = { action: 'plugin::upload.content-api.upload' };
const create = { action: `${uid}.create` };
const find = { action: `${uid}.find` };
const update = { action: `${uid}.update` };

it.each<[name: string, permissions: readonly Permission[], field: string, status: number]>([
  ['a document of another user', [find, { ...update, own: true }], 'cover', 403],
  [
    'a document that they do not see',
    [
      { ...find, own: true },
      { ...update, own: true },
    ],
    'gallery',
    404,
  ],
  ['a document that they may not change', [find], 'cover', 403],
  [
    'a document that stops matching their condition with it',
    [find, { ...update, filters: { cover: { $null: true } } }],
    'cover',
    403,
  ],
])('a file is neither attached nor stored for %s', async (_name, permissions, field, status) => {
  await setPermissions(api, 'authenticated', [upload, create, ...permissions]);
  const refId = await createPage('of Mary', mary);
  const before = await currentState();
  expect(await attachFile(refId, field, tom)).toBe(status);
  expect(await currentState()).toEqual(before);
});

it('a file is attached to a document that the caller created, or that matches their condition', async () => {
  const fitting = { title: { $eq: 'for Tom' } };
  for (const [condition, title, who] of [
    [{ own: true }, 'of Mary', mary],
    [{ filters: fitting }, 'for Tom', tom],
  ] as const) {
    await setPermissions(api, 'authenticated', [upload, create, find, { ...update, ...condition }] as Parameters<
      typeof setPermissions
    >[2]);
    const refId = await createPage(title, mary);
    expect([await attachFile(refId, 'gallery', who), await attachFile(refId, 'gallery', who)]).toEqual([201, 201]);
    expect((await api.get(`/api/pages/${refId}?populate=gallery`)).body.data.gallery).toHaveLength(2);
  }
});
