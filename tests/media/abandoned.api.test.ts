// Uploads whose client disconnects.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPictureTurn } from '../../lib/media/image/pictureTurns.ts';
import { schemaOf } from '../setup/schema.ts';
import { createUploadApi, formOf } from '../setup/uploads.ts';
import { pictureOfSize } from './files.ts';

const api = createUploadApi(schemaOf({}));

it('end while they wait, store nothing, and can be repeated with their Idempotency-Key', async () => {
  const content = await pictureOfSize(600, 400).jpeg().toBuffer();
  const headers = { authorization: `Bearer ${api.token()}`, 'idempotency-key': 'abandoned' };
  const temporary = process.env.TMPDIR ?? '';
  const filesInWork = async () =>
    (await Promise.all((await readdir(temporary)).map((name) => readdir(join(temporary, name))))).flat();
  const client = new AbortController();
  await inPictureTurn({ key: 'other' }, async () => {
    const body = formOf([['a.jpg', content]]);
    const abandoned = fetch(`${api.url()}/api/upload`, { method: 'POST', body, headers, signal: client.signal });
    // The folder of a picture is made right before it waits for its turn.
    await expect.poll(filesInWork).toContain('of-0');
    client.abort();
    await expect(abandoned).rejects.toThrow('aborted');
    await expect.poll(api.leftovers).toEqual([]);
  });
  expect([await api.stored(), (await api.get('/api/upload/files')).body]).toEqual([[], []]);
  const repeated = await api.send([['a.jpg', content]], {}, '', { 'idempotency-key': 'abandoned' });
  expect(repeated).toMatchObject({ status: 201, body: [{ name: 'a.jpg' }] });
  expect(repeated.headers['idempotent-replayed']).toBeUndefined();
});
