// Changes of many documents that end in the middle.
import { afterEach, expect, it, vi } from 'vitest';
import { changeMany } from '../../editor/src/api/bulk.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps what failed before a request was refused', async () => {
  const [failed, changed] = [{ status: 404, error: { message: 'Not Found' } }, { status: 200 }];
  const first = Response.json({ data: [failed, ...Array.from({ length: 49 }, () => changed)] });
  const refused = Response.json({ error: { name: 'ServiceUnavailableError', message: 'Busy' } }, { status: 503 });
  vi.stubGlobal('fetch', vi.fn().mockResolvedValueOnce(first).mockResolvedValueOnce(refused));
  const ids = Array.from({ length: 60 }, (_, index) => `id${index}`);
  const change = { action: 'publish', locale: undefined } as const;
  const work = { signal: new AbortController().signal, onProgress: vi.fn() };
  expect(await changeMany({ name: 'articles', draftAndPublish: true }, ids, change, work)).toMatchObject({
    failures: [{ documentId: 'id0', faults: [{ path: [], message: 'Not Found' }] }],
    done: 50,
    error: { status: 503 },
  });
});
