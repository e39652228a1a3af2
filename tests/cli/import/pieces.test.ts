// The parts of an import that need no database: names of files, tables of ids, schema files, documentIds of Strapi 4.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../lib/media/index.ts';
import { buildSchema, typeOf } from '../../../lib/schema/index.ts';
import type { ArchiveSchema } from '../../../cli/archive/index.ts';
import { matchTypes, missingTypes, typeDifferences, writeSchemaFiles } from '../../../cli/import/index.ts';
import { ProgressLog } from '../../../cli/terminal/progressLog.ts';
import { storedDocumentId } from '../../../cli/import/archiveRow.ts';
import { buildDocument, type BuildContext } from '../../../cli/import/buildDocument.ts';
import { buildFolders } from '../../../cli/import/importFolders.ts';
import { importFiles } from '../../../cli/import/importFiles.ts';
import { storeKeyOf, toFileValues } from '../../../cli/import/fileRows.ts';
import { ComponentPartitions, DocumentIds } from '../../../cli/import/idTables.ts';
import { schemaFilesOf } from '../../../cli/import/writeSchemaFiles.ts';
import { findStrapi4Ids } from '../../../cli/import/strapi4Ids.ts';
import { schemaOf } from '../../setup/schema.ts';
import { schemas, tagLink, tarOf, tempFolder } from './archives.ts';

describe('stored files', () => {
  it.each(['cover_0a1b2c3d4e.jpg', 'Photo_0a1b2c3d4e.JPG', 'my-photo_1.png', 'noending'])(
    '%s keeps its name',
    (name) => {
      expect(storeKeyOf(name)).toBe(name);
    },
  );

  it.each(['a b.jpg', 'ä.png', '..', '.hidden', 'a.tar.gz'])('%s gets another name, always the same', (name) => {
    expect(storeKeyOf(name)).toMatch(/^file_[0-9a-f]{10}(?:\.[a-z]+)?$/);
    expect(storeKeyOf(name)).toBe(storeKeyOf(name));
  });

  it('get the addresses of the store; formats without bytes are left out', () => {
    const store = { provider: 's3' as const, url: (key: string) => `https://files.example.org/${key}` };
    const record = {
      ...{ name: 'a.jpg', hash: 'a_1', ext: '.jpg', mime: 'image/jpeg', url: '/uploads/a_1.jpg', provider: 'local' },
      formats: {
        small: { hash: 'small_a_1', ext: '.jpg', url: '/uploads/small_a_1.jpg', width: 500 },
        large: { hash: 'large_a_1', ext: '.jpg', url: '/uploads/large_a_1.jpg' },
      },
    };
    const available = (name: string): boolean => name !== 'large_a_1.jpg';
    const folderOf = (id: number) => `folder${id}`;
    const { values, misfits } = toFileValues(record, 7, { store, available, folderOf });
    expect(values).toMatchObject({
      ...{ name: 'a.jpg', hash: 'a_1', url: 'https://files.example.org/a_1.jpg', provider: 's3', folder: 'folder7' },
      formats: { small: { url: 'https://files.example.org/small_a_1.jpg', width: 500 } },
    });
    expect(misfits).toMatchObject([{ scope: 'part', path: 'formats.large', value: 'large_a_1.jpg' }]);
    const withoutFiles = toFileValues(record, 7, { store, available: () => false, folderOf });
    expect(withoutFiles.misfits[0]).toMatchObject({ scope: 'document' });
  });
});

describe('folders', () => {
  const rows = ['a', 'b', 'b', 'a', ''].map((name, index) => ({ id: index + 1, name, documentId: `d${index + 1}` }));
  const build = (parents: readonly (readonly [number, number])[]) =>
    [...buildFolders(rows, new Map(parents), storedDocumentId).values()].map(({ id, name, parent }) => [
      ...[id, name, parent],
    ]);

  it('keep their names and parents; a second one of the same name gets its id', () => {
    const parents = [
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 99],
    ] as const;
    expect(build(parents)).toEqual([
      [1, 'a', null],
      [2, 'b', 'd1'],
      [3, 'b (3)', 'd1'],
      [4, 'a', 'd2'],
      [5, 'Folder', null],
    ]);
  });

  it('that contain themselves come to the top', () => {
    const parents = [
      [1, 3],
      [2, 1],
      [3, 2],
      [4, 3],
    ] as const;
    expect(build(parents).map(([id, , parent]) => [id, parent])).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, 'd3'],
      [5, null],
    ]);
  });
});

describe('the files of an archive', () => {
  const folder = tempFolder();
  const stored: string[] = [];
  const store = {
    find: () => Promise.resolve(undefined),
    put: async (key: string, content: Readable) => {
      stored.push(`${key} ${await text(content)}`);
    },
  } as unknown as Store; // importFiles uses no more of it
  const copy = async (names: readonly string[]): Promise<number> => {
    const file = join(folder, 'files.tar');
    await writeFile(file, await tarOf([['assets/uploads/a_1.txt', 'one']]));
    const uploads = new Map(names.map((name) => [name, 3]));
    const assets = new Map(names.map((name) => [name, 'text/plain']));
    return importFiles(store, { file, key: undefined, uploads }, assets, new ProgressLog(() => undefined));
  };

  it('are copied', async () => {
    expect(await copy(['a_1.txt'])).toBe(1);
    expect(stored).toEqual(['a_1.txt one']);
  });

  it('are all there, or the archive has changed since it was checked', async () => {
    await expect(copy(['a_1.txt', 'b_1.txt'])).rejects.toThrow('has changed since it was checked: it lacks b_1.txt');
  });
});

describe('tables of ids', () => {
  it('find the documentIds of rows, also unusual ones', () => {
    const ids = new DocumentIds();
    const long = 'a-document-id-of-another-form';
    ids.set('a', 1, 'abcdefghijklmnopqrstuvwx');
    ids.set('a', 5_000_000, long);
    ids.set('b', 1, 'short');
    expect([ids.get('a', 1), ids.get('a', 5_000_000), ids.get('b', 1)]).toEqual([
      'abcdefghijklmnopqrstuvwx',
      long,
      'short',
    ]);
    expect([ids.get('a', 2), ids.get('c', 1), ids.get('b', 5_000_000)]).toEqual([undefined, undefined, undefined]);
    expect([ids.get('a', 1.5), ids.get('a', -1), ids.get('a', Number.NaN)]).toEqual([undefined, undefined, undefined]);
    expect([...ids.highestIds()]).toEqual([
      ['a', 5_000_000],
      ['b', 1],
    ]);
  });

  it('find the partitions of components', () => {
    const components = new ComponentPartitions();
    components.set('shared.seo', 2_047, 0);
    components.set('shared.seo', 3, 255);
    expect([components.get('shared.seo', 2_047), components.get('shared.seo', 3)]).toEqual([0, 255]);
    expect([components.get('shared.seo', 4), components.get('shared.quote', 3)]).toEqual([undefined, undefined]);
  });
});

const asSchemas = (list: readonly object[]): ReadonlyMap<string, ArchiveSchema> =>
  new Map((list as readonly ArchiveSchema[]).map((one) => [one.uid, one]));

const filesOf = (list: readonly object[]): Readonly<Record<string, string>> =>
  Object.fromEntries(schemaFilesOf(asSchemas(list), new Set(asSchemas(list).keys())));

describe('schema files', () => {
  const work = tempFolder();
  /** A type of an API with another name: in Lectern both parts of the uid are the singular name. */
  const post = {
    ...{ uid: 'api::blog.post', modelType: 'contentType', modelName: 'post', kind: 'collectionType' },
    ...{ collectionName: 'posts', info: { singularName: 'post', pluralName: 'posts' }, options: {} },
    attributes: {
      title: { type: 'string' },
      next: { type: 'relation', relation: 'oneToOne', target: 'api::blog.post' },
      author: { type: 'relation', relation: 'oneToOne', target: 'plugin::users-permissions.user' },
      createdAt: { type: 'datetime' },
      createdBy: { type: 'relation', relation: 'oneToOne', target: 'admin::user' },
    },
  };
  const user = {
    ...{
      uid: 'plugin::users-permissions.user',
      modelType: 'contentType',
      modelName: 'user',
      collectionName: 'up_users',
    },
    info: { singularName: 'user', pluralName: 'users' },
    attributes: { username: { type: 'string' }, phone: { type: 'string' } },
  };
  const plain = { ...user, attributes: { username: { type: 'string' } } };

  it('have the attributes of the project, and its uids', () => {
    const files = filesOf([post, user]);
    expect(Object.keys(files)).toEqual(['post.json', 'user.json']);
    const { schema, faults } = buildSchema(files);
    expect(faults).toEqual([]);
    expect([...(schema?.types.get('api::post.post')?.attributes.keys() ?? [])]).toEqual(['title', 'next', 'author']);
    expect(schema?.types.get(user.uid)?.attributes.has('phone')).toBe(true);
  });

  it('are not written for users without attributes of the project, and never outside of the folder', () => {
    const evil = { ...post, info: { singularName: '../../evil', pluralName: 'evils' } };
    expect(filesOf([plain, evil])).toEqual({});
  });

  it('are written only for what the folder lacks', async () => {
    const folder = join(work, 'content-types');
    const write = (list: readonly object[]) => writeSchemaFiles(folder, { schemas: asSchemas(list) });
    expect(await write([post, plain])).toEqual([join(folder, 'post.json')]);
    expect(await write([post, user])).toEqual([join(folder, 'user.json')]);
    expect(await write([post, user])).toEqual([]);
    await expect(write([{ ...post, uid: 'api::bad.bad', info: { singularName: 'bad' } }])).rejects.toThrow(
      /CONTENT_TYPES name a new one:\n {2}bad\.json/,
    );
  });

  it('match the types of an archive by uid or by name', () => {
    const project = schemaOf(filesOf([post, ...schemas]));
    const archived = asSchemas([post, { ...post, uid: 'api::other.other', info: { singularName: 'other' } }]);
    const types = matchTypes(archived, project);
    expect(types.get('api::blog.post')?.uid).toBe('api::post.post');
    expect(missingTypes(archived, types).map(({ uid }) => uid)).toEqual(['api::other.other']);
  });

  it('must have the same options as the archive', () => {
    const project = schemaOf(filesOf([post]));
    const other = asSchemas([
      { ...post, kind: 'singleType', options: { draftAndPublish: true }, pluginOptions: { i18n: { localized: true } } },
    ]);
    expect(typeDifferences(other, matchTypes(other, project))).toEqual([
      'post: kind is singleType in the archive and collectionType in the project',
      'post: options.draftAndPublish is true in the archive and false in the project',
      'post: pluginOptions.i18n.localized is true in the archive and false in the project',
    ]);
  });
});

it('a document may have very many links', () => {
  const schema = schemaOf(filesOf(schemas));
  const type = typeOf(schema, 'api::article.article');
  const uid = 'api::article.article';
  const links = Array.from({ length: 200_000 }, (_, index) => ({
    ...{ owner: uid, ownerId: 1, field: 'tags', type: 'api::tag.tag' },
    ...{ to: null, targetId: index, position: index, inverse: 1 },
  }));
  const build = {
    context: { schema, archive: { schemas: new Map() } },
    ...{ builtIn: {}, duplicates: new Map(), locales: new Set(), isLeftOut: () => false },
    findLinks: () => links,
  } as unknown as BuildContext; // articles need no more of it
  const row = { type, archiveUid: uid, id: 1, documentId: 'a', locale: null, version: 'draft', data: {} } as const;
  expect(buildDocument(build, [row]).misfits).toHaveLength(links.length);
});

const folder = tempFolder();

it('documentIds for Strapi 4 are one for all locales, however they are linked', async () => {
  const localization = (left: number, right: number) => ({
    ...tagLink(left, right),
    left: { type: 'api::a.a', ref: left, field: 'localizations' },
    right: { type: 'api::a.a', ref: right },
  });
  const links = join(folder, 'links.jsonl');
  const pairs = [localization(9, 7), localization(3, 9), tagLink(1, 2), localization(12, 11)];
  await writeFile(links, pairs.map((link) => JSON.stringify(link)).join('\n'));
  const find = await findStrapi4Ids({ links });
  const idOf = (id: number) => find('api::a.a', id, {});
  expect(new Set([3, 7, 9].map(idOf)).size).toBe(1);
  expect(new Set([1, 2, 3, 11].map(idOf)).size).toBe(4);
  expect(idOf(11)).toBe(idOf(12));
  expect(idOf(1)).toMatch(/^v[0-9a-f]{23}$/);
});
