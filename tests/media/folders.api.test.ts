// Folders of the media library: their names, their order, moves, and the files in them.
import { ClientSession } from 'mongodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addFileRecord, addMember, addPublicRole } from '../setup/accounts.ts';
import { createUploadApi } from '../setup/uploads.ts';
import type { Call, Reply } from '../setup/api.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';
import { waitFor } from '../setup/waitFor.ts';

const api = createUploadApi(schemaOf({ 'page.json': typeFile('page', { cover: { type: 'media' } }) }));

const folders = '/api/upload/folders';

interface Folder {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly parent: string | null;
  readonly files: number;
}

beforeEach(async () => {
  const db = await api.service().database.get();
  await db.collection('lectern_folders').deleteMany({});
  await db.collection('upload_files').deleteMany({});
});

const list = async (call?: Call): Promise<readonly Folder[]> => (await api.get(folders, call)).body.data as Folder[];

/** Creates a folder and returns its documentId. */
const add = async (name: string, parent: string | null = null): Promise<string> => {
  const { status, body } = await api.post(folders, { name, parent });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.documentId as string;
};

const change = (folder: string, data: object) => api.put(`${folders}/${folder}`, data);

/** The paths of all folders: `a/b` is `b` in `a`. */
const paths = async (): Promise<readonly string[]> => {
  const all = await list();
  const pathOf = ({ name, parent }: Folder): string => {
    const outer = all.find(({ documentId }) => documentId === parent);
    if (parent !== null && outer === undefined) throw new Error(`${name} is in a folder that does not exist`);
    return outer === undefined ? name : `${pathOf(outer)}/${name}`;
  };
  return all.map(pathOf).sort();
};

const addFile = async (name: string, folder?: string): Promise<string> => {
  const { documentId } = await addFileRecord(api.service(), name);
  if (folder !== undefined) expect((await move([documentId], folder)).status).toBe(200);
  return documentId;
};

const move = (files: readonly unknown[], folder: unknown, call?: Call) =>
  api.post('/api/upload/files/move', { files, folder }, call);

const folderOf = async (file: string): Promise<unknown> => (await api.get(`/api/upload/files/${file}`)).body.folder;

const faults = (body: { error: { details: { errors: { path: string[] }[] } } }) =>
  body.error.details.errors.map(({ path }) => path.join('.'));

describe('folders', () => {
  it('are created in one another, and listed by name', async () => {
    const outer = await add('Exhibitions');
    const inner = await add('2026', outer);
    expect(await list()).toEqual([
      { id: expect.any(Number), documentId: inner, name: '2026', parent: outer, files: 0 },
      { id: expect.any(Number), documentId: outer, name: 'Exhibitions', parent: null, files: 0 },
    ]);
  });

  it('have names without invisible characters', async () => {
    const { body } = await api.post(folders, { name: ' Maps\u200E ' });
    expect(body.data.name).toBe('Maps');
  });

  it.each([
    ['an empty name', { name: ' ' }, ['name']],
    ['a parent that does not exist', { name: 'a', parent: 'nowhere' }, ['parent']],
    ['several faults', { name: '', parent: 3 }, ['name', 'parent']],
  ])('are refused with %s', async (_, data, expected) => {
    const { status, body } = await api.post(folders, data);
    expect([status, faults(body)]).toEqual([400, expected]);
    expect(await list()).toEqual([]);
  });

  it('are refused without data', async () => {
    const { status, body } = await api.request('POST', folders, { body: { name: 'a' } });
    expect([status, body.error.message]).toEqual([400, 'Missing "data" payload in the request body']);
  });

  it('have unique names in one parent only', async () => {
    const outer = await add('a');
    await add('a', outer);
    const again = await api.post(folders, { name: 'a', parent: outer });
    expect([again.status, faults(again.body)]).toEqual([400, ['name']]);
    const renamed = await change(await add('b', outer), { name: 'a' });
    expect([renamed.status, faults(renamed.body)]).toEqual([400, ['name']]);
    const moved = await change(outer, { parent: null });
    expect(moved.status).toBe(200);
    expect(await paths()).toEqual(['a', 'a/a', 'a/b']);
  });

  it('one of several concurrent requests creates a folder', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => api.post(folders, { name: 'a' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    expect(await paths()).toEqual(['a']);
  });

  it('are renamed, and moved with their contents', async () => {
    const [a, b] = [await add('a'), await add('b')];
    const c = await add('c', a);
    const file = await addFile('x.txt', c);
    const { status, body } = await change(c, { name: 'd', parent: b });
    expect([status, body.data]).toEqual([
      200,
      { id: expect.any(Number), documentId: c, name: 'd', parent: b, files: 1 },
    ]);
    expect((await change(b, { parent: a })).status).toBe(200);
    expect(await paths()).toEqual(['a', 'a/b', 'a/b/d']);
    expect(await folderOf(file)).toBe(c);
  });

  it('cannot be moved into themselves, or into a folder that they contain', async () => {
    const a = await add('a');
    const b = await add('b', a);
    const c = await add('c', b);
    for (const parent of [a, b, c]) {
      const { status, body } = await change(a, { name: 'x', parent });
      expect([status, faults(body)]).toEqual([400, ['parent']]);
    }
    expect(await paths()).toEqual(['a', 'a/b', 'a/b/c']);
  });

  it('form no cycle by concurrent moves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await add(`a${round}`), await add(`b${round}`)];
      const [inA, inB] = [await add('in', a), await add('in', b)];
      const replies = await Promise.all([change(a, { parent: inB }), change(b, { parent: inA })]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
    expect(await paths()).toHaveLength(20);
  });

  it('are 404 where they do not exist', async () => {
    expect((await change('nowhere', { name: 'a' })).status).toBe(404);
    expect((await api.delete(`${folders}/nowhere`)).status).toBe(404);
  });
});

describe('a deleted folder', () => {
  it('leaves its files and folders to its parent', async () => {
    const a = await add('a');
    const b = await add('b', a);
    await add('c', b);
    const [inA, inB] = [await addFile('a.txt', a), await addFile('b.txt', b)];
    const { status, body } = await api.delete(`${folders}/${b}`);
    expect([status, body]).toEqual([204, undefined]);
    expect(await paths()).toEqual(['a', 'a/c']);
    expect([await folderOf(inA), await folderOf(inB)]).toEqual([a, a]);
    expect((await api.delete(`${folders}/${a}`)).status).toBe(204);
    expect(await paths()).toEqual(['c']);
    expect([await folderOf(inA), await folderOf(inB)]).toEqual([null, null]);
  });

  it('is kept if its parent has a folder with the name of one in it', async () => {
    const a = await add('a');
    await add('x', a);
    await add('x');
    const file = await addFile('a.txt', a);
    const { status, body } = await api.delete(`${folders}/${a}`);
    expect([status, body.error.name]).toEqual([400, 'ApplicationError']);
    expect(await paths()).toEqual(['a', 'a/x', 'x']);
    expect(await folderOf(file)).toBe(a);
  });

  it('may contain a folder with its own name', async () => {
    const a = await add('a');
    await add('a', a);
    expect((await api.delete(`${folders}/${a}`)).status).toBe(204);
    expect(await paths()).toEqual(['a']);
  });

  const arrivals: readonly (readonly [what: string, arrive: (folder: string) => Promise<Reply>])[] = [
    ['a moved file', async (folder) => move([await addFile('x.txt')], folder)],
    ['an uploaded file', (folder) => api.send([['y.txt', 'y']], { fileInfo: { folder } })],
    [
      'a changed file',
      async (folder) => {
        const body = { fileInfo: { folder } };
        return api.request('POST', `/api/upload?id=${await addFile('x.txt')}`, { body });
      },
    ],
    ['a new folder', (folder) => api.post(folders, { name: 'in', parent: folder })],
    ['a moved folder', async (folder) => change(await add('b'), { parent: folder })],
  ];

  it.each(arrivals)('refuses what began to arrive before its deletion: %s', async (_, arrive) => {
    const folder = await add('a');
    const [database, abort] = [api.service().database, vi.spyOn(ClientSession.prototype, 'abortTransaction')];
    const session = (await database.client()).startSession();
    try {
      session.startTransaction();
      await (
        await database.get()
      )
        .collection<{ _id: string }>('lectern_folders')
        .deleteOne({ _id: folder }, { session });
      // Only this transaction does not see the folder. The request ends, or its first attempt fails because of the lock.
      let isFinished = false;
      const reply = arrive(folder).finally(() => {
        isFinished = true;
      });
      await waitFor(() => {
        if (!isFinished) expect(abort).toHaveBeenCalled();
      });
      await session.commitTransaction();
      expect((await reply).status).toBe(400);
    } finally {
      abort.mockRestore();
      await session.endSession();
    }
    expect(await paths()).not.toContain('a');
    expect((await api.get('/api/upload/files?filters[folder][$notNull]=true')).body).toEqual([]);
  });
});

describe('files', () => {
  it('are filtered and sorted by their folder', async () => {
    const [a, b] = [await add('a'), await add('b')];
    const [one, two, three] = [await addFile('1.txt', a), await addFile('2.txt', b), await addFile('3.txt')];
    const found = async (query: string): Promise<readonly string[]> => {
      const { status, body } = await api.get(`/api/upload/files?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return (body as { documentId: string }[]).map(({ documentId }) => documentId);
    };
    expect(await found(`filters[folder]=${a}`)).toEqual([one]);
    expect(await found(`filters[folder][$in][0]=${a}&filters[folder][$in][1]=${b}&sort=name:desc`)).toEqual([two, one]);
    expect(await found('filters[folder][$null]=true')).toEqual([three]);
    expect(await found('filters[folder][$notNull]=true&fields=folder')).toEqual([one, two]);
    const { body } = await api.get(`/api/upload/files/page?filters[folder][$eq]=${b}`);
    expect([body.data, body.meta.pagination.total]).toEqual([[expect.objectContaining({ folder: b })], 1]);
    expect((await list()).map(({ name, files }) => [name, files])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('are not found by a search for their folder', async () => {
    const a = await add('a');
    await addFile('1.txt', a);
    expect((await api.get(`/api/upload/files?_q=${a}`)).body).toEqual([]);
  });

  it('have no folder outside of the media library', async () => {
    const file = await addFile('1.txt', await add('a'));
    const { body } = await api.post('/api/pages?populate=*', { cover: file });
    expect(Object.keys(body.data.cover)).not.toContain('folder');
    for (const query of [`filters[cover][folder][$notNull]=true`, 'populate[cover][fields]=folder'])
      expect((await api.get(`/api/pages?${query}`)).status).toBe(400);
  });

  it('are uploaded into a folder', async () => {
    const a = await add('a');
    const { body } = await api.send(
      [
        ['1.txt', '1'],
        ['2.txt', '2'],
      ],
      { fileInfo: [{ folder: a }, {}] },
    );
    expect((body as { folder: unknown }[]).map(({ folder }) => folder)).toEqual([a, null]);
    const { id, documentId, updatedAt } = body[0];
    const replaced = await api.send([['3.txt', '3']], {}, `?id=${id}`);
    expect(replaced.body).toMatchObject({ documentId, folder: a });
    expect(replaced.body.updatedAt).not.toBe(updatedAt);
  });

  it.each([
    ['as one info', { folder: 'nowhere' }, 'fileInfo.folder'],
    ['as the second of a list', [{}, { folder: 'nowhere' }], 'fileInfo.1.folder'],
  ])('are not uploaded into a folder that does not exist: %s', async (_, fileInfo, path) => {
    const before = await api.stored();
    const { status, body } = await api.send(
      [
        ['1.txt', '1'],
        ['2.txt', '2'],
      ],
      { fileInfo },
    );
    expect([status, faults(body)]).toEqual([400, [path]]);
    expect(await api.stored()).toEqual(before);
  });

  it('change their folder with their other information', async () => {
    const a = await add('a');
    const file = await addFile('1.txt');
    const put = (fileInfo: object) => api.request('POST', `/api/upload?id=${file}`, { body: { fileInfo } });
    expect((await put({ folder: a, caption: 'c' })).body).toMatchObject({ folder: a, caption: 'c' });
    expect((await put({ caption: null })).body).toMatchObject({ folder: a, caption: null });
    expect((await put({ folder: null })).body).toMatchObject({ folder: null });
    for (const folder of ['nowhere', 3, '']) {
      const { status, body } = await put({ folder });
      expect([status, faults(body)]).toEqual([400, ['fileInfo.folder']]);
    }
  });

  it('are moved together, without a change of their times', async () => {
    const a = await add('a');
    const files = [await addFile('1.txt'), await addFile('2.txt'), await addFile('3.txt', a)];
    const timesOf = async () => (await api.get('/api/upload/files?fields=updatedAt')).body as unknown;
    const before = await timesOf();
    const { status, body } = await move([...files, files[0]], a);
    expect([status, body]).toEqual([200, { data: { moved: 2 }, meta: {} }]);
    expect(await timesOf()).toEqual(before);
    expect((await move(files.slice(0, 2), null)).body.data).toEqual({ moved: 2 });
    expect(await Promise.all(files.map(folderOf))).toEqual([null, null, a]);
  });

  it('are another revision after a move', async () => {
    const file = await addFile('1.txt');
    const { etag } = (await api.get(`/api/upload/files/${file}`)).headers;
    await move([file], await add('a'));
    const headers = { 'if-match': String(etag) };
    const { status } = await api.request('POST', `/api/upload?id=${file}`, { headers, body: { fileInfo: {} } });
    expect(status).toBe(412);
  });

  it('are all moved, or none', async () => {
    const a = await add('a');
    const file = await addFile('1.txt');
    const { status, body } = await move([file, 'nowhere'], a);
    expect([status, faults(body)]).toEqual([400, ['files.1']]);
    expect(await folderOf(file)).toBe(null);
  });

  it('are not moved to a folder that does not exist', async () => {
    const { status, body } = await move([await addFile('1.txt')], 'nowhere');
    expect([status, faults(body)]).toEqual([400, ['folder']]);
  });
});

describe('a caller who may not find files', () => {
  const upload = { action: 'plugin::upload.content-api.upload' };

  it('moves only files that they uploaded, and sees others as absent', async () => {
    const a = await add('a');
    const member = await addMember(api.service(), [upload]);
    const { documentId: own } = await addFileRecord(api.service(), 'own.txt', member.documentId);
    const other = await addFile('other.txt');
    expect((await move([own], a, member)).status).toBe(200);
    const [hidden, absent] = [await move([other], a, member), await move(['absent'], a, member)];
    expect(hidden.status).toBe(400);
    expect(JSON.stringify(hidden.body).replaceAll(other, 'absent')).toBe(JSON.stringify(absent.body));
    expect(await folderOf(other)).toBe(null);
    expect((await api.get(folders, member)).status).toBe(403);
  });

  it('moves nothing without credentials', async () => {
    await addPublicRole(api.service(), [upload.action]);
    const { documentId } = await addFileRecord(api.service(), 'x.txt');
    expect((await move([documentId], null, { as: null })).status).toBe(400);
  });
});
