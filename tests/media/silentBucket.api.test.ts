// A bucket that accepts connections and never answers.
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { collections } from '../../lib/platform/db/index.ts';
import { finishMoves } from '../../lib/media/index.ts';
import { schemaOf } from '../setup/schema.ts';
import { startSilentServer } from '../setup/silentServer.ts';
import { createUploadApi } from '../setup/uploads.ts';

Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' });
const { endpoint, shortenWaits, stop } = await startSilentServer(120_000);
const s3 = { ...defaultConfig.upload.s3, bucket: 'files', endpoint };
const api = createUploadApi(schemaOf({}), { provider: 's3', s3 });

beforeEach(() => {
  shortenWaits();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterAll(stop);

it('is given up, and an upload is 503', async () => {
  expect((await api.send([['a.txt', 'hello']])).status).toBe(503);
  const key = 'sent_a_0123456789';
  expect((await api.request('POST', '/api/upload/complete', { body: { key } })).status).toBe(503);
  // Also what the SDK says.
  expect(console.warn).not.toHaveBeenCalled();
  const lines = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', requestId: expect.any(String) }));
});

it('does not hold up the job of each minute for every file', async () => {
  const moves = await api.collection<{ _id: string }>(collections.fileMoves);
  const note = { change: 1, isInPlace: true, erased: ['a_0123456789.txt'] };
  await moves.insertMany(['a', 'b'].map((_id) => ({ _id, ...note })));
  expect(await finishMoves(api.service())).toBe(0);
  expect(console.error).toHaveBeenCalledTimes(1);
  await moves.deleteMany({});
});
