// The project's part of the editor, as the commands build it.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareEditorFields } from '../../bin/editorFields.js';
import { fieldExamples, writeFieldProject } from '../docs/fieldExamples.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const freshProject = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-editor-fields-'));
  folders.push(folder);
  return folder;
};

const projectWith = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
  const folder = await freshProject();
  await writeFieldProject(folder, files);
  return folder;
};

interface List {
  readonly fields: Readonly<Record<string, { readonly script: string; readonly style?: string }>>;
  readonly pictures: Readonly<Record<string, string>>;
}

const listOf = async (root: string): Promise<List> =>
  JSON.parse(await readFile(join(root, '.lectern/editor/files.json'), 'utf8')) as List;

const assetsOf = (root: string): Promise<readonly string[]> => readdir(join(root, '.lectern/editor/assets'));

const simple = 'export default ({ label }) => <b>{label}</b>;';

describe('the build of the fields and pictures of a project', () => {
  it('makes a script of each field, and copies pictures, under names with a hash', async () => {
    const root = await projectWith({
      'extensions/editor/color-picker.color.jsx': `import './look.css'; ${simple}`,
      'extensions/editor/look.css': 'b { color: red }',
      'extensions/editor/color.test.ts': 'throw new Error("a test is no field")',
      'extensions/editor/lib/shared.ts': 'export const shared = 1;',
    });
    expect(await prepareEditorFields({}, root)).toEqual({ LECTERN_EDITOR_FILES: join(root, '.lectern/editor') });
    const { fields, pictures } = await listOf(root);
    expect(Object.keys(fields)).toEqual(['code', 'color-picker.color', 'color', 'mapPoint']);
    expect(fields['color-picker.color']).toEqual({
      script: expect.stringMatching(/^assets\/color-picker\.color-\w{8}\.js$/),
      style: expect.stringMatching(/^assets\/color-picker\.color-\w{8}\.css$/),
    });
    expect(pictures).toEqual({ 'world.svg': expect.stringMatching(/^assets\/world-[0-9a-f]{8}\.svg$/) });
    const files = [...Object.values(fields).flatMap((field) => Object.values(field)), ...Object.values(pictures)];
    expect(await assetsOf(root)).toEqual(expect.arrayContaining(files.map((file) => file.replace('assets/', ''))));
  });

  it('leaves React to the editor, and builds other packages in', async () => {
    const root = await projectWith();
    await prepareEditorFields({}, root);
    const { fields } = await listOf(root);
    const text = await readFile(join(root, '.lectern/editor', fields.color?.script ?? ''), 'utf8');
    expect(text.length).toBeLessThan(2_500);
    expect(await readFile(join(root, '.lectern/editor', fields.code?.script ?? ''), 'utf8')).toContain('cm-content');
  });

  it('happens again only after a change, and leaves no old files', async () => {
    const root = await projectWith();
    await prepareEditorFields({}, root);
    const first = await assetsOf(root);
    await writeFile(join(root, '.lectern/editor/assets/mark'), '');
    await prepareEditorFields({}, root);
    expect(await assetsOf(root)).toContain('mark');
    await writeFile(join(root, 'extensions/editor/color.tsx'), simple);
    await prepareEditorFields({}, root);
    const second = await assetsOf(root);
    expect(second).not.toContain('mark');
    expect(second.filter((name) => name.startsWith('color-'))).toHaveLength(1);
    expect(first).not.toEqual(second);
    await rm(join(root, 'extensions'), { recursive: true });
    expect(await prepareEditorFields({}, root)).toEqual({});
    await expect(assetsOf(root)).rejects.toThrow('ENOENT');
  });

  it('does not happen if the packages are gone, as in a container', async () => {
    const root = await freshProject();
    const packageFile = join(root, 'node_modules/shade/index.js');
    for (const folder of ['extensions/editor', 'node_modules/shade'])
      await mkdir(join(root, folder), { recursive: true });
    await writeFile(
      join(root, 'extensions/editor/a.jsx'),
      "import { shade } from 'shade'; export default () => shade;",
    );
    await writeFile(packageFile, 'exports.shade = 1;');
    await prepareEditorFields({}, root);
    await writeFile(join(root, '.lectern/editor/assets/mark'), '');
    await rm(packageFile);
    await prepareEditorFields({}, root);
    expect(await assetsOf(root)).toContain('mark');
    await writeFile(packageFile, 'exports.shade = 2;');
    await prepareEditorFields({}, root);
    expect(await assetsOf(root)).not.toContain('mark');
  });

  it('gives every file a name that the server serves', async () => {
    const root = await projectWith({
      'extensions/editor/größe 1.jsx': "import picture from './lib/Größe (1).svg'; export default () => picture;",
      'extensions/editor/lib/Größe (1).svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    await prepareEditorFields({}, root);
    expect((await listOf(root)).fields['größe 1']?.script).toMatch(/^assets\/gr__e_1-\w{8}\.js$/);
    for (const name of await assetsOf(root)) expect(name).toMatch(/^[\w-][\w.-]{0,200}$/);
  });

  it('builds the fonts of packages in', async () => {
    const endings = ['woff2', 'woff', 'ttf'];
    const sources = endings.map((ending) => `url(./font.${ending})`).join(', ');
    const root = await projectWith({
      'extensions/editor/typed.jsx': `import './lib/font.css'; ${simple}`,
      'extensions/editor/lib/font.css': `@font-face { font-family: x; src: ${sources} }`,
      ...Object.fromEntries(endings.map((ending) => [`extensions/editor/lib/font.${ending}`, ending])),
    });
    await prepareEditorFields({}, root);
    const assets = await assetsOf(root);
    for (const ending of endings) expect(assets.filter((name) => name.endsWith(`.${ending}`))).toHaveLength(1);
  });

  it('refuses two files for one field', async () => {
    const root = await projectWith({ 'extensions/editor/color.jsx': simple });
    await expect(prepareEditorFields({}, root)).rejects.toThrow(
      'color.jsx and color.tsx in extensions/editor/ are both the field "color": remove one of them',
    );
  });

  it('fails with the file and the line', async () => {
    const root = await projectWith({ 'extensions/editor/faulty.jsx': 'export default <' });
    await expect(prepareEditorFields({}, root)).rejects.toThrow('extensions/editor/faulty.jsx:1');
  });

  it('is replaced by a folder that the environment names', async () => {
    const env = { LECTERN_EDITOR_FILES: '/built' };
    expect(await prepareEditorFields(env, '/missing')).toEqual(env);
    expect(await prepareEditorFields({}, '/missing')).toEqual({});
  });

  it('has its shortest example in the documentation', () => {
    expect(fieldExamples.get('extensions/editor/color.tsx')).toContain('export default function Color(');
  });
});
