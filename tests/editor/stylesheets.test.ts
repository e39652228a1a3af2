// The stylesheets of the editor.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** postcss-modules copies those declarations and does not say from where, about which Vite warns in each build. */
it('no stylesheet composes classes of another one', async () => {
  const files = (await readdir('editor', { recursive: true })).filter((name) => name.endsWith('.css'));
  const texts = await Promise.all(
    files.map(async (name) => [name, await readFile(join('editor', name), 'utf8')] as const),
  );
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(([, text]) => /composes:[^;]* from /.test(text)).map(([name]) => name)).toEqual([]);
});
