// Deleted files: their records and bytes stay as long as they are in the trash.
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepFiles } from '../../lib/media/index.ts';
import { sweepTrash } from '../../lib/write/documents/index.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { pictureOfSize } from './files.ts';

const api = createUploadApi(schemaOf({ 'page.json': typeFile('page', { cover: { type: 'media' } }) }));
const uid = 'plugin::upload.file';

const upload = async (name: string) => {
  const { body } = await api.send([[name, await pictureOfSize(600, 300).jpeg().toBuffer()]]);
  return body[0] as { id: number; documentId: string; url: string };
};

const age = async (): Promise<void> => {
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const { folder } = api.service().config.upload;
  await Promise.all((await api.stored()).map((name) => utimes(join(folder, name), old, old)));
};

const idsInLibrary = async (): Promise<readonly string[]> =>
  (await api.get('/api/upload/files')).body.map(({ documentId }: { documentId: string }) => documentId);

beforeEach(async () => {
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
    await age();
    // Their record is in the trash.
    expect(await sweepFiles(api.service())).toBe(0);
    const restored = await api.request('POST', `/api/trash/${uid}/${file.documentId}/restore`);
    expect([restored.status, restored.body.meta.lostLinks]).toEqual([200, []]);
    expect((await api.get(`/api/upload/files/${file.id}`)).body).toEqual(before);
    expect((await api.get(`/api/pages/${page}?populate=*`)).body.data.cover.documentId).toBe(file.documentId);
    expect((await fetch(`${api.url()}${file.url}`)).status).toBe(200);
  });

  it('comes back at the top of the library, if its folder was deleted', async () => {
    const { body } = await api.post('/api/upload/folders', { name: 'deleted' });
    const file = await upload('b.jpg');
    await api.post('/api/upload/files/move', { files: [file.documentId], folder: body.data.documentId });
    await api.delete(`/api/upload/files/${file.id}`);
    await api.delete(`/api/upload/folders/${body.data.documentId}`);
    await api.request('POST', `/api/trash/${uid}/${file.documentId}/restore`);
    expect((await api.get(`/api/upload/files/${file.id}`)).body.folder).toBeNull();
  });

  it('loses its bytes at once, if it is deleted for good', async () => {
    const file = await upload('c.jpg');
    await api.delete(`/api/upload/files/${file.id}`);
    expect(await api.stored()).toHaveLength(3);
    expect((await api.delete(`/api/trash/${uid}/${file.documentId}`)).status).toBe(204);
    expect(await api.stored()).toEqual([]);
  });

  it('loses its bytes with the next cleanup, after its time in the trash', async () => {
    const [file, kept] = [await upload('d.jpg'), await upload('e.jpg')];
    await api.delete(`/api/upload/files/${file.id}`);
    const db = await api.service().database.get();
    const old = new Date(Date.now() - 31 * 24 * 3_600_000);
    await db.collection('upload_files').updateOne({ documentId: file.documentId }, { $set: { deletedAt: old } });
    expect((await api.get(`/api/trash?type=${uid}`)).body.data).toEqual([]);
    expect(await sweepTrash(api.service())).toBe(1);
    await age();
    expect([await sweepFiles(api.service()), (await api.stored()).length]).toEqual([3, 3]);
    expect(await idsInLibrary()).toEqual([kept.documentId]);
  });
});
