// Deleted files in a bucket of a real S3 server.
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { finishMoves, makeFormats, storeOf, sweepFiles } from '../../lib/media/index.ts';
import { s3Client, s3Store } from '../../lib/media/store/s3.ts';
import { createBucketApi, sendForm } from '../setup/bucket.ts';
import { pictureOfSize } from './files.ts';

const bucket = await createBucketApi({}, { days: 30 });
const jpeg = await pictureOfSize(600, 300).jpeg().toBuffer();
const uid = 'plugin::upload.file';

describe.runIf(bucket !== undefined)('a deleted file in a bucket', () => {
  if (bucket === undefined) return;
  const { api, settings, keys } = bucket;
  const store = s3Store(settings);
  const allKeys = async (): Promise<readonly string[]> => {
    const found = await (await s3Client(settings)).send(new ListObjectsV2Command({ Bucket: settings.bucket }));
    return (found.Contents ?? []).map(({ Key = '' }) => Key).sort();
  };
  const inTrash = async (): Promise<readonly string[]> =>
    (await allKeys()).filter((key) => key.startsWith('trash/site/uploads/'));

  it('leaves its address with all formats, comes back with its headers, and is deleted for good', async () => {
    const [file] = (await api.send([['a.jpg', jpeg]])).body;
    const before = await keys();
    expect([before.length, await inTrash()]).toEqual([3, []]);
    expect((await api.delete(`/api/upload/files/${file.id}`)).status).toBe(200);
    expect([await keys(), (await inTrash()).length, (await allKeys()).length]).toEqual([[], 3, 3]);
    // The cleanup looks at both places.
    expect(await sweepFiles(api.service())).toBe(0);
    await api.request('POST', `/api/trash/${uid}/${file.documentId}/restore`);
    expect([await keys(), await inTrash()]).toEqual([before, []]);
    expect(await bucket.getObject(`${file.hash}.jpg`)).toMatchObject({
      ...{ ContentType: 'image/jpeg', ContentDisposition: 'inline' },
      CacheControl: 'public, max-age=3600',
    });
    await api.delete(`/api/upload/files/${file.id}`);
    expect((await api.delete(`/api/trash/${uid}/${file.documentId}`)).status).toBe(204);
    expect(await allKeys()).toEqual([]);
  });

  it('leaves its address with the formats that were being made when it was deleted', async () => {
    const [service, { maxFormatBytesInRequest }] = [api.service(), api.service()];
    Object.assign(service, { maxFormatBytesInRequest: 1000 });
    const { body } = await bucket.presign({ name: 'c.jpg', mime: 'image/jpeg', size: jpeg.length });
    await sendForm(body, jpeg);
    const file = (await bucket.complete({ key: body.key })).body;
    Object.assign(service, { maxFormatBytesInRequest });
    const [pending = ''] = await keys();
    const siteStore = storeOf(service.config.upload);
    const { put } = siteStore;
    vi.spyOn(siteStore, 'put').mockImplementationOnce(async (...args) => {
      expect((await api.delete(`/api/upload/files/${file.id}`)).status).toBe(200);
      await put(...args);
    });
    expect(await makeFormats(service, pending)).toBe('gone');
    vi.restoreAllMocks();
    expect([await keys(), (await inTrash()).length]).toEqual([[], 4]);
    await api.delete(`/api/trash/${uid}/${file.documentId}`);
    expect(await allKeys()).toEqual([]);
  });

  it('is moved by the job if it is large', async () => {
    const [file] = (await api.send([['b.jpg', jpeg]])).body;
    const db = await api.service().database.get();
    await db
      .collection('upload_files')
      .updateOne({ documentId: file.documentId }, { $set: { 'published.size': 201_000 } });
    await api.delete(`/api/upload/files/${file.id}`);
    expect([(await keys()).length, await inTrash()]).toEqual([3, []]);
    expect(await finishMoves(api.service())).toBe(1);
    expect([await keys(), (await inTrash()).length]).toEqual([[], 3]);
    expect(await finishMoves(api.service())).toBe(0);
    await api.delete(`/api/trash/${uid}/${file.documentId}`);
  });

  it('is moved completely after a move was interrupted', async () => {
    const put = (at: typeof settings, key: string) =>
      s3Store(at).put(key, Readable.from([Buffer.from('hello')]), { mime: 'text/plain', bytes: 5 });
    for (const key of ['a_0123456789.txt', 'b_0123456789.txt']) await put(settings, key);
    await put({ ...settings, prefix: `trash/${settings.prefix}` }, 'a_0123456789.txt');
    await store.trash.take(['a_0123456789.txt', 'b_0123456789.txt', 'c_0123456789.txt']);
    expect([await keys(), (await inTrash()).length]).toEqual([[], 2]);
    await store.trash.giveBack(['a_0123456789.txt', 'b_0123456789.txt']);
    expect([(await keys()).length, await inTrash()]).toEqual([2, []]);
  });

  it.each(['a%41/', 'a?/', 'a#/', 'a b+/', '写/'])('is moved below the prefix %s', async (prefix) => {
    const site = s3Store({ ...settings, prefix });
    await site.put('a_0123456789.txt', Readable.from([Buffer.from('hello')]), { mime: 'text/plain', bytes: 5 });
    await site.trash.take(['a_0123456789.txt']);
    expect([
      await site.find('a_0123456789.txt'),
      (await allKeys()).includes(`trash/${prefix}a_0123456789.txt`),
    ]).toEqual([undefined, true]);
  });

  it('is not listed among the others if the site has no prefix', async () => {
    const site = s3Store({ ...settings, prefix: '' });
    await site.put('a_0123456789.txt', Readable.from([Buffer.from('hello')]), { mime: 'text/plain', bytes: 5 });
    await site.trash.take(['a_0123456789.txt']);
    const listed: string[] = [];
    for await (const { key } of site.list()) listed.push(key);
    expect(listed).toEqual([]);
    for await (const { key } of site.trash.list()) listed.push(key);
    expect(listed).toEqual(['a_0123456789.txt']);
  });
});
