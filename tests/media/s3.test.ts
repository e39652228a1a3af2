// Files in a bucket of a real S3 server.
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeOf, sweepFiles } from '../../lib/media/index.ts';
import { s3Client, s3Store } from '../../lib/media/s3.ts';
import { bucketOf, sendForm } from '../setup/bucket.ts';
import { pictureOfSize } from './files.ts';

const bucket = await bucketOf({ sizeLimit: 10_000_000 });
const jpeg = await pictureOfSize(600, 300).jpeg().toBuffer();

describe.runIf(bucket !== undefined)('a bucket', () => {
  if (bucket === undefined) return;
  const { settings, keys } = bucket;
  const store = s3Store(settings);
  const hello = { mime: 'text/plain', bytes: 5 };

  it('keeps what is put into it, and how it is to be shown', async () => {
    await store.put('a_1.txt', Readable.from([Buffer.from('he'), Buffer.from('llo')]), hello);
    expect(await text(await store.read('a_1.txt'))).toBe('hello');
    expect(await text(await store.read('a_1.txt', { start: 1, end: 3 }))).toBe('ell');
    expect(await store.find('a_1.txt')).toMatchObject({ key: 'a_1.txt', bytes: 5 });
    await store.put('a_1.svg', Readable.from([Buffer.from('<svg>')]), { mime: 'image/svg+xml', bytes: 5 });
    const head = await (
      await s3Client(settings)
    ).send(new HeadObjectCommand({ Bucket: 'files', Key: 'site/uploads/a_1.svg' }));
    expect(head).toMatchObject({
      ContentType: 'image/svg+xml',
      ContentDisposition: 'attachment',
      CacheControl: 'public, max-age=31536000, immutable',
    });
  });

  it('lists and deletes what is below its prefix, and is content with what is not there', async () => {
    await s3Store({ ...settings, prefix: '' }).put('other.txt', Readable.from([Buffer.from('hello')]), hello);
    expect(await keys()).toEqual(['a_1.svg', 'a_1.txt']);
    await store.delete(['a_1.svg', 'a_1.txt', 'b_1.txt']);
    expect(await keys()).toEqual([]);
    expect(await store.find('a_1.txt')).toBeUndefined();
    expect(await s3Store({ ...settings, prefix: '' }).find('other.txt')).toBeDefined();
  });

  it('deletes more than one request may name', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => `a_${index}.txt`);
    for (const name of [names[0] ?? '', names[1000] ?? ''])
      await store.put(name, Readable.from([Buffer.from('hello')]), hello);
    await store.delete(names);
    expect(await keys()).toEqual([]);
  });

  it.each([
    [{}, `${settings.endpoint}/files/site/uploads/a.png`],
    [{ endpoint: '', region: 'eu-west-1' }, 'https://files.s3.eu-west-1.amazonaws.com/site/uploads/a.png'],
    [{ endpoint: '' }, 'https://files.s3.amazonaws.com/site/uploads/a.png'],
    [{ url: 'https://cdn.example.org/' }, 'https://cdn.example.org/site/uploads/a.png'],
  ])('has an address: %#', (more, url) => {
    expect(s3Store({ ...settings, ...more }).url('a.png')).toBe(url);
  });
});

describe.runIf(bucket !== undefined)('uploads to a bucket', () => {
  if (bucket === undefined) return;
  const { api, settings, keys, presign, complete } = bucket;
  /** What is at an address, asked for by who has the credentials: the server shows nothing to others. */
  const got = (url: unknown) => bucket.got(String(url).slice(settings.endpoint.length + '/files/site/uploads/'.length));
  afterEach(async () => {
    expect(await api.leftovers()).toEqual([]);
  });

  it('are stored with their formats, found, and deleted', async () => {
    const { status, body } = await api.send([['a.jpg', jpeg]]);
    expect([status, body[0].provider]).toEqual([201, 's3']);
    const files = [body[0], ...Object.values<{ url: string }>(body[0].formats)];
    expect(files).toHaveLength(3);
    for (const { url } of files) expect((await got(url)).ContentType).toBe('image/jpeg');
    await api.delete(`/api/upload/files/${String(body[0].id)}`);
    expect(await keys()).toEqual([]);
  });

  it('leave nothing where the store does not answer', async () => {
    const before = await keys();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const away = uploadsFailing();
    const { status } = await api.send([['a.jpg', jpeg]]);
    away();
    told.mockRestore();
    expect([status, await keys()]).toEqual([503, before]);
    expect((await api.get('/api/upload/files')).body).toEqual([]);
  });

  /** Lets the second part of a file fail. */
  const uploadsFailing = (): (() => void) => {
    const store = storeOf(api.service().config.upload);
    const { put } = store;
    let times = 0;
    Object.assign(store, {
      put: (...args: Parameters<typeof put>) => {
        times += 1;
        if (times !== 2) return put(...args);
        args[1].destroy();
        return Promise.reject(new Error('away'));
      },
    });
    return () => Object.assign(store, { put });
  };

  it('can go there directly, and are looked at when they are complete', async () => {
    const { status, body } = await presign({ name: 'Größe.jpg', mime: 'image/jpeg', size: jpeg.length });
    expect(status).toBe(200);
    expect(await sendForm(body, jpeg)).toBe(204);
    const done = await complete({ key: body.key, fileInfo: { caption: 'Sent' } });
    expect(done).toMatchObject({
      status: 201,
      body: { name: 'Größe.jpg', caption: 'Sent', width: 600, provider: 's3' },
    });
    const { hash, url } = done.body;
    expect(await keys()).toEqual([`${hash}.jpg`, `small_${hash}.jpg`, `thumbnail_${hash}.jpg`].sort());
    expect(await (await got(url)).Body?.transformToByteArray()).toEqual(new Uint8Array(jpeg));
    const again = await complete({ key: body.key });
    expect(again.status).toBe(404);
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
  });

  it('are completed once under an Idempotency-Key, and answered the same again', async () => {
    const { body } = await presign({ name: 'a.jpg', mime: 'image/jpeg', size: jpeg.length });
    expect(await sendForm(body, jpeg)).toBe(204);
    const before = await keys();
    const complete = (more: object = {}) =>
      api.request('POST', '/api/upload/complete', {
        body: { key: body.key, ...more },
        headers: { 'Idempotency-Key': 'complete' },
      });
    const first = await complete();
    const again = await complete();
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(await keys()).toHaveLength(before.length + 2);
    expect((await complete({ fileInfo: { caption: 'other' } })).status).toBe(422);
    await api.delete(`/api/upload/files/${String(first.body.id)}`);
  });

  it('are what they are, not what was said of them before', async () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>');
    const { body } = await presign({ name: 'a.png', mime: 'image/png', size: svg.length });
    expect(await sendForm(body, svg)).toBe(204);
    const done = await complete({ key: body.key });
    expect(done.body).toMatchObject({ mime: 'image/svg+xml', ext: '.svg' });
    expect((await got(done.body.url)).ContentDisposition).toBe('attachment');
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
  });

  it('are asked for again where the bucket does not answer, and not where they are gone', async () => {
    const { body } = await presign({ name: 'a.txt', mime: 'text/plain', size: 5 });
    expect(await sendForm(body, Buffer.from('hello'))).toBe(204);
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const store = storeOf(api.service().config.upload);
    for (const [name, error, status] of [
      ['find', new Error('away'), 503],
      ['read', new Error('away'), 503],
      ['read', Object.assign(new Error('gone'), { name: 'NoSuchKey' }), 404],
    ] as const) {
      const asked = vi.spyOn(store, name).mockRejectedValueOnce(error);
      expect((await complete({ key: body.key })).status).toBe(status);
      asked.mockRestore();
    }
    told.mockRestore();
    const done = await complete({ key: body.key });
    expect([done.status, done.body.mime]).toEqual([201, 'text/plain']);
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
    expect(await keys()).toEqual([]);
  });

  it('have no record where they are refused, and are swept with what nobody completed', async () => {
    const cut = jpeg.subarray(0, jpeg.length / 2);
    const { body } = await presign({ name: 'a.jpg', mime: 'image/jpeg', size: cut.length });
    expect(await sendForm(body, cut)).toBe(204);
    expect((await complete({ key: body.key })).status).toBe(400);
    expect(await keys()).toEqual([body.key]);
    const { body: kept } = await api.send([['kept.txt', 'text']]);
    expect(await sweepFiles(api.service())).toBe(0);
    const now = () => new Date(Date.now() + 25 * 60 * 60 * 1000);
    expect(await sweepFiles({ ...api.service(), now })).toBe(1);
    expect(await keys()).toEqual([`${String(kept[0].hash)}.txt`]);
  });

  it.each([
    [{ name: '', mime: 'image/png', size: 1 }, 400],
    [{ name: 'a.png', mime: 'png', size: 1 }, 400],
    [{ name: 'a.png', mime: 'image/png', size: 0 }, 400],
    [{ name: 'a.png', mime: 'image/png', size: 1, nope: 1 }, 400],
    [{ name: 'a.png', mime: 'image/png', size: 10_000_001 }, 413],
  ])('are refused before they are sent: %j', async (body, status) => {
    expect((await presign(body)).status).toBe(status);
  });

  it.each(['a', '../secret', 'sent_a_0123456789', 7])('are not there under %j', async (key) => {
    expect((await complete({ key })).status).toBe(404);
  });

  it('are never in what another site stores in the bucket', async () => {
    const other = new GetObjectCommand({ Bucket: 'files', Key: 'other.txt' });
    expect(await (await (await s3Client(settings)).send(other)).Body?.transformToString()).toBe('hello');
  });
});
