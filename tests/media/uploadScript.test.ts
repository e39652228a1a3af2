// The script of docs/media.md that sends a large file in parts.
import { expect, it, vi } from 'vitest';
import { uploadScript } from './uploadScript.ts';

it('the script in docs/media.md sends each part once, in its place', async () => {
  const sent: string[] = [];
  const fetch = vi.fn(async (url: string, { body }: { body: string | Blob }) => {
    if (body instanceof Blob) sent.push(`${url} ${await body.text()}`);
    const parts = [1, 2, 3].map((partNumber) => ({ partNumber, url: `/part/${partNumber}` }));
    return Response.json(url.endsWith('presign') ? { key: 'k', partSize: 4, parts } : { id: 1 });
  });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script of the page
  const upload = new Function('fetch', 'api', 'token', `${uploadScript}; return upload;`)(fetch, '', 't') as (
    f: File,
  ) => Promise<unknown>;
  await upload(new File(['abcdefghij'], 'a.txt'));
  expect(sent).toEqual(['/part/1 abcd', '/part/2 efgh', '/part/3 ij']);
});
