// Which files a caller without permission to find files may relate to.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import type { Call, Reply } from '../setup/api.ts';
import { addMember, addPublicRole, addFileRecord, type Ids, type Member } from '../setup/accounts.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { comparable } from './hidden/compare.ts';
import { fileUid, schema } from './hidden/site.ts';

const api = createUploadApi(schema);

const absent: Ids = { id: 999_999, documentId: 'absent0123456789absent01' };
const upload = { action: 'plugin::upload.content-api.upload' };
const of = (name: string, actions: readonly string[], more: object = {}): readonly Permission[] =>
  actions.map((action) => ({ action: `api::${name}.${name}.${action}`, ...more }));

let hidden: Ids;
let creator: Member;
let owner: Member;
beforeAll(async () => {
  const service = api.service();
  await addPublicRole(service, ['api::post.post.create', 'plugin::upload.content-api.upload']);
  creator = await addMember(service, of('post', ['create']));
  owner = await addMember(service, [
    ...of('post', ['create']),
    ...of('post', ['find', 'update'], { own: true }),
    upload,
  ]);
  hidden = await addFileRecord(service, 'payroll.pdf');
  // A private attribute links it, and nothing else.
  await api.post('/api/posts', { title: 'kept', scan: hidden.documentId });
});

// -
const uploadFile = async ({ as }: Member, query = '', files: Parameters<typeof api.send>[0] = [['a.txt', 'a']]) =>
  api.send(files, query === '' ? {} : { fileInfo: { caption: 'changed' } }, query, {
    authorization: `Bearer ${as.token}`,
  });
const uploadOf = async (member: Member): Promise<Ids> => (await uploadFile(member)).body[0] as Ids;

const idOf = ({ body }: Reply): string => body.data.documentId as string;
const postOf = async (data: object, call: Call = {}): Promise<string> => {
  const reply = await api.post('/api/posts', { title: 'x', ...data }, call);
  expect(reply.status).toBe(201);
  return idOf(reply);
};

/** Every form in which a body can name a file; `own` is a file that the caller may relate to. */
const forms: Readonly<Record<string, (ref: string | number, own: string) => object>> = {
  alone: (ref) => ({ cover: ref }),
  'as text': (ref) => ({ cover: String(ref) }),
  'in an object': (ref) => ({ cover: typeof ref === 'number' ? { id: ref } : { documentId: ref } }),
  'in a list': (ref, own) => ({ gallery: [own, ref] }),
  'in set': (ref) => ({ gallery: { set: [ref] } }),
  'in connect': (ref, own) => ({ gallery: { connect: [own, ref] } }),
  'in a position': (ref, own) => ({ gallery: { connect: [{ documentId: own, position: { before: ref } }] } }),
  'in a private attribute': (ref) => ({ scan: ref }),
  'in a component': (ref) => ({ figure: { image: ref } }),
  'in a zone': (ref) => ({ body: [{ __component: 'part.figure', image: [ref] }] }),
  'in a polymorphic relation': (ref) => ({
    about: [{ __type: fileUid, ...(typeof ref === 'number' ? { id: ref } : { documentId: ref }) }],
  }),
};

describe('a caller that may not find files', () => {
  it.each(Object.keys(forms))('gets the same answer for a hidden file as for an absent one: %s', async (form) => {
    const own = await uploadOf(owner);
    const url = `/api/posts/${await postOf({ gallery: [own.documentId] }, owner)}`;
    const data = (ref: string | number) => ({ title: 'x', ...forms[form]?.(ref, own.documentId) });
    for (const id of ['id', 'documentId'] as const)
      for (const send of [
        (ref: Ids) => api.post('/api/posts?populate=*', data(ref[id]), owner),
        (ref: Ids) => api.post('/api/posts?populate=*', data(ref[id]), creator),
        (ref: Ids) => api.post('/api/posts?populate=*', data(ref[id]), { as: null }),
        (ref: Ids) => api.put(`${url}?populate=*`, data(ref[id]), owner),
      ]) {
        const [one, other] = [await send(hidden), await send(absent)];
        expect(one.status).toBe(400);
        expect(JSON.stringify(one.body)).not.toContain('payroll');
        expect(comparable(one, [hidden.id, hidden.documentId])).toEqual(
          comparable(other, [absent.id, absent.documentId]),
        );
      }
  });

  it('may relate to files that they uploaded, by documentId but not by id', async () => {
    const own = await uploadOf(owner);
    const reply = await api.post('/api/posts?populate=cover', { cover: own.documentId }, owner);
    expect(reply).toMatchObject({ status: 201, body: { data: { cover: { name: 'a.txt' } } } });
    expect((await api.post('/api/posts', { cover: own.id }, owner)).status).toBe(400);
    expect((await api.post('/api/posts', { cover: own.documentId }, creator)).status).toBe(400);
  });

  it('may relate to files uploaded with the same token', async () => {
    const service = api.service();
    const permissions = ['api::post.post.create', upload.action];
    const tokens = await Promise.all(
      ['first', 'second'].map((name) => createToken(service, { name, type: 'custom', permissions })),
    );
    const [first, second] = tokens.map(({ accessKey }): Member => ({ documentId: '', as: { token: accessKey } }));
    if (first === undefined || second === undefined) throw new Error('a token is missing');
    const { documentId: cover } = await uploadOf(first);
    expect((await api.post('/api/posts', { cover }, second)).status).toBe(400);
    expect((await api.post('/api/posts', { cover }, first)).status).toBe(201);
  });

  it('may not relate to a file that was uploaded without credentials', async () => {
    const { status, body } = await api.send([['a.txt', 'a']], {}, '', { authorization: '' });
    expect(status).toBe(201);
    const { documentId: cover } = body[0] as Ids;
    for (const call of [owner, { as: null }]) expect((await api.post('/api/posts', { cover }, call)).status).toBe(400);
  });
});

describe('a permission to upload and delete own files', () => {
  const reads = ['find', 'findOne'].map((action) => ({ action: `plugin::upload.content-api.${action}` }));
  const writes = ['upload', 'destroy'].map((action) => ({
    action: `plugin::upload.content-api.${action}`,
    own: true as const,
  }));
  let uploader: Member;
  let mine: Ids;
  beforeAll(async () => {
    uploader = await addMember(api.service(), [...reads, ...writes]);
    mine = await uploadOf(uploader);
  });
  const move = (file: string) => api.post('/api/upload/files/move', { files: [file], folder: null }, uploader);

  it('covers the files that the user uploaded', async () => {
    expect((await uploadFile(uploader, `?id=${mine.id}`, [])).status).toBe(200);
    expect((await uploadFile(uploader, `?id=${mine.documentId}`, [['b.txt', 'b']])).status).toBe(200);
    expect((await move(mine.documentId)).status).toBe(200);
    const { id } = await uploadOf(uploader);
    expect((await api.delete(`/api/upload/files/${id}`, uploader)).status).toBe(200);
  });

  it('tells the user which files these are, and nobody else', async () => {
    const foreign = await uploadOf(owner);
    const ids = [mine.documentId, foreign.documentId];
    const query = ids.map((documentId) => `filters[documentId][$in]=${documentId}`).join('&');
    const owned = (files: readonly (Ids & { readonly own?: boolean })[]) =>
      Object.fromEntries(files.map(({ documentId, own }) => [documentId, own]));
    const expected = { [mine.documentId]: true, [foreign.documentId]: false };
    expect(owned((await api.get(`/api/upload/files?fields=name&${query}`, uploader)).body)).toEqual(expected);
    expect(owned((await api.get(`/api/upload/files/page?${query}`, uploader)).body.data)).toEqual(expected);
    expect((await api.get(`/api/upload/files/${mine.id}`, uploader)).body.own).toBe(true);
    const everyone = await addMember(api.service(), [...reads, ...writes.map(({ action }) => ({ action }))]);
    for (const call of [everyone, {}])
      expect((await api.get(`/api/upload/files/${mine.id}`, call)).body).not.toHaveProperty('own');
  });

  it('lets the user read the others, but not change, replace, move or delete them', async () => {
    for (const file of [hidden, await uploadOf(owner)]) {
      const before = await api.get(`/api/upload/files/${file.id}`, uploader);
      expect(before.status).toBe(200);
      expect((await uploadFile(uploader, `?id=${file.id}`, [])).status).toBe(403);
      expect((await uploadFile(uploader, `?id=${file.documentId}`, [['b.txt', 'b']])).status).toBe(403);
      expect((await move(file.documentId)).status).toBe(400);
      expect((await api.delete(`/api/upload/files/${file.id}`, uploader)).status).toBe(403);
      expect((await api.get(`/api/upload/files/${file.id}`, uploader)).body).toEqual(before.body);
    }
  });
});

describe('a file that the document already links to', () => {
  let linked: Ids;
  let url: string;
  const names = async (): Promise<unknown> => {
    const { data } = (await api.get(`${url}?populate=*&status=draft`)).body;
    return [data.cover, ...data.gallery].map((file: { name: string } | null) => file?.name ?? null);
  };
  beforeAll(async () => {
    linked = await addFileRecord(api.service(), 'linked');
    const documentId = await postOf({}, owner);
    url = `/api/posts/${documentId}`;
    const others = await Promise.all(['second', 'third'].map((name) => addFileRecord(api.service(), name)));
    const gallery = [linked, ...others].map((file) => file.documentId);
    await api.put(url, { gallery, scan: hidden.documentId });
  });

  it('can be moved by its documentId, but not by its id', async () => {
    const own = await uploadOf(owner);
    const { documentId } = linked;
    expect((await api.put(url, { cover: documentId }, owner)).status).toBe(200);
    expect((await api.put(url, { cover: linked.id }, owner)).status).toBe(400);
    const behind = { connect: [{ documentId: own.documentId, position: { after: documentId } }] };
    expect((await api.put(url, { gallery: behind, figure: { image: documentId } }, owner)).status).toBe(200);
    expect(await names()).toEqual(['linked', 'linked', 'a.txt', 'second', 'third']);
  });

  it('can be disconnected by its documentId; its id disconnects nothing, like an absent id', async () => {
    for (const id of [linked.id, absent.id])
      expect((await api.put(url, { gallery: { disconnect: [id] } }, owner)).status).toBe(200);
    expect(await names()).toContain('linked');
    await api.put(url, { cover: null, figure: null, gallery: { disconnect: [linked.documentId] } }, owner);
    expect(await names()).not.toContain('linked');
    // The document no longer links to it, so it may not be connected again.
    expect((await api.put(url, { cover: linked.documentId }, owner)).status).toBe(400);
  });

  it('does not count if only a private attribute links to it, and stays linked', async () => {
    expect((await api.put(url, { cover: hidden.documentId }, owner)).status).toBe(400);
    expect((await api.put(url, { scan: hidden.documentId }, owner)).status).toBe(400);
    expect((await api.put(url, { scan: { disconnect: [hidden.documentId] } }, owner)).status).toBe(200);
    expect(await (await api.collection('posts')).findOne({ documentId: url.split('/').at(-1) })).toMatchObject({
      draft: { scan: { to: hidden.documentId } },
    });
  });

  it.each([
    ['the draft', 'cover', 'draft'],
    ['the published version', 'cover', 'published'],
    ['a component', 'figure', 'draft'],
    ['a zone', 'body', 'draft'],
  ])('counts in %s', async (_name, attribute, version) => {
    const { documentId } = await addFileRecord(api.service(), 'file');
    const part = { image: documentId };
    const values = { cover: documentId, figure: part, body: [{ __component: 'part.figure', ...part }] };
    const target = `/api/posts/${await postOf({}, owner)}`;
    const data = { [attribute]: values[attribute as keyof typeof values] };
    await api.put(`${target}?status=${version}`, data);
    if (version === 'published') await api.put(`${target}?status=draft`, { [attribute]: null });
    expect((await api.put(`${target}?status=draft`, { gallery: [documentId] }, owner)).status).toBe(200);
  });

  it.each<[name: string, condition: object, status: number]>([
    ['all that the caller may write', {}, 200],
    ['those that the caller may write', { filters: { title: { $startsWith: 'open' } } }, 200],
    ['no others', { filters: { title: { $eq: 'open fr' } } }, 400],
  ])('counts in the other locales of the document: %s', async (_name, condition, status) => {
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
    const { documentId: photo } = await addFileRecord(api.service(), 'photo');
    const documentId = idOf(await api.post('/api/pages', { title: 'open en', photo }));
    await api.put(`/api/pages/${documentId}?locale=fr`, { title: 'open fr' });
    const translator = await addMember(api.service(), of('page', ['update'], condition));
    const put = (to: string, ref: string) =>
      api.put(`/api/pages/${to}?locale=fr`, { title: 'open fr', photo: ref }, translator);
    expect((await put(documentId, photo)).status).toBe(status);
    expect((await put(documentId, hidden.documentId)).status).toBe(400);
  });

  it('counts in the document of a single type', async () => {
    const { documentId: cover } = await addFileRecord(api.service(), 'cover');
    const editor = await addMember(api.service(), of('home', ['update']));
    expect((await api.put('/api/home', { title: 'a', cover }, editor)).status).toBe(400);
    await api.put('/api/home', { title: 'a', cover });
    expect((await api.put('/api/home', { title: 'b', cover }, editor)).status).toBe(200);
  });
});

describe('an upload', () => {
  it('is attached by the request that sends it, also without credentials', async () => {
    const [documentId, service] = [await postOf({}), api.service()];
    const fields = { ref: 'api::post.post', refId: documentId, field: 'gallery' };
    const editor = await addMember(service, [...of('post', ['update']), upload]);
    const role = { 'published.type': 'public' };
    const roles = (await service.database.get()).collection('up_roles');
    const before = await roles.findOne(role);
    await roles.updateOne(role, { $set: { 'published.permissions': [...of('post', ['update']), upload] } });
    service.access.roles.clearCache();
    for (const authorization of [`Bearer ${editor.as.token}`, ''])
      expect((await api.send([['a.txt', 'a']], fields, '', { authorization })).status).toBe(201);
    await roles.updateOne(role, { $set: { 'published.permissions': before?.published.permissions } });
    service.access.roles.clearCache();
    expect((await api.get(`/api/posts/${documentId}?populate=gallery`)).body.data.gallery).toHaveLength(2);
  });

  it('of another user can be changed and read by a caller with permission to read files', async () => {
    const own = await uploadOf(owner);
    const reader = await addMember(api.service(), [upload, { action: 'plugin::upload.content-api.findOne' }]);
    const change = async (member: Member | { as: null }, id: number | string): Promise<unknown> => {
      const call = { ...member, body: { fileInfo: {} } };
      return comparable(await api.request('POST', `/api/upload?id=${id}`, call), [id]);
    };
    for (const id of ['id', 'documentId'] as const) {
      expect(await change(owner, own[id])).toMatchObject({ status: 200 });
      expect(await change(reader, own[id])).toMatchObject({ status: 200 });
      expect(await change(owner, hidden[id])).toMatchObject({ status: 404 });
      expect(await change(owner, hidden[id])).toEqual(await change(owner, absent[id]));
      expect(await change({ as: null }, own[id])).toEqual(await change({ as: null }, absent[id]));
    }
    expect((await uploadFile(owner, `?id=${hidden.id}`)).status).toBe(404);
    expect((await uploadFile(owner, `?id=${own.id}`)).status).toBe(200);
    // The replacement still belongs to the user who uploaded the first file.
    expect((await api.post('/api/posts', { cover: own.documentId }, owner)).status).toBe(201);
  });

  it('does not reveal who sent it', async () => {
    const { body } = await uploadFile(owner);
    const answers = JSON.stringify([
      body,
      (await api.get(`/api/upload/files/${(body[0] as Ids).id}?populate=*`)).body,
      (await api.get('/api/upload/files')).body,
    ]);
    expect(answers).not.toContain(owner.documentId);
    expect(answers).not.toContain('createdBy');
    expect((await api.get(`/api/upload/files?filters[createdBy]=${owner.documentId}`)).status).toBe(400);
  });
});
