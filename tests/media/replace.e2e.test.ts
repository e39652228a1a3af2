// The file of a record, replaced with one that was sent directly to the bucket.
import { beforeAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { S3Event } from 'aws-lambda';
import { handler } from '../../functions/makeFormats.ts';
import { storeOf } from '../../lib/media/index.ts';
import { s3Client } from '../../lib/media/store/s3.ts';
import { addMember, type Member } from '../setup/accounts.ts';
import type { Reply } from '../setup/api.ts';
import { createBucketApi, sendForm } from '../setup/bucket.ts';
import { pictureOfSize } from './files.ts';

const bucket = await createBucketApi();
const small = await pictureOfSize(300, 200).jpeg().toBuffer();
const large = await pictureOfSize(600, 300).jpeg({ quality: 100 }).toBuffer();

describe.runIf(bucket !== undefined)('replacing a file with one in the bucket', () => {
  if (bucket === undefined) return;
  const { api, keys, presign, complete, settings } = bucket;
  let uploader: Member;
  let editor: Member;
  beforeAll(async () => {
    const [reads, writes] = [
      [{ action: 'plugin::upload.content-api.find' }],
      [{ action: 'plugin::upload.content-api.upload' }],
    ];
    editor = await addMember(api.service(), [...reads, ...writes]);
    uploader = await addMember(api.service(), [...reads, { action: 'plugin::upload.content-api.upload', own: true }]);
  });
  afterEach(async () => {
    Object.assign(api.service(), { maxFormatBytesInRequest: Infinity });
    vi.restoreAllMocks();
    expect(await api.leftovers()).toEqual([]);
    for (const { id } of (await api.get('/api/upload/files')).body) await api.delete(`/api/upload/files/${String(id)}`);
    await storeOf(api.service().config.upload).delete(await keys());
  });

  const stored = async (content: Buffer | string = small, name = 'a.jpg') =>
    (await api.send([[name, content]], { fileInfo: { alternativeText: 'Old', caption: 'Kept' } })).body[0];
  const sent = async (content: Buffer = large, name = 'b.jpg'): Promise<string> => {
    const { body } = await presign({ name, mime: 'image/jpeg', size: content.length });
    expect(await sendForm(body, content)).toBe(204);
    return body.key as string;
  };
  const keysOf = (record: Reply['body']): readonly string[] =>
    [record, ...Object.values<Reply['body']>(record.formats ?? {})].map(({ hash, ext }) => `${hash}${ext}`).sort();

  it('keeps the record, and deletes the old file and the sent one', async () => {
    const before = await stored();
    const key = await sent();
    const { status, body } = await complete({ key, fileInfo: { alternativeText: 'New' } }, `?id=${before.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ id: before.id, documentId: before.documentId, createdAt: before.createdAt },
      ...{ name: 'b.jpg', alternativeText: 'New', caption: 'Kept', width: 600, height: 300 },
    });
    expect(body.url).toBe(before.url);
    expect((await api.get('/api/upload/files')).body).toEqual([body]);
    expect(await keys()).toEqual(keysOf(body));
    expect((await complete({ key }, `?id=${before.id}`)).status).toBe(404);
    expect((await complete({ key })).status).toBe(404);
  });

  it('is repeated with an Idempotency-Key, which belongs to one file', async () => {
    const [before, other] = [await stored(), await stored()];
    const key = await sent();
    const headers = { 'Idempotency-Key': 'replace' };
    const first = await complete({ key }, `?id=${before.id}`, headers);
    expect(await complete({ key }, `?id=${before.id}`, headers)).toMatchObject({ status: 200, body: first.body });
    expect((await complete({ key }, `?id=${other.id}`, headers)).status).toBe(422);
  });

  it('needs the revision that the caller expects', async () => {
    const before = await stored();
    const key = await sent();
    const { headers } = await api.get(`/api/upload/files/${before.id}`);
    await api.request('POST', `/api/upload?id=${before.id}`, { body: { fileInfo: { caption: 'Other' } } });
    const outdated = await complete({ key }, `?id=${before.id}`, { 'If-Match': String(headers.etag) });
    expect([outdated.status, await keys()]).toEqual([412, [...keysOf(before), key].sort()]);
    expect((await complete({ key }, '', { 'If-Match': '*' })).status).toBe(400);
    expect((await complete({ key }, `?id=${before.id}`, { 'If-Match': '*' })).status).toBe(200);
  });

  it('needs a file of the same kind, and can be completed otherwise after a refusal', async () => {
    const before = await stored('text', 'a.txt');
    const key = await sent();
    const refused = await complete({ key }, `?id=${before.documentId}`);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'A file of the kind files cannot be replaced with one of the kind images',
    ]);
    expect(await keys()).toEqual([...keysOf(before), key].sort());
    const { status, body } = await complete({ key });
    expect([status, await keys()]).toEqual([201, [...keysOf(before), ...keysOf(body)].sort()]);
  });

  it('needs an existing file and a valid body', async () => {
    const before = await stored();
    const key = await sent();
    expect((await complete({ key }, '?id=999')).status).toBe(404);
    expect((await complete({ key: 'sent_a_0123456789' }, `?id=${before.id}`)).status).toBe(404);
    const withReference = await complete({ key, field: 'cover' }, `?id=${before.id}`);
    expect([withReference.status, withReference.body.error.message]).toEqual([400, 'Invalid key field']);
    expect((await complete({ key, fileInfo: [{}, {}] }, `?id=${before.id}`)).status).toBe(400);
    expect((await api.get('/api/upload/files')).body).toEqual([before]);
  });

  it('needs the permission to change this file', async () => {
    const before = await stored();
    const key = await sent();
    const as = ({ as: caller }: Member) =>
      api.request('POST', `/api/upload/complete?id=${before.id}`, { as: caller, body: { key } });
    expect((await as(uploader)).status).toBe(403);
    expect(
      (await api.request('POST', `/api/upload/complete?id=${before.id}`, { as: 'read-only', body: { key } })).status,
    ).toBe(403);
    expect((await api.get('/api/upload/files')).body).toEqual([before]);
    expect((await as(editor)).status).toBe(200);
  });

  it('waits for the record if the bucket reports a large picture before it is written', async () => {
    const before = await stored();
    const key = await sent();
    Object.assign(api.service(), { maxFormatBytesInRequest: 1000 });
    const reportOf = (pending: string): S3Event =>
      ({
        Records: [{ s3: { bucket: { name: settings.bucket }, object: { key: settings.prefix + pending } } }],
      }) as S3Event;
    const store = storeOf(api.service().config.upload);
    const { find } = store;
    const { requestHandler } = (await s3Client(settings)).config;
    const handle = requestHandler.handle.bind(requestHandler);
    let report: Promise<unknown> | undefined;
    vi.spyOn(requestHandler, 'handle').mockImplementation(async (request, options) => {
      const answer = await handle(request, options);
      if (report === undefined && request.headers['x-amz-copy-source'] !== undefined) {
        // The function finds no record with the key before the request goes on to write it.
        const found = vi.spyOn(store, 'find').mockImplementation(find);
        const pending = (await keys()).find((one) => one.startsWith('pending_')) ?? '';
        report = handler.work(api.service(), reportOf(pending));
        await vi.waitFor(() => {
          expect(found).toHaveBeenCalled();
        });
      }
      return answer;
    });
    const { body } = await complete({ key }, `?id=${before.id}`);
    expect(body).toMatchObject({ id: before.id, formats: null, width: 600 });
    await report;
    const after = (await api.get(`/api/upload/files/${before.id}`)).body;
    expect(Object.keys(after.formats)).toEqual(['thumbnail', 'small']);
    expect(await keys()).toEqual(keysOf(after));
  });
});
