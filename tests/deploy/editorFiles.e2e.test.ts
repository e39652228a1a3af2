// What a deployment sends to the bucket for the editor, with the fields and the pictures of a project.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { uploadEditor } from '../../infra/editorFiles.js';
import { freshFolder } from '../media/files.ts';
import { startStandIn } from '../setup/httpStandIn.ts';

const bucket = await startStandIn();

beforeAll(async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'assets/color-AB.js'), 'let color;');
  await writeFile(join(folder, 'assets/logo-01.svg'), '<svg/>');
  const list = { fields: { color: { script: 'assets/color-AB.js' } }, pictures: { 'logo.svg': 'assets/logo-01.svg' } };
  await writeFile(join(folder, 'files.json'), JSON.stringify(list));
  await writeFile(join(folder, 'lectern.json'), JSON.stringify({ editor: { logo: 'logo.svg', color: '#0b6e4f' } }));
  vi.stubEnv('LECTERN_EDITOR_FILES', folder);
  vi.stubEnv('LECTERN_CONFIG', join(folder, 'lectern.json'));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

it('sends the files of the project before the page, which names them', async () => {
  await uploadEditor({
    getAwsSdkV3Config: () =>
      Promise.resolve({
        ...{ endpoint: bucket.url, region: 'us-east-1' },
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        requestChecksumCalculation: 'WHEN_REQUIRED',
      }),
    getStackResources: () => Promise.resolve([{ LogicalResourceId: 'Media', PhysicalResourceId: 'bucket' }]),
  });
  const sent = new Map(
    bucket.requests.map(({ path = '', headers, text: body }) => [
      path.split('?')[0],
      { type: headers['content-type'], cache: headers['cache-control'], body },
    ]),
  );
  const cache = 'public, max-age=31536000, immutable';
  expect(sent.get('/bucket/editor/assets/color-AB.js')).toEqual({
    ...{ type: 'text/javascript; charset=utf-8', cache, body: 'let color;' },
  });
  expect(sent.get('/bucket/editor/assets/logo-01.svg')).toMatchObject({ type: 'image/svg+xml', cache });
  expect([...sent.keys()].at(-1)).toBe('/bucket/editor/index.html');
  const page = sent.get('/bucket/editor/index.html')?.body.replaceAll('&quot;', '"') ?? '';
  expect(page).toContain('"name":"Lectern","logo":"logo.svg","color":"#0b6e4f"');
  expect(page).toContain('"fields":{"color":{"script":"assets/color-AB.js"}}');
  expect([...sent.keys()].some((key) => key?.includes('files.json'))).toBe(false);
});
