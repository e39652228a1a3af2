// The script of docs/media.md that sends a large file in parts.
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

it('the script in docs/media.md sends each part once, in its place', async () => {
  const [, script = ''] = /```js\n(const upload = [\s\S]*?)```/.exec(readFileSync('docs/media.md', 'utf8')) ?? [];
  const sent: string[] = [];
  const fetch = vi.fn(async (url: string, { body }: { body: string | Blob }) => {
    if (body instanceof Blob) sent.push(`${url} ${await body.text()}`);
    const parts = [1, 2, 3].map((partNumber) => ({ partNumber, url: `/part/${partNumber}` }));
    return Response.json(url.endsWith('presign') ? { key: 'k', partSize: 4, parts } : { id: 1 });
  });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script of the page
  const upload = new Function('fetch', 'api', 'token', `${script}; return upload;`)(fetch, '', 't') as (
    f: File,
  ) => Promise<unknown>;
  await upload(new File(['abcdefghij'], 'a.txt'));
  expect(sent).toEqual(['/part/1 abcd', '/part/2 efgh', '/part/3 ij']);
});
