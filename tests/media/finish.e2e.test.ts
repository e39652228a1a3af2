// Pictures that are too large to process in their request, and how Lectern finishes them afterwards.
import sharp from 'sharp';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { S3Event } from 'aws-lambda';
import { handler } from '../../functions/makeFormats.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { storeOf, sweepFiles, sweepMedia } from '../../lib/media/index.ts';
import { createBucketApi, sendForm } from '../setup/bucket.ts';
import { pictureOfSize, pngHeader } from './files.ts';

const bucket = await createBucketApi();

/** A picture with camera metadata, rotated upright. */
const pictureWithMetadata = await pictureOfSize(600, 300)
  .withExif({ IFD0: { Artist: 'Somebody' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();

const hasMetadata = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('Somebody');

describe.runIf(bucket !== undefined)('a picture that is too large for its request', () => {
  if (bucket === undefined) return;
  const { api, keys, getObject, presign, complete, settings } = bucket;
  const store = () => storeOf(api.service().config.upload);
  beforeAll(() => Object.assign(api.service(), { maxFormatBytesInRequest: 1000 }));
  afterEach(async () => {
    vi.restoreAllMocks();
    expect(await api.leftovers()).toEqual([]);
    const { body } = await api.get('/api/upload/files');
    for (const { id } of body) await api.delete(`/api/upload/files/${String(id)}`);
    expect(await keys()).toEqual([]);
  });

  const sent = async (content: Buffer, mime = 'image/jpeg') => {
    const { body } = await presign({ name: 'a.jpg', mime, size: content.length });
    expect(await sendForm(body, content)).toBe(204);
    return complete({ key: body.key });
  };
  const read = async (id: unknown) => (await api.get(`/api/upload/files/${String(id)}`)).body;
  const eventOf = (key: string, name = settings.bucket): S3Event =>
    ({ Records: [{ s3: { bucket: { name }, object: { key: encodeURIComponent(key) } } }] }) as S3Event;
  const handleEvent = (key: string) => handler.work(api.service(), eventOf(settings.prefix + key));
  const only = async (): Promise<string> => (await keys())[0] ?? '';
  /** Runs `then` after the first file is stored in the bucket. */
  const afterPut = (then: () => Promise<unknown>): void => {
    const { put } = store();
    vi.spyOn(store(), 'put').mockImplementationOnce(async (...args) => {
      await put(...args);
      await then();
    });
  };

  it('has a record at once, and no public file', async () => {
    const { status, body } = await sent(pictureWithMetadata);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'a.jpg', width: 300, height: 600, formats: null, mime: 'image/jpeg' });
    expect(body).not.toHaveProperty('pending');
    expect(await keys()).toEqual([expect.stringMatching(`^pending_${String(body.documentId)}_[0-9a-f]{10}$`)]);
    expect((await api.get('/api/upload/files?filters[pending][$notNull]=true')).status).toBe(400);
  });

  it('gets its formats and its file when the bucket reports it, without camera metadata', async () => {
    const { body } = await sent(pictureWithMetadata);
    const key = await only();
    expect(hasMetadata((await (await getObject(key)).Body?.transformToByteArray()) ?? pictureWithMetadata)).toBe(true);
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'made' } });
    const { hash, url, formats, width, height, size } = await read(body.id);
    expect([hash, url, width, height]).toEqual([body.hash, body.url, 300, 600]);
    expect(await keys()).toEqual([`${body.hash}.jpg`, `small_${body.hash}.jpg`, `thumbnail_${body.hash}.jpg`].sort());
    expect(Object.keys(formats)).toEqual(['thumbnail', 'small']);
    const bytes = (await (await getObject(`${body.hash}.jpg`)).Body?.transformToByteArray()) ?? pictureWithMetadata;
    expect([hasMetadata(bytes), size]).toEqual([false, Math.round(bytes.length / 10) / 100]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 300, height: 600 });
    for (const { hash: formatHash, ext, width: wide } of Object.values<Record<string, string>>(formats)) {
      const format = await (await getObject(`${formatHash}${ext}`)).Body?.transformToByteArray();
      expect(await sharp(format).metadata()).toMatchObject({ width: wide });
    }
  });

  it('stays as another attempt finished it meanwhile', async () => {
    const { body } = await sent(pictureWithMetadata);
    const key = await only();
    afterPut(async () => {
      expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'made' } });
    });
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'gone' } });
    expect(await keys()).toHaveLength(3);
    expect(Object.keys((await read(body.id)).formats)).toEqual(['thumbnail', 'small']);
  });

  it('keeps the files of another attempt if the bucket fails', async () => {
    await sent(pictureWithMetadata);
    const key = await only();
    afterPut(async () => {
      await handleEvent(key);
      throw new Error('away');
    });
    await expect(handleEvent(key)).rejects.toThrow('away');
    expect(await keys()).toHaveLength(3);
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'gone' } });
  });

  it('leaves no files if it was deleted meanwhile', async () => {
    const { body } = await sent(pictureWithMetadata);
    const key = await only();
    afterPut(() => api.delete(`/api/upload/files/${String(body.id)}`));
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'gone' } });
    expect(await keys()).toEqual([]);
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'gone' } });
  });

  it('leaves a replacement that was uploaded meanwhile', async () => {
    const { body } = await sent(pictureWithMetadata);
    const key = await only();
    const other = await pictureOfSize(9, 9).png().toBuffer();
    afterPut(() => api.send([['b.png', other]], {}, `?id=${String(body.id)}`));
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'gone' } });
    const now = await read(body.id);
    expect([now.mime, await keys()]).toEqual(['image/png', [`${String(now.hash)}.png`]]);
  });

  it('is refused by its header if it is too large or not an image', async () => {
    for (const [content, message] of [
      [Buffer.concat([pngHeader(65_535, 65_535), Buffer.alloc(2000)]), '64 million pixels'],
      [Buffer.concat([pictureWithMetadata.subarray(0, 20), Buffer.alloc(2000)]), 'not a valid image'],
    ] as const) {
      const { status, body } = await sent(content);
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
      await store().delete(await keys());
    }
  });

  it('keeps its record and the uploaded file if it cannot be decoded completely', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { status, body } = await sent(pictureWithMetadata.subarray(0, pictureWithMetadata.length - 500));
    expect(status).toBe(201);
    const key = await only();
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'faulty' } });
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining(body.documentId));
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'faulty' } });
    expect(console.error).toHaveBeenCalledTimes(1);
    expect(await read(body.id)).toMatchObject({ formats: null, url: body.url });
    const now = () => new Date(Date.now() + 25 * 60 * 60 * 1000);
    expect((await sweepMedia({ ...api.service(), now })).pictures).toEqual({ made: 0, faulty: 0, failed: 0 });
    expect(await keys()).toEqual([key]);
  });

  it('is tried again while its record does not exist yet', async () => {
    const key = 'pending_abcdefghijklmnopqrstuvwx_0123456789';
    await store().put(key, Readable.from([Buffer.from('hello')]), { mime: 'image/jpeg', bytes: 5 });
    await expect(handleEvent(key)).rejects.toThrow('no record yet');
    await store().delete([key]);
    expect(await handleEvent(key)).toEqual({ pictures: { [key]: 'gone' } });
  });

  it('is finished by the sweep if the bucket never reported it', async () => {
    const { body } = await sent(pictureWithMetadata);
    const key = await only();
    // A file that another attempt left behind.
    const half = `small_${String(body.hash)}.webp`;
    await store().put(half, Readable.from([Buffer.from('hello')]), { mime: 'image/webp', bytes: 5 });
    expect((await sweepMedia(api.service())).pictures).toEqual({ made: 0, faulty: 0, failed: 0 });
    const now = () => new Date(Date.now() + 25 * 60 * 60 * 1000);
    expect(await sweepFiles({ ...api.service(), now })).toBe(0);
    expect(await keys()).toEqual([key, half]);

    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(store(), 'read').mockRejectedValueOnce(new Error('away'));
    const soon = () => new Date(Date.now() + 61 * 60 * 1000);
    const sweep = async () => (await sweepMedia({ ...api.service(), now: soon })).pictures;
    expect(await sweep()).toEqual({ made: 0, faulty: 0, failed: 1 });
    expect(await sweep()).toEqual({ made: 1, faulty: 0, failed: 0 });
    expect(Object.keys((await read(body.id)).formats)).toEqual(['thumbnail', 'small']);
    await store().delete([half]);
  });

  it('is not affected by events of other sites or other keys', async () => {
    const { body } = await sent(pictureWithMetadata);
    const key = await only();
    expect(await handler.work(api.service(), eventOf(settings.prefix + key, 'others'))).toEqual({ pictures: {} });
    expect(await handler.work(api.service(), eventOf(`othr/uploads/${key}`))).toEqual({ pictures: {} });
    expect(await handleEvent(`${String(body.hash)}.jpg`)).toEqual({ pictures: {} });
    // The name of an uploaded file may begin like the key of a pending one.
    const { body: other } = await api.send([[`pending_${String(body.documentId)}.txt`, 'text']]);
    expect(await handleEvent(`${String(other[0].hash)}.txt`)).toEqual({ pictures: {} });
    expect(await keys()).toHaveLength(2);
  });

  it('is decoded in its request if it is small enough', async () => {
    const { body } = await sent(await pictureOfSize(8, 8).png().toBuffer());
    expect(body).toMatchObject({ width: 8, height: 8, formats: null });
    const db = await api.service().database.get();
    const stored = await db.collection<StoredDocument>('upload_files').findOne({ documentId: body.documentId });
    expect(stored?.published?.pending).toBeNull();
  });
});
