// Files in a bucket of a real S3 server.
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { EventEmitter, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPresignedUpload as presignFor, storeOf, sweepFiles } from '../../lib/media/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { cleanFileName } from '../../lib/media/records/fileNames.ts';
import { s3Client, s3Store } from '../../lib/media/store/s3.ts';
import { createBucketApi, sendForm } from '../setup/bucket.ts';
import { pictureOfSize } from './files.ts';

const bucket = await createBucketApi({ sizeLimit: 10_000_000 });
const jpeg = await pictureOfSize(600, 300).jpeg().toBuffer();

describe.runIf(bucket !== undefined)('a bucket', () => {
  if (bucket === undefined) return;
  const { settings, keys } = bucket;
  const store = s3Store(settings);
  const hello = { mime: 'text/plain', bytes: 5 };

  it('keeps a file with the headers that browsers need', async () => {
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
      CacheControl: 'public, max-age=3600',
    });
    // Without a charset, browsers assume a legacy encoding.
    await store.put('a_1.txt', Readable.from([Buffer.from('é')]), { mime: 'text/plain', bytes: 2 });
    expect((await bucket.getObject('a_1.txt')).ContentType).toBe('text/plain; charset=utf-8');
  });

  it('closes the stream if it cannot be reached', async () => {
    const away = s3Store({ ...settings, endpoint: 'http://127.0.0.1:1' });
    const stream = createReadStream(import.meta.filename);
    await expect(away.put('a_1.txt', stream, hello)).rejects.toThrow();
    expect(stream.destroyed).toBe(true);
  });

  it('lists and deletes files below its prefix, and ignores missing ones', async () => {
    await s3Store({ ...settings, prefix: '' }).put('other.txt', Readable.from([Buffer.from('hello')]), hello);
    expect(await keys()).toEqual(['a_1.svg', 'a_1.txt']);
    await store.delete(['a_1.svg', 'a_1.txt', 'b_1.txt']);
    expect(await keys()).toEqual([]);
    expect(await store.find('a_1.txt')).toBeUndefined();
    expect(await s3Store({ ...settings, prefix: '' }).find('other.txt')).toBeDefined();
  });

  it('deletes more files than one S3 request allows', async () => {
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
  ])('has URLs: %#', (more, url) => {
    expect(s3Store({ ...settings, ...more }).url('a.png')).toBe(url);
  });
});

describe.runIf(bucket !== undefined)('uploads to a bucket', () => {
  if (bucket === undefined) return;
  const { api, settings, keys, presign, complete } = bucket;
  /** Fetches a file with credentials, because the server does not show it to others. */
  const got = (url: unknown) =>
    bucket.getObject(String(url).slice(settings.endpoint.length + '/files/site/uploads/'.length));
  afterEach(async () => {
    expect(await api.leftovers()).toEqual([]);
  });

  it('can go to the bucket directly, and are checked on completion', async () => {
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

  it('are completed once with an Idempotency-Key, and get the same answer again', async () => {
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

  it('get the type of their content, not the announced one', async () => {
    const svg = Buffer.from('<svg onload="alert(1)"/>');
    const { body } = await presign({ name: 'a.png', mime: 'image/png', size: svg.length });
    expect(await sendForm(body, svg)).toBe(204);
    const done = await complete({ key: body.key });
    expect(done.body).toMatchObject({ mime: 'image/svg+xml', ext: '.svg' });
    expect((await got(done.body.url)).ContentDisposition).toBe('attachment');
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
  });

  it('answer 503 if the bucket fails, and 404 if they are gone', async () => {
    const { body } = await presign({ name: 'a.txt', mime: 'text/plain', size: 5 });
    expect(await sendForm(body, Buffer.from('hello'))).toBe(204);
    const errorLog = vi.spyOn(console, 'error').mockReturnValue();
    const { requestHandler } = (await s3Client(settings)).config;
    const sent = requestHandler.handle.bind(requestHandler);
    for (const [passed, error, status] of [
      [0, new Error('away'), 503],
      [1, new Error('away'), 503],
      [1, Object.assign(new Error('gone'), { name: 'NoSuchKey' }), 404],
    ] as const) {
      const handleRequest = vi.spyOn(requestHandler, 'handle');
      for (let count = 0; count < passed; count++) handleRequest.mockImplementationOnce(sent);
      handleRequest.mockRejectedValueOnce(error);
      expect((await complete({ key: body.key })).status).toBe(status);
      handleRequest.mockRestore();
    }
    errorLog.mockRestore();
    const done = await complete({ key: body.key });
    expect([done.status, done.body.mime]).toEqual([201, 'text/plain']);
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
    expect(await keys()).toEqual([]);
  });

  it('have one record, even if several requests complete them at once', async () => {
    const { body } = await presign({ name: 'a.jpg', mime: 'image/jpeg', size: jpeg.length });
    expect(await sendForm(body, jpeg)).toBe(204);
    // Two requests, as many as take a turn, have read the file before the first one finishes.
    const store = storeOf(api.service().config.upload);
    const { put } = store;
    const requestCount = 2;
    let waiting = 0;
    const slow = vi.spyOn(store, 'put').mockImplementation(async (...args) => {
      await put(...args);
      waiting += 1;
      await vi.waitUntil(() => waiting >= requestCount, { timeout: 30_000 });
    });
    const done = await Promise.all(Array.from({ length: 4 }, () => complete({ key: body.key })));
    slow.mockRestore();
    expect(done.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404]);
    const { body: records } = await api.get('/api/upload/files');
    expect([records.length, (await keys()).length]).toEqual([1, 3]);
    await api.delete(`/api/upload/files/${String(records[0].id)}`);
    expect(await keys()).toEqual([]);
  });

  it('are fetched two at a time for a caller, while others go on', async () => {
    const { body: one } = await presign({ name: 'a.jpg', mime: 'image/jpeg', size: jpeg.length });
    const { body: two } = await presign({ name: 'b.jpg', mime: 'image/jpeg', size: jpeg.length });
    for (const form of [one, two]) expect(await sendForm(form, jpeg)).toBe(204);
    const store = storeOf(api.service().config.upload);
    const { read } = store;
    const fetched: string[] = [];
    const gate = new EventEmitter();
    const released = once(gate, 'release');
    const slow = vi.spyOn(store, 'read').mockImplementation(async (key, range) => {
      if (range === undefined) fetched.push(key);
      if (range === undefined && key === one.key) await released;
      return read(key, range);
    });
    // It fails at its end, so that it could be sent again and again.
    const fileInfo = { folder: 'nowhere' };
    const refused = Array.from({ length: 3 }, () => complete({ key: one.key, fileInfo }));
    await vi.waitUntil(() => fetched.length >= 2, { timeout: 30_000 });
    const { accessKey } = await createToken(api.service(), { name: 'another caller', type: 'full-access' });
    const other = await complete({ key: two.key, fileInfo }, '', { authorization: `Bearer ${accessKey}` });
    expect([other.status, fetched]).toEqual([400, [one.key, one.key, two.key]]);
    gate.emit('release');
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([400, 400, 400]);
    slow.mockRestore();
    await store.delete([one.key, two.key]);
  });

  it('are not displayed by browsers before they are checked', async () => {
    const page = Buffer.from('<script>alert(document.domain)</script>');
    const { body } = await presign({ name: 'a.html', mime: 'text/html', size: page.length });
    expect(await sendForm(body, page)).toBe(204);
    expect(await bucket.getObject(String(body.key))).toMatchObject({
      ContentType: 'application/octet-stream',
      ContentDisposition: 'attachment',
    });
    await s3Store(settings).delete([String(body.key)]);
  });

  it('are copied only in the version that was checked', async () => {
    const { body } = await presign({ name: 'a.txt', mime: 'text/plain', size: 5 });
    expect(await sendForm(body, Buffer.from('hello'))).toBe(204);
    const { ETag } = await bucket.getObject(String(body.key));
    const send = vi.spyOn(await s3Client(settings), 'send');
    const done = await complete({ key: body.key });
    // The S3 server of the tests ignores this condition.
    expect(send.mock.calls.map(([{ input }]) => input)).toContainEqual(
      expect.objectContaining({ CopySource: `files/site/uploads/${String(body.key)}`, CopySourceIfMatch: ETag }),
    );
    send.mockRestore();
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
  });

  it.each(['写'.repeat(255), `${'a'.repeat(254)}💥.png`, '%E0%A4%A.png'])('may have the name %s', async (name) => {
    const { status, body } = await presign({ name, mime: 'text/plain', size: 5 });
    expect(status).toBe(200);
    // S3 allows no more.
    expect(body.fields['x-amz-meta-name'].length).toBeLessThan(2000);
    expect(await sendForm(body, Buffer.from('hello'))).toBe(204);
    const done = await complete({ key: body.key });
    expect([done.status, done.body.name]).toEqual([201, cleanFileName(name)]);
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
  });

  it('answer 503 if there are no credentials to sign with', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, '');
    for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE']) vi.stubEnv(name, '/nowhere');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    const errorLog = vi.spyOn(console, 'error').mockReturnValue();
    const { config, ...service } = api.service();
    const upload = { ...config.upload, s3: { ...settings } };
    const presigning = presignFor({ ...service, config: { ...config, upload } }, { name: 'a', mime: 'a/b', size: 1 });
    await expect(presigning).rejects.toMatchObject({ status: 503 });
    errorLog.mockRestore();
    vi.unstubAllEnvs();
  });

  it('have no record if they are refused, and the sweep deletes uncompleted ones', async () => {
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

  it.each(['a', '../secret', 'sent_a_0123456789', 7])('do not exist under %j', async (key) => {
    expect((await complete({ key })).status).toBe(404);
  });

  it('never delete files of another site in the same bucket', async () => {
    const other = new GetObjectCommand({ Bucket: 'files', Key: 'other.txt' });
    expect(await (await (await s3Client(settings)).send(other)).Body?.transformToString()).toBe('hello');
  });
});
