// Sync of documents that are too large for one answer.
import { beforeAll, expect, it } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, withRestConfig } from '../../setup/api.ts';
import { pageReader, SyncedCopy } from '../../setup/sync.ts';

const api = createApi(library, withRestConfig({ maxResponseBytes: 60_000 }));
const ask = pageReader(api);

/** The text has three bytes per character. */
const make = (bytes: number) => api.post('/api/books', { title: 't', extra: '€'.repeat(bytes / 3) });

beforeAll(async () => {
  for (const thousands of [20, 20, 20, 45, 1, 1, 20]) expect((await make(thousands * 1000)).status).toBe(201);
});

it('large documents come in several pages, each below the limit', async () => {
  const copy = new SyncedCopy(ask);
  await copy.sync();
  expect([copy.entries.size, copy.pages]).toEqual([7, 4]);
  expect(await copy.sync()).toHaveLength(7);
});

it('a single document above the limit is refused', async () => {
  await make(60_000);
  await expect(new SyncedCopy(ask).sync()).rejects.toThrow(
    /bytes, and 60000 can be sent; most of them are at entry.extra/,
  );
});
