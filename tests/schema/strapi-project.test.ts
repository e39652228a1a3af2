// A Strapi project as the folder of content types.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findLayout, formatFault, loadSchema, readFolder, SchemaError } from '../../lib/schema/index.ts';
import { component, relation, string, type } from './folder.ts';

const extended = (name: string, attributes: object): string =>
  type(name, { ...attributes }, { collectionName: `up_${name}s` });

const files: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'src/api/blog/content-types/post/schema.json': type('post', {
    title: string,
    seo: { type: 'component', component: 'shared.seo' },
    writer: relation('manyToOne', 'plugin::users-permissions.user', { inversedBy: 'posts' }),
    topic: relation('manyToOne', 'api::site-topic.topic', { inversedBy: 'posts' }),
  }),
  'src/api/blog/content-types/post/lifecycles.js': 'module.exports = {};',
  'src/api/siteTopic/content-types/topic/schema.json': type('topic', {
    posts: relation('oneToMany', 'api::blog.post', { mappedBy: 'topic' }),
  }),
  'src/api/siteTopic/controllers/topic.js': '',
  'src/components/shared/seo.json': component({ title: string }),
  'src/extensions/users-permissions/content-types/user/schema.json': extended('user', {
    motto: string,
    posts: relation('oneToMany', 'api::blog.post', { mappedBy: 'writer' }),
  }),
  'src/extensions/users-permissions/content-types/permission/schema.json': extended('permission', {}),
  'src/extensions/upload/content-types/file/schema.json': type('file', { name: string, folder: {}, credit: string }),
};

const write = async (dir: string, written: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(written)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
};

const faultsOf = async (dir: string): Promise<readonly string[]> => {
  const error: unknown = await loadSchema(dir).catch((thrown: unknown) => thrown);
  return error instanceof SchemaError ? error.faults.map(({ message }) => message) : [];
};

describe('a Strapi project', () => {
  let project: string;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'strapi-'));
    await write(project, files);
  });
  afterAll(() => rm(project, { recursive: true }));

  test.each([
    ['.', 'src/'],
    ['src', ''],
  ])('is read from %s', async (root, source) => {
    const folder = join(project, root);
    expect(Object.keys(await readFolder(folder)).sort()).toEqual(
      [
        'api/blog/content-types/post/schema.json',
        'api/siteTopic/content-types/topic/schema.json',
        'components/shared/seo.json',
        'extensions/upload/content-types/file/schema.json',
        'extensions/users-permissions/content-types/permission/schema.json',
        'extensions/users-permissions/content-types/user/schema.json',
      ].map((path) => `${source}${path}`),
    );
    const { schema, warnings } = await loadSchema(folder);
    expect([...schema.served].map(([name, { uid }]) => [name, uid])).toEqual([
      ['posts', 'api::blog.post'],
      ['topics', 'api::site-topic.topic'],
    ]);
    expect([...schema.components.keys()]).toEqual(['shared.seo']);
    expect(schema.types.get('plugin::users-permissions.user')?.attributes.get('posts')).toMatchObject({
      target: 'api::blog.post',
      side: { mappedBy: 'writer' },
    });
    expect(schema.source?.files.get('plugin::users-permissions.user')?.file).toBe(
      `${source}extensions/users-permissions/content-types/user/schema.json`,
    );
    const extensions = `${source}extensions`;
    expect(warnings.map(formatFault)).toEqual([
      `${extensions}/upload/content-types/file/schema.json: is not read, so files have no "credit": put them into a type of yours that has the file`,
      `${extensions}/users-permissions/content-types/permission/schema.json: is not read: Lectern has no "plugin::users-permissions.permission"`,
    ]);
  });

  test('is not read from its api folder', async () => {
    expect(await faultsOf(join(project, 'src/api'))).toEqual([
      'is a part of a Strapi project; name the folder of the project, or its src, in CONTENT_TYPES',
    ]);
  });

  test('has its schema files in three folders, which have paths for new files', async () => {
    const { roots, typePath, componentPath } = await findLayout(project);
    expect(roots).toEqual(['src/api', 'src/components', 'src/extensions']);
    expect(typePath('page')).toBe('src/api/page/content-types/page/schema.json');
    expect(componentPath('shared', 'quote')).toBe('src/components/shared/quote.json');
  });

  test('may have no type yet', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'strapi-'));
    await mkdir(join(empty, 'src/api'), { recursive: true });
    expect((await findLayout(empty)).roots).toContain('src/api');
    expect((await findLayout(join(empty, 'src'))).roots).toContain('api');
    await rm(empty, { recursive: true });
  });

  const info = { singularName: 'b', pluralName: 'bs', displayName: 'B' };
  const object = `{
    // Strapi's own form
    kind: 'collectionType', info: ${JSON.stringify(info)},
    attributes: { "title": { type: 'string', default: 'http://x' /* an address */ }, },
  }`;

  test.each([
    ['schema.ts', `export default ${object} as const;`],
    ['schema.ts', `import type { Struct } from '@strapi/strapi';\n\nexport default ${object} satisfies Struct.Schema;`],
    ['schema.ts', `const schema: Struct.CollectionType = ${object};\nexport default schema;`],
    ['schema.js', `'use strict';\nmodule.exports = ${object}`],
  ])('can have %s with an object: %s', async (name, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'strapi-'));
    await write(folder, { [`src/api/b/content-types/b/${name}`]: code });
    const { schema } = await loadSchema(folder);
    expect(schema.types.get('api::b.b')?.attributes.get('title')).toMatchObject({ default: 'http://x' });
    await rm(folder, { recursive: true });
  });

  test.each([
    ...['module.exports = make();', `export default make(${object});`, `const a = ${object}; export default b;`],
    ...[`export default ${object}; register();`, 'export default { ...base };', 'export default { info: info() };'],
  ])('refuses a schema that is another program: %s', async (code) => {
    const folder = await mkdtemp(join(tmpdir(), 'strapi-'));
    await write(folder, { 'src/api/b/content-types/b/schema.ts': code });
    expect(await faultsOf(folder)).toEqual(['is a program; write the schema as schema.json']);
    await rm(folder, { recursive: true });
  });

  test('can extend users without names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strapi-'));
    const attributes = { username: string, phone: string };
    const [own, user] = ['api/b/content-types/b', 'extensions/users-permissions/content-types/user'];
    await write(folder, {
      [`src/${own}/schema.json`]: type('b', { title: string }),
      [`src/${user}/schema.json`]: JSON.stringify({ attributes }),
    });
    const { schema, warnings } = await loadSchema(folder);
    const names = [...(schema.types.get('plugin::users-permissions.user')?.attributes.keys() ?? [])];
    expect([names, warnings]).toEqual([expect.arrayContaining(['phone', 'email', 'password', 'role']), []]);
    await rm(folder, { recursive: true });
  });

  test('has faults with their paths, and for a schema that is a program', async () => {
    const faulty = await mkdtemp(join(tmpdir(), 'strapi-'));
    const path = 'src/api/a/content-types/a/schema.json';
    await write(faulty, { [path]: type('a', { b: { type: 'strng' } }) });
    await expect(loadSchema(faulty)).rejects.toThrow(`${path}  attributes.b.type: there is no type "strng"`);
    await write(faulty, { 'src/api/b/content-types/b/schema.js': 'module.exports = make();' });
    expect(await faultsOf(faulty)).toEqual(['is a program; write the schema as schema.json']);
    await rm(faulty, { recursive: true });
  });
});
