// Checks Idempotency-Key for uploads: a form that is sent several times is stored once and has one answer.
import { afterEach, describe, expect, it } from 'vitest';
import { storeOf } from '../../lib/media/index.ts';
import { pictureOfSize } from '../media/files.ts';
import { schemaOf, type Reply, typeFile } from '../setup/api.ts';
import { formOf, createUploadApi, type Part } from '../setup/uploads.ts';

const api = createUploadApi(
  schemaOf({ 'page.json': typeFile('page', { gallery: { type: 'media', multiple: true } }) }),
);
const jpeg = await pictureOfSize(300, 200).jpeg().toBuffer();
const files: readonly Part[] = [
  ['a.jpg', jpeg],
  ['b.txt', 'text'],
];
/** The number of stored objects: two files and a format. */
const parts = 3;

let keys = 0;
const newKey = (): string => `key-${++keys}`;

const send = (key: string, sentFiles = files, fields: Record<string, unknown> = {}, query = ''): Promise<Reply> =>
  api.send(sentFiles, fields, query, { 'Idempotency-Key': key });

const collection = async (name: string) => await api.collection(name);
const records = async (): Promise<number> => (await collection('upload_files')).countDocuments({ deletedAt: null });

/** How many stored files and how many records were added. */
const startCounting = async (): Promise<() => Promise<readonly number[]>> => {
  const [stored, recordCount] = [await api.stored(), await records()];
  return async () => [(await api.stored()).length - stored.length, (await records()) - recordCount];
};

afterEach(async () => {
  expect(await api.leftovers()).toEqual([]);
});

describe('a form with an Idempotency-Key', () => {
  it('is stored once, and gets the same answer again', async () => {
    const [key, more] = [newKey(), await startCounting()];
    const fields = { fileInfo: [{ caption: 'A' }, {}] };
    const first = await send(key, files, fields);
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const again = await send(key, files, fields);
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expect(await more()).toEqual([parts, 2]);
  });

  it('is recognised on Lambda too, whatever the boundary of its parts is', async () => {
    const [key, more] = [newKey(), await startCounting()];
    const replies = ['first', 'second'].map(() => async () => {
      const form = new Response(formOf(files));
      return api.request('POST', '/api/upload', {
        body: Buffer.from(await form.arrayBuffer()).toString('base64'),
        isBase64Encoded: true,
        headers: { 'Content-Type': form.headers.get('content-type') ?? '', 'Idempotency-Key': key },
      });
    });
    const [first, second] = [await replies[0]?.(), await replies[1]?.()];
    expect([first?.status, second?.body]).toEqual([201, first?.body]);
    expect(await more()).toEqual([parts, 2]);
  });

  it('is refused without storing anything if the form differs under the same key', async () => {
    const key = newKey();
    await send(key);
    const more = await startCounting();
    const others = [
      await send(key, [['a.jpg', jpeg]]),
      await send(key, [
        ['a.jpg', jpeg],
        ['b.txt', 'other'],
      ]),
      await send(key, [
        ['a.jpg', jpeg],
        ['c.txt', 'text'],
      ]),
      await send(key, files, { fileInfo: { caption: 'A' } }),
      await send(key, files, {}, '?x=1'),
    ];
    expect(others.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await more()).toEqual([0, 0]);
  });

  it('leaves its key free if it is refused', async () => {
    const [key, more] = [newKey(), await startCounting()];
    expect((await send(key, [['a.jpg', jpeg.subarray(0, 300)]])).status).toBe(400);
    expect((await send(key, files, { ref: 'api::page.page', refId: 'absent', field: 'gallery' })).status).toBe(404);
    expect((await send(key)).status).toBe(201);
    expect(await more()).toEqual([parts, 2]);
  });

  it('is stored once if five requests arrive at once', async () => {
    const [key, more] = [newKey(), await startCounting()];
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(key)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 409).length).toBeGreaterThan(0);
    for (const { status, body } of replies)
      if (status !== 409) expect([status, body]).toEqual([201, (await send(key)).body]);
    expect(await more()).toEqual([parts, 2]);
  });

  it('is stored by another request after a minute if the first one died', async () => {
    const [key, more] = [newKey(), await startCounting()];
    const kept = await collection('lectern_idempotency');
    const before = await kept.distinct('_id');
    const { body } = await send(key);
    const its = { _id: { $nin: before } };
    await kept.updateOne(its, { $unset: { answer: 1 } });
    const ids = (body as { documentId: string }[]).map(({ documentId }) => documentId);
    await (await collection('upload_files')).deleteMany({ documentId: { $in: ids } });
    const early = await send(key);
    expect([early.status, early.headers['retry-after']]).toEqual([409, '1']);
    await kept.updateOne(its, { $set: { heldAt: new Date(Date.now() - 61_000) } });
    expect((await send(key)).status).toBe(201);
    // The files of the first request have no record, so the sweep deletes them.
    expect(await more()).toEqual([2 * parts, 2]);
  });

  it('stores nothing more after another request took over', async () => {
    const [key, more] = [newKey(), await startCounting()];
    const store = storeOf(api.service().config.upload);
    const { put } = store;
    let quick: Reply | undefined;
    Object.assign(store, {
      put: async (...args: Parameters<typeof put>) => {
        Object.assign(store, { put });
        await (await collection('lectern_idempotency')).updateMany({}, { $set: { heldAt: new Date(0) } });
        quick = await send(key);
        await put(...args);
      },
    });
    const slow = await send(key);
    expect([slow.status, quick?.status]).toEqual([409, 201]);
    expect(await more()).toEqual([parts, 2]);
    expect((await send(key)).body).toEqual(quick?.body);
  });
});

describe('a change with an Idempotency-Key', () => {
  it('replaces a file once', async () => {
    const [{ id, url }] = (await api.send([['a.txt', 'a']])).body;
    const [key, more] = [newKey(), await startCounting()];
    const change = () => send(key, [['b.txt', 'b']], {}, `?id=${String(id)}`);
    const first = await change();
    expect([first.status, first.body.url]).toEqual([200, url]);
    const again = await change();
    expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
    expect(await more()).toEqual([0, 0]);
    await api.delete(`/api/upload/files/${String(id)}`);
    expect((await change()).body).toEqual(first.body);
  });

  it.each([
    [
      'as JSON',
      (id: string, caption: string, headers: Record<string, string>) =>
        api.request('POST', `/api/upload?id=${id}`, { body: { fileInfo: { caption } }, headers }),
    ],
    [
      'in a form',
      (id: string, caption: string, headers: Record<string, string>) =>
        api.send([], { fileInfo: { caption } }, `?id=${id}`, headers),
    ],
  ])('changes fileInfo once, %s', async (_name, say) => {
    const [record] = (await api.send([['a.txt', 'a']])).body;
    const headers = { 'Idempotency-Key': newKey() };
    const first = await say(record.id, 'first', headers);
    expect(first).toMatchObject({ status: 200, body: { caption: 'first' } });
    await say(record.id, 'later', {});
    expect((await say(record.id, 'first', headers)).body).toEqual(first.body);
    expect((await say(record.id, 'second', headers)).status).toBe(422);
    expect((await api.get(`/api/upload/files/${String(record.id)}`)).body.caption).toBe('later');
  });
});
