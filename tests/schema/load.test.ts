// Folders on disk: realistic ones, and those that cannot be read.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema, loadSchema, readFolder, SchemaError } from '../../lib/schema/index.ts';
import { string, type } from './folder.ts';

const repository = join(import.meta.dirname, '../..');
const shop = join(import.meta.dirname, 'fixtures/shop');
const blog = join(repository, '../shared/reference/schemas');

describe('a shop like a real project', () => {
  test('loads, with warnings about attributes that Lectern reads differently', async () => {
    const { schema, warnings } = await loadSchema(shop);
    expect([...schema.served.keys()].sort()).toEqual([
      'brands',
      'categories',
      'landing-pages',
      'notes',
      'orders',
      'products',
      'reviews',
      'settings',
    ]);
    expect([...schema.components.keys()].sort()).toEqual([
      'blocks.columns',
      'blocks.hero',
      'blocks.products',
      'page.menu-item',
      'shared.button',
      'shared.seo',
      'shop.line',
      'shop.variant',
    ]);
    expect(warnings.map(({ file, path }) => `${file} ${path}`)).toEqual([
      'product.json attributes.accent.type',
      'review.json attributes.checkedBy',
      'review.json options.populateCreatorFields',
    ]);
  });

  test('can be bundled: the texts of its files are enough', async () => {
    const files = await readFolder(shop);
    const copy = JSON.parse(JSON.stringify(files)) as typeof files;
    expect(buildSchema(copy).schema).toEqual((await loadSchema(shop)).schema);
  });
});

describe.skipIf(!existsSync(blog))(`the blog of the reference (skipped where ${blog} is absent)`, () => {
  test('loads without a warning', async () => {
    const { schema, warnings } = await loadSchema(blog);
    expect([...schema.served.keys()]).toEqual(['about', 'articles', 'authors', 'categories', 'global']);
    expect(warnings).toEqual([]);
  });
});

describe('a folder', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'content-types-'));
    await mkdir(join(dir, 'components/shared/deeper'), { recursive: true });
    await mkdir(join(dir, 'not-a-file.json'));
    await Promise.all([
      writeFile(join(dir, 'page.json'), `\uFEFF${type('page', { title: string })}`),
      writeFile(join(dir, 'README.md'), '# not a schema'),
      writeFile(join(dir, '.hidden.json'), '{'),
      writeFile(join(dir, 'components/shared/seo.json'), '{"attributes": {}}'),
      writeFile(join(dir, 'components/shared/seo.js'), 'nothing'),
      writeFile(join(dir, 'components/shared/deeper/seo.json'), '{'),
    ]);
  });
  afterAll(() => rm(dir, { recursive: true }));

  test('has only its JSON files read, with or without a byte order mark', async () => {
    expect(Object.keys(await readFolder(dir))).toEqual(['page.json', 'components/shared/seo.json']);
    expect((await loadSchema(dir)).schema.served.has('pages')).toBe(true);
  });

  test('that does not exist is a fault with a hint', async () => {
    await expect(loadSchema('/nowhere/types')).rejects.toThrow(
      '/nowhere/types: there is no such folder; make it, or name another one in CONTENT_TYPES',
    );
  });

  test('with faults is refused with all of them, one a line', async () => {
    await writeFile(join(dir, 'broken.json'), '{"attributes": {"id": {"type": "nmber"}}}');
    const error: unknown = await loadSchema(dir).catch((thrown: unknown) => thrown);
    await rm(join(dir, 'broken.json'));
    expect(error).toBeInstanceOf(SchemaError);
    expect(error).toMatchObject({
      message: [
        'broken.json  info: is missing; write an object with singularName and pluralName',
        'broken.json  attributes.id.type: there is no type "nmber"; write one of string, text, richtext, blocks, email, password, uid, integer, biginteger, float, decimal, date, time, datetime, timestamp, boolean, enumeration, json, media, relation, component, dynamiczone',
        'broken.json  attributes.id: the name is reserved: every document has its own; choose another one',
      ].join('\n'),
    });
  });
});
