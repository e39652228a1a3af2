// Files that are sent to the bucket in parts, step by step and with the script in docs/media.md.
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeOf, sweepMedia } from '../../lib/media/index.ts';
import { s3Client } from '../../lib/media/store/s3.ts';
import { createBucketApi } from '../setup/bucket.ts';
import { isLong } from '../setup/lengthOf.ts';
import { freshFolder, writerTo } from './files.ts';
import { uploadScript } from './uploadScript.ts';

const bucket = await createBucketApi();
const write = writerTo(await freshFolder());

const size = 100_000_001;
const film = Buffer.alloc(size);
film.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');

interface Part {
  readonly partNumber: number;
  readonly url: string;
}

describe.runIf(bucket !== undefined)('a file in parts', () => {
  if (bucket === undefined) return;
  const { api, keys, getObject, presign, complete, settings } = bucket;
  afterEach(async () => {
    expect(await api.leftovers()).toEqual([]);
  });
  const announced = async () => (await presign({ name: 'Übersicht.mov', mime: 'video/quicktime', size })).body;
  const put = async ({ partNumber, url }: Part, partSize: number, bytes = film): Promise<void> => {
    const body = new Uint8Array(bytes.subarray((partNumber - 1) * partSize, partNumber * partSize));
    expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  };
  const unfinished = async (): Promise<number> =>
    (await (await s3Client(settings)).send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))).Uploads
      ?.length ?? 0;

  it('has one signed URL per part, which fixes the number of bytes', async () => {
    const { key, partSize, parts, ...others } = await announced();
    expect([key, others]).toEqual([expect.stringMatching(/^parts_100000001_Ubersicht_[0-9a-f]{10}$/), {}]);
    expect(parts).toHaveLength(Math.ceil(size / partSize));
    expect(parts.map((part: Part) => part.partNumber)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { url } of parts) {
      const { searchParams, pathname } = new URL(url);
      expect(pathname).toBe(`/files/site/uploads/${String(key)}`);
      expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
      expect(searchParams.get('X-Amz-Expires')).toBe('3600');
      expect([...searchParams.keys()].filter((name) => name.includes('checksum'))).toEqual([]);
    }
  });

  it('can be continued, is complete when all parts are there, and is then copied within the bucket', async () => {
    const { key, partSize, parts } = await announced();
    const [first, , third, ...others] = parts;
    for (const part of [first, ...others]) await put(part, partSize);
    await put(third, partSize, film.subarray(0, film.length - 1 - 3 * partSize));
    const early = await complete({ key });
    expect([early.status, early.body.error.details]).toEqual([400, { path: 'key', parts: [2, 3] }]);
    // Continued: the key gets new URLs for the missing parts.
    const { status, body } = await presign({ key });
    expect([status, { ...body, parts: [] }]).toEqual([200, { key, partSize, parts: [] }]);
    expect(body.parts.map((part: Part) => part.partNumber)).toEqual([2, 3]);
    for (const part of body.parts) await put(part, partSize);
    expect((await presign({ key })).body.parts).toEqual([]);

    const read = vi.spyOn(storeOf(api.service().config.upload), 'read');
    const done = await complete({ key, fileInfo: { caption: 'All of it' } });
    expect(done).toMatchObject({
      status: 201,
      body: { name: 'Übersicht.mov', caption: 'All of it', mime: 'video/mp4', ext: '.mp4', size: 100_000 },
    });
    for (const [, range] of read.mock.calls)
      expect((range?.end ?? Infinity) - (range?.start ?? 0)).toBeLessThan(65_536);
    expect(read.mock.calls.length).toBeLessThan(5);
    read.mockRestore();
    const name = `${String(done.body.hash)}.mp4`;
    expect([await keys(), (await complete({ key })).status, (await presign({ key })).status]).toEqual([
      [name],
      404,
      404,
    ]);
    const { Body, ...about } = await getObject(name);
    expect(about).toMatchObject({
      ...{ ContentType: 'video/mp4', ContentLength: size, ContentDisposition: 'inline', Metadata: {} },
      CacheControl: 'public, max-age=3600',
    });
    expect(Buffer.from((await Body?.transformToByteArray()) ?? '').equals(film)).toBe(true);
    await api.delete(`/api/upload/files/${String(done.body.id)}`);
  });

  it.each([[{ key: 'parts_100000001_a_0123456789' }], [{ key: 'sent_a_0123456789' }], [{ key: 3 }], [{ key: null }]])(
    'cannot be continued with %o',
    async (body) => {
      expect((await presign(body)).status).toBe(404);
    },
  );

  it('is not continued with another key in the body', async () => {
    const { status, body } = await presign({ key: 'a', name: 'a' });
    expect([status, body.error.message]).toEqual([400, 'Invalid key name']);
  });

  it('is sent by the script in the documentation, which also sends small files', async () => {
    const before = `const [api, token] = ${JSON.stringify([api.url(), api.token()])};`;
    const { upload } = await import(await write('upload.mjs', `${before}\n${uploadScript}\nexport { upload };`));
    // The film is sent in parts.
    for (const content of isLong ? [film, Buffer.from('text')] : [Buffer.from('text')]) {
      const done = await upload(new File([new Uint8Array(content)], 'a.txt', { type: 'text/plain' }), { caption: 'c' });
      expect(done).toMatchObject({ caption: 'c', size: Math.round(content.length / 10) / 100 });
      expect((await getObject(`${String(done.hash)}${String(done.ext)}`)).ContentLength).toBe(content.length);
      await api.delete(`/api/upload/files/${String(done.id)}`);
    }
    await expect(upload(new File([], 'a.txt'))).rejects.toThrow('400: ');
  });

  it('is aborted after a day', async () => {
    const { key, parts, partSize } = await announced();
    await put(parts[0], partSize);
    const before = await unfinished();
    // The S3 server of the tests reports this start time for every upload.
    const hoursAfter = (hours: number) => () => new Date(Date.UTC(2010, 10, 10, 20, 48, 33) + hours * 60 * 60 * 1000);
    const sweep = async (now: () => Date) => (await sweepMedia({ ...api.service(), now })).uploads;
    expect(await sweep(hoursAfter(23))).toBe(0);
    expect(await sweep(hoursAfter(25))).toBe(before);
    expect([await unfinished(), (await complete({ key })).status, await keys()]).toEqual([0, 404, []]);
  });

  it.each(['parts_1_a_0123456789', 'parts_a_0123456789', 'parts__a_0123456789'])(
    'does not exist under %s',
    async (key) => {
      expect((await complete({ key })).status).toBe(404);
    },
  );
});
