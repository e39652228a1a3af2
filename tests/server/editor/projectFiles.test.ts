// The editor with the fields, the pictures and the settings of a project.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineConfig } from '../../../lib/platform/config/index.ts';
import { answerEditor, editorFiles, editorHeaders, contentSecurityPolicy } from '../../../lib/server/editor/index.ts';
import { freshFolder } from '../../media/files.ts';

const root = await freshFolder();
const [built, project] = [join(root, 'editor'), join(root, 'project')];

const fields = { color: { script: 'assets/color-AB.js' } };

const writeList = (list: object) => writeFile(join(project, 'files.json'), JSON.stringify(list));

beforeAll(async () => {
  for (const folder of [built, project]) await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(built, 'index.html'), '<head><title>Lectern</title></head>');
  await writeFile(join(built, 'assets/index-a1.js'), 'let a;');
  await writeFile(join(project, 'assets/color-AB.js'), 'let color;');
  await writeFile(join(project, 'assets/hero-01.webp'), 'picture');
  await writeList({ fields, pictures: { 'hero.webp': 'assets/hero-01.webp' }, hashes: { 'extensions/editor/a': '1' } });
});

const { editor: settings } = defineConfig({
  editor: { name: 'Ink & "Paper" <b>', color: '#0b6e4f', links: [{ label: 'Guide', url: '/guide' }] },
});
const filesOf = (folder?: string) =>
  editorFiles(
    {
      ...settings,
      media: ['https://cdn.example.org'],
      passkeys: true,
      passwords: true,
      passwordLength: 8,
      guide: false,
      graphql: true,
    },
    built,
    folder,
  );

const settingsOf = (html: string): unknown => {
  const [, content = ''] = /<meta name="lectern" content="([^"]*)" \/>/.exec(html) ?? [];
  const names: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };
  return JSON.parse(content.replaceAll(/&(\w+);/g, (_, name: string) => names[name] ?? ''));
};

const pageOf = async (files: ReturnType<typeof filesOf>): Promise<string> =>
  (await files?.read('index.html'))?.bytes.toString() ?? '';

describe('the page of the editor', () => {
  it('names the fields, the pictures and the look of the site, and no other setting', async () => {
    const html = await pageOf(filesOf(project));
    expect(html).not.toContain('<b>');
    expect(html).toContain('<title>Ink &amp; &quot;Paper&quot; &lt;b&gt;</title>');
    expect(settingsOf(html)).toEqual({
      ...{ name: 'Ink & "Paper" <b>', logo: '', color: '#0b6e4f', media: ['https://cdn.example.org'] },
      ...{
        passkeys: true,
        passwords: true,
        passwordLength: 8,
        guide: false,
        graphql: true,
        fields,
        pictures: { 'hero.webp': 'assets/hero-01.webp' },
      },
    });
  });

  it('has no fields without a project, and for a folder that is not built', async () => {
    for (const folder of ['', join(root, 'missing')])
      expect(settingsOf(await pageOf(filesOf(folder)))).toMatchObject({ fields: {}, pictures: {} });
  });

  it('follows a new build', async () => {
    const files = filesOf(project);
    const [before, tag] = [await pageOf(files), (await files?.read('index.html'))?.etag];
    await writeList({ fields: {}, pictures: {} });
    expect(await pageOf(files)).not.toBe(before);
    expect((await files?.read('index.html'))?.etag).not.toBe(tag);
    await writeList({ fields, pictures: {} });
  });
});

it('the files of the project are files of the editor, which never change', async () => {
  const files = filesOf(project) ?? expect.fail();
  expect([...files.names()].sort()).toEqual(
    ['assets/color-AB.js', 'assets/hero-01.webp', 'assets/index-a1.js', 'index.html'].sort(),
  );
  const editor = { headers: editorHeaders(contentSecurityPolicy({ media: [], buckets: [], previews: [] })), files };
  const get = (path: string) => answerEditor(editor, { method: 'GET', path, headers: {} });
  expect(await get('/editor/assets/color-AB.js')).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    },
  });
  expect(await get('/editor/assets/hero-01.webp')).toMatchObject({ headers: { 'content-type': 'image/webp' } });
  expect(await get('/editor/assets/index-a1.js')).toMatchObject({ status: 200 });
  expect(await get('/editor/assets/files.json')).toMatchObject({ status: 404 });
  await rm(join(project, 'assets/hero-01.webp'));
  expect(await get('/editor/assets/hero-01.webp')).toMatchObject({ status: 404 });
});
