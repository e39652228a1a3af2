// Documents that are too large to be sent together.
import { beforeAll, expect, it } from 'vitest';
import { library } from '../documents/library.ts';
import { apiOf, configWith } from '../setup/api.ts';
import { asking, Copy } from '../setup/sync.ts';

const api = apiOf(library, configWith({ maxResponseBytes: 60_000 }));
const ask = asking(api);

/** Three bytes a sign. */
const make = (bytes: number) => api.post('/api/books', { title: 't', extra: '€'.repeat(bytes / 3) });

beforeAll(async () => {
  for (const thousands of [20, 20, 20, 45, 1, 1, 20]) expect((await make(thousands * 1000)).status).toBe(201);
});

it('come in several pages, each of which can be sent', async () => {
  const copy = new Copy(ask);
  await copy.sync();
  expect([copy.entries.size, copy.pages]).toEqual([7, 4]);
  expect(await copy.sync()).toHaveLength(7);
});

it('are refused where one cannot be sent alone', async () => {
  await make(60_000);
  await expect(new Copy(ask).sync()).rejects.toThrow(/bytes, and 60000 can be sent; most of them are at entry.extra/);
});
