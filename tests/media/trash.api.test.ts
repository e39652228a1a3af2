// Deleted files: their records and bytes stay as long as they are in the trash.
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { finishMoves, storeOf, sweepFiles } from '../../lib/media/index.ts';
import { sweepTrash } from '../../lib/write/documents/index.ts';
import { runLoop } from '../background/testWorker.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { pictureOfSize } from './files.ts';

const api = createUploadApi(schemaOf({ 'page.json': typeFile('page', { cover: { type: 'media' } }) }));
const uid = 'plugin::upload.file';

const upload = async (name: string) => {
  const { body } = await api.send([[name, await pictureOfSize(600, 300).jpeg().toBuffer()]]);
  return body[0] as { id: number; documentId: string; url: string };
};

const folder = (): string => api.service().config.upload.folder;

const age = async (): Promise<void> => {
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const names = [...(await api.stored()), ...(await api.inTrash()).map((name) => join('.trash', name))];
  await Promise.all(names.map((name) => utimes(join(folder(), name), old, old)));
};

const statusOf = async ({ url }: { readonly url: string }): Promise<number> =>
  (await fetch(`${api.url()}${url}`)).status;

const restore = (documentId: string) => api.request('POST', `/api/trash/${uid}/${documentId}/restore`);

const countNotes = async (): Promise<number> => (await api.collection('lectern_file_moves')).countDocuments();

const idsInLibrary = async (): Promise<readonly string[]> =>
  (await api.get('/api/upload/files')).body.map(({ documentId }: { documentId: string }) => documentId);

let log: MockInstance<typeof console.error>;
beforeEach(async () => {
  log = vi.spyOn(console, 'error').mockReturnValue();
  for (const id of await idsInLibrary()) await api.delete(`/api/upload/files/${id}`);
  await api.delete(`/api/trash?type=${uid}`);
});

describe('a deleted file', () => {
  it('comes back with its bytes, its folder and its place in documents', async () => {
    const { body } = await api.post('/api/upload/folders', { name: 'kept' });
    const file = await upload('a.jpg');
    await api.post('/api/upload/files/move', { files: [file.documentId], folder: body.data.documentId });
    const page = await api.create('/api/pages', { cover: file.id });
    const before = (await api.get(`/api/upload/files/${file.id}`)).body;
    const { status, body: answer } = await api.delete(`/api/upload/files/${file.id}`);
    expect([status, answer.documentId]).toEqual([200, file.documentId]);
    expect([await idsInLibrary(), (await api.get(`/api/pages/${page}?populate=*`)).body.data.cover]).toEqual([
      [],
      null,
    ]);
    expect((await api.get(`/api/trash?type=${uid}`)).body.data).toMatchObject([{ title: 'a.jpg', locales: [] }]);
    expect([await api.stored(), (await api.inTrash()).length, await statusOf(file)]).toEqual([[], 3, 404]);
    await age();
    // Their record is in the trash.
    expect(await sweepFiles(api.service())).toBe(0);
    const restored = await restore(file.documentId);
    expect([restored.status, restored.body.meta.lostLinks]).toEqual([200, []]);
    expect((await api.get(`/api/upload/files/${file.id}`)).body).toEqual(before);
    expect((await api.get(`/api/pages/${page}?populate=*`)).body.data.cover.documentId).toBe(file.documentId);
    expect([(await api.stored()).length, await api.inTrash(), await statusOf(file)]).toEqual([3, [], 200]);
    expect(await countNotes()).toBe(0);
  });

  it('comes back at the top of the library, if its folder was deleted', async () => {
    const { body } = await api.post('/api/upload/folders', { name: 'deleted' });
    const file = await upload('b.jpg');
    await api.post('/api/upload/files/move', { files: [file.documentId], folder: body.data.documentId });
    await api.delete(`/api/upload/files/${file.id}`);
    await api.delete(`/api/upload/folders/${body.data.documentId}`);
    await restore(file.documentId);
    expect((await api.get(`/api/upload/files/${file.id}`)).body.folder).toBeNull();
  });

  it('loses its bytes at once, if it is deleted for good', async () => {
    const file = await upload('c.jpg');
    await api.delete(`/api/upload/files/${file.id}`);
    expect(await api.inTrash()).toHaveLength(3);
    expect((await api.delete(`/api/trash/${uid}/${file.documentId}`)).status).toBe(204);
    expect([await api.stored(), await api.inTrash()]).toEqual([[], []]);
  });

  it('loses its bytes with the next cleanup, after its time in the trash', async () => {
    const [file, kept] = [await upload('d.jpg'), await upload('e.jpg')];
    await api.delete(`/api/upload/files/${file.id}`);
    const old = new Date(Date.now() - 31 * 24 * 3_600_000);
    await (
      await api.collection('upload_files')
    ).updateOne({ documentId: file.documentId }, { $set: { deletedAt: old } });
    expect((await api.get(`/api/trash?type=${uid}`)).body.data).toEqual([]);
    expect(await sweepTrash(api.service())).toBe(1);
    await age();
    expect([await sweepFiles(api.service()), (await api.stored()).length, await api.inTrash()]).toEqual([3, 3, []]);
    expect(await idsInLibrary()).toEqual([kept.documentId]);
  });
});

describe('bytes that the store does not delete', () => {
  const store = () => storeOf(api.service().config.upload);
  /** Makes the store fail, as one that does not answer, while something is done. */
  const withoutStore = async <T>(work: () => Promise<T>): Promise<T> => {
    const fail = () => Promise.reject(new Error('the store does not answer'));
    const broken = [
      ...(['copy', 'delete'] as const).map((name) => vi.spyOn(store(), name).mockImplementation(fail)),
      ...(['take', 'delete'] as const).map((name) => vi.spyOn(store().trash, name).mockImplementation(fail)),
    ];
    try {
      return await work();
    } finally {
      for (const one of broken) one.mockRestore();
    }
  };
  const finish = () => runLoop(api.service(), { name: 'sweep' });
  const left = async (): Promise<number> => (await api.stored()).length + (await api.inTrash()).length;

  it('are deleted by the relay after a deletion for good, whose answers say so', async () => {
    const [served, moved] = [await upload('n.jpg'), await upload('o.jpg')];
    await api.delete(`/api/upload/files/${moved.id}`);
    await withoutStore(async () => {
      expect((await api.delete(`/api/upload/files/${served.id}`)).status).toBe(202);
      for (const { documentId } of [served, moved])
        expect(await api.delete(`/api/trash/${uid}/${documentId}`)).toMatchObject({
          ...{ status: 202, body: { data: null, meta: {} } },
        });
      await finish();
    });
    expect([await statusOf(served), await left(), await countNotes()]).toEqual([200, 6, 2]);
    await finish();
    expect([await statusOf(served), await left(), await countNotes()]).toEqual([404, 0, 0]);
  });

  it('are deleted by the relay after the trash is emptied', async () => {
    const file = await upload('p.jpg');
    const empty = () => api.delete(`/api/trash?type=${uid}`);
    await withoutStore(async () => {
      await api.delete(`/api/upload/files/${file.id}`);
      expect(await empty()).toMatchObject({ status: 202, body: { data: { erased: 1, isComplete: true } } });
    });
    expect([await statusOf(file), (await empty()).status]).toEqual([200, 200]);
    await finish();
    expect([await statusOf(file), await left()]).toEqual([404, 0]);
  });

  it('are deleted by the relay after the file is replaced, also twice and then deleted', async () => {
    const file = await upload('q.jpg');
    const replace = async () =>
      api.send([['r.jpg', await pictureOfSize(600, 300).jpeg().toBuffer()]], {}, `?id=${file.id}&newUrl=true`);
    const first = await withoutStore(replace);
    expect([first.status, first.body.documentId, await statusOf(file)]).toEqual([202, file.documentId, 200]);
    await withoutStore(replace);
    const rename = () => api.send([], { fileInfo: JSON.stringify({ name: 's.jpg' }) }, `?id=${file.id}`);
    expect([(await rename()).status, await left()]).toEqual([200, 9]);
    await finish();
    expect([await statusOf(file), await left(), (await replace()).status, await left()]).toEqual([404, 3, 200, 3]);
    await withoutStore(replace);
    await api.delete(`/api/upload/files/${file.id}`);
    expect([(await api.stored()).length, (await api.inTrash()).length, await countNotes()]).toEqual([0, 3, 0]);
  });

  it('are those of the last replacement at their addresses in the end, and whole until then', async () => {
    const { id, documentId } = await upload('t.jpg');
    const read = async () => {
      const { body } = await api.get(`/api/upload/files/${id}`);
      const all = [body, ...Object.values<{ url: string }>(body.formats)].map(
        ({ url }) => `${api.url()}${String(url)}`,
      );
      const replies = await Promise.all(all.map((url) => fetch(url)));
      expect(replies.map(({ status }) => status)).toEqual(all.map(() => 200));
      const widths = replies.map(async (reply) => (await sharp(await reply.arrayBuffer()).metadata()).width);
      return { url: body.url as string, widths: await Promise.all(widths) };
    };
    const replace = async (width: number) =>
      api.send([['u.jpg', await pictureOfSize(width, 100).jpeg().toBuffer()]], {}, `?id=${id}`);
    const before = await read();
    expect(before.widths).toEqual([600, 245, 500]);
    await withoutStore(async () => {
      for (const width of [700, 100]) expect((await replace(width)).status).toBe(202);
      await finish();
    });
    expect([await read(), await countNotes()]).toEqual([before, 1]);
    // The cleanup deletes those of the first replacement, and leaves those of the last.
    await age();
    expect([await sweepFiles(api.service()), await read()]).toEqual([3, before]);
    await finish();
    expect([await read(), await left(), await countNotes()]).toEqual([
      { url: before.url, widths: [100, 100, 100] },
      3,
      0,
    ]);
    await withoutStore(() => replace(400));
    expect((await api.delete(`/api/upload/files/${id}`)).status).toBe(200);
    expect([(await api.stored()).length, (await api.inTrash()).length, await countNotes()]).toEqual([0, 3, 0]);
    expect((await restore(documentId)).status).toBe(200);
    expect((await read()).widths[0]).toBe(400);
  });

  it('are deleted by the relay after a deletion without a trash', async () => {
    const file = await upload('s.jpg');
    const { trash } = api.service().config;
    Object.assign(trash, { days: 0 });
    const { status } = await withoutStore(() => api.delete(`/api/upload/files/${file.id}`));
    Object.assign(trash, { days: 30 });
    expect([status, await statusOf(file)]).toEqual([202, 200]);
    await finish();
    expect([await statusOf(file), await left(), await countNotes()]).toEqual([404, 0, 0]);
  });
});

describe('bytes that a process could not move', () => {
  const trash = (): string => join(folder(), '.trash');

  it('are moved by the relay, to the trash and back', async () => {
    const [file, other] = [await upload('f.jpg'), await upload('g.jpg')];
    await api.delete(`/api/upload/files/${other.id}`);
    await rename(trash(), `${trash()}-away`);
    await writeFile(trash(), 'no folder');
    const headers = { 'x-request-id': 'mine' };
    expect((await api.delete(`/api/upload/files/${file.id}`, { headers })).status).toBe(202);
    expect((await restore(other.documentId)).status).toBe(202);
    expect([await statusOf(file), await statusOf(other), await countNotes()]).toEqual([200, 404, 2]);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ level: 'error', requestId: 'mine', documentId: file.documentId },
        error: expect.objectContaining({ code: expect.any(String) }),
      }),
    );
    await rm(trash());
    await rename(`${trash()}-away`, trash());
    await runLoop(api.service(), { name: 'sweep' });
    expect([await statusOf(file), await statusOf(other), await countNotes()]).toEqual([404, 200, 0]);
  });

  it('are moved by the daily cleanup, also if a deletion is older than the trash of bytes', async () => {
    const [file, kept] = [await upload('h.jpg'), await upload('i.jpg')];
    const names = await api.stored();
    await api.delete(`/api/upload/files/${file.id}`);
    for (const name of await api.inTrash()) await rename(join(trash(), name), join(folder(), name));
    const moved = names.filter((name) => name.includes('i_'));
    for (const name of moved) await rename(join(folder(), name), join(trash(), name));
    await age();
    expect([await statusOf(file), await statusOf(kept)]).toEqual([200, 404]);
    expect(await sweepFiles(api.service())).toBe(0);
    expect([await statusOf(file), await statusOf(kept), await countNotes()]).toEqual([404, 200, 0]);
  });

  /** Deletes a new file whose bytes another process is moving. @returns the file, and `takeOver`, after which a job may move them */
  const deleteClaimed = async (name: string) => {
    const file = await upload(name);
    const moves = await api.collection<{ _id: string }>('lectern_file_moves');
    await moves.insertOne({ _id: file.documentId, claimedUntil: new Date(Date.now() + 60_000) } as { _id: string });
    await api.delete(`/api/upload/files/${file.id}`);
    const takeOver = () => moves.updateOne({ _id: file.documentId }, { $set: { claimedUntil: new Date(0) } });
    return { file, takeOver };
  };

  it('are not moved while another process moves them', async () => {
    const { file, takeOver } = await deleteClaimed('j.jpg');
    expect([await statusOf(file), await finishMoves(api.service()), await statusOf(file)]).toEqual([200, 1, 200]);
    await takeOver();
    await finishMoves(api.service());
    expect([await statusOf(file), await countNotes()]).toEqual([404, 0]);
  });

  it('move back if the file is restored meanwhile', async () => {
    const { file, takeOver } = await deleteClaimed('l.jpg');
    await takeOver();
    const store = storeOf(api.service().config.upload).trash;
    const { take } = store;
    vi.spyOn(store, 'take').mockImplementationOnce(async (keys) => {
      await take(keys);
      expect((await restore(file.documentId)).status).toBe(202);
    });
    await finishMoves(api.service());
    expect([await statusOf(file), await api.inTrash(), await countNotes()]).toEqual([200, [], 0]);
  });

  it('are deleted if the file is deleted for good meanwhile', async () => {
    const { file, takeOver } = await deleteClaimed('m.jpg');
    await takeOver();
    vi.spyOn(storeOf(api.service().config.upload).trash, 'take').mockImplementationOnce(async ([key = '']) => {
      expect((await api.delete(`/api/trash/${uid}/${file.documentId}`)).status).toBe(202);
      // As the end of a copy that began before.
      await writeFile(join(trash(), key), 'copied');
    });
    await finishMoves(api.service());
    expect([await api.stored(), await api.inTrash(), await countNotes()]).toEqual([[], [], 0]);
  });

  it('are where the record says after concurrent deletions and restores', async () => {
    const file = await upload('k.jpg');
    const loop = async (write: () => Promise<unknown>): Promise<void> => {
      for (let run = 0; run < 10; run++) await write();
    };
    await Promise.all([
      ...[1, 2].map(() => loop(() => api.delete(`/api/upload/files/${file.documentId}`))),
      ...[1, 2].map(() => loop(() => restore(file.documentId))),
    ]);
    const isLiving = (await idsInLibrary()).includes(file.documentId);
    expect([await statusOf(file), await countNotes()]).toEqual([isLiving ? 200 : 404, 0]);
    expect([(await api.stored()).length, (await api.inTrash()).length]).toEqual(isLiving ? [3, 0] : [0, 3]);
  });
});
