// An archive of a site: its rows, links, files and settings. That Strapi reads it is tested with a real Strapi
// (tests/cli/strapi).
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { livingFilter } from '../../../lib/platform/db/index.ts';
import { builtInUids, readFolder, typeOf } from '../../../lib/schema/index.ts';
import { readArchive } from '../../../cli/archive/index.ts';
import { prepareDevAccount } from '../../../cli/dev/devEditor.ts';
import { findByEmail } from '../../../lib/accounts/users/index.ts';
import { archiveName, archiveSchemas, exportSite, type ExportResult } from '../../../cli/export/index.ts';
import { createFolder } from '../../../lib/media/index.ts';
import { freshFolder } from '../../media/files.ts';
import { createUploadApi } from '../../setup/uploads.ts';
import { schemaOf } from '../../setup/schema.ts';

const files = await readFolder('tests/reference/content-types');
const api = createUploadApi(schemaOf(files));
const folder = await freshFolder();

// Archives hold JSON of many forms, and the tests read into it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** The contents of an archive: the lines of each kind, and the other files by path. */
interface Contents {
  readonly lines: Readonly<Record<'schemas' | 'entities' | 'links' | 'configuration', Json[]>>;
  readonly paths: readonly string[];
  readonly contents: ReadonlyMap<string, Buffer>;
}

const contentsOf = async (file: string, key?: string): Promise<Contents> => {
  const lines = { schemas: [], entities: [], links: [], configuration: [] } as Record<string, Json[]>;
  const contents = new Map<string, Buffer>();
  for await (const { path, role, content } of readArchive(file, { key })) {
    contents.set(path, await buffer(Readable.from(content)));
    if (role.is === 'lines')
      lines[role.kind]?.push(
        ...String(contents.get(path))
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
  }
  return { lines: lines as Contents['lines'], paths: [...contents.keys()], contents };
};

const write = async (
  name: string,
  key?: string,
  compress = true,
): Promise<{ readonly file: string; readonly result: ExportResult }> => {
  const service = api.service();
  const file = archiveName(join(folder, name), { key, compress });
  const schemas = archiveSchemas(service.schema, files);
  return { file, result: await exportSite({ service, schemas, log: () => undefined }, file, { key, compress }) };
};

const make = async (path: string, data: object): Promise<Json> => (await api.post(`/api/${path}`, data)).body.data;

describe('an archive', () => {
  let archive: Contents;
  let result: ExportResult;
  const made: Record<string, Json> = {};
  beforeAll(async () => {
    const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>');
    const outer = await createFolder(api.service(), { name: 'Pictures', parent: null });
    const inner = await createFolder(api.service(), { name: 'Drawings', parent: outer.documentId });
    made.folders = [outer, inner];
    const [file] = (await api.send([['a.svg', picture]], { fileInfo: { folder: inner.documentId } })).body;
    made.file = file;
    await api.request('POST', '/api/i18n/locales', { body: { code: 'fr' } });
    made.ada = await make('gardeners', { name: 'Ada' });
    made.cyd = await make('gardeners?status=draft', { name: 'Cyd' });
    made.bed = await make('beds', { name: 'North', gardener: made.ada.documentId });
    made.fern = await make('plants', { name: 'Fern', gardeners: [made.ada.documentId, made.cyd.documentId] });
    made.album = await make('albums', { title: 'A', cover: file.id, frames: [{ caption: 'one' }, { photo: file.id }] });
    made.rule = await make('rules', { title: 'Quiet', next: null });
    await api.put(`/api/rules/${made.rule.documentId}?locale=fr`, { title: 'Calme' });
    const mention = (uid: string, { id }: Json): object => ({ __type: uid, id });
    made.tool = await make('tools', { name: 'Rake' });
    await make('remarks', { mentions: [mention('api::bed.bed', made.bed), mention('api::tool.tool', made.tool)] });
    made.deleted = await make('beds', { name: 'Gone' });
    await api.delete(`/api/beds/${made.deleted.documentId}`);
    await make('packets', { name: 'Peas', count: 1, sown: '2026-01-01', key: 'a key' });
    const permissions = { find: { enabled: true }, findOne: { enabled: true, own: true } };
    await api.request('POST', '/api/users-permissions/roles', {
      body: {
        name: 'Editors',
        permissions: {
          'api::bed': { controllers: { bed: permissions } },
          'plugin::i18n': { controllers: { locale: { find: { enabled: true } } } },
        },
      },
    });
    const user = { username: 'ada', email: 'ada@example.org', password: 'correct-horse' };
    made.user = (await api.request('POST', '/api/users', { body: user })).body;
    const db = await api.service().database.get();
    const bcrypt = `$2a$10$${'x'.repeat(53)}`;
    await db
      .collection(typeOf(api.service().schema, builtInUids.user).collectionName)
      .updateOne(livingFilter, { $set: { 'published.password': bcrypt, 'published.resetPasswordToken': 'hash' } });
    // The account of `npm run dev`.
    const { email } = await prepareDevAccount(api.service(), 'the password of a developer');
    const developer = await findByEmail(api.service(), email);
    const owners = [made.user.documentId, developer?.documentId];
    for (const owner of owners) await make('badges', { title: 'Bronze', owner });
    const written = await write('site');
    result = written.result;
    archive = await contentsOf(written.file);
  });

  const rows = (type: string): Json[] => archive.lines.entities.filter((row) => row.type === type);
  const links = (type: string, field: string): Json[] =>
    archive.lines.links.filter(({ left }) => left.type === type && left.field === field);

  it('begins with its metadata', () => {
    expect(archive.paths[0]).toBe('metadata.json');
    expect(JSON.parse(String(archive.contents.get('metadata.json')))).toMatchObject({ strapi: { version: '5.54.0' } });
  });

  it('has a row for each version and locale, and none for deleted documents', () => {
    const { documentId } = made.rule;
    const versions = rows('api::rule.rule')
      .map(({ data }) => [data.locale, data.title, data.publishedAt !== null])
      .toSorted();
    expect(versions).toEqual([
      ['en', 'Quiet', false],
      ['en', 'Quiet', true],
      ['fr', 'Calme', false],
      ['fr', 'Calme', true],
    ]);
    expect(rows('api::rule.rule').every(({ data }) => data.documentId === documentId)).toBe(true);
    expect(rows('api::bed.bed').map(({ data }) => data.name)).toEqual(['North']);
  });

  it('has ids for components, different in each version', () => {
    const frames = rows('api::album.album').flatMap(({ data }) =>
      data.frames.map(({ id, caption }: Json) => [id, caption]),
    );
    expect(frames).toEqual([
      [1, 'one'],
      [2, null],
      [3, 'one'],
      [4, null],
    ]);
  });

  it('links a version to the same version, a document without drafts to both, and files to what shows them', () => {
    const [draft, published] = rows('api::gardener.gardener')
      .filter(({ data }) => data.name === 'Ada')
      .map(({ id }) => id);
    const [cyd] = rows('api::gardener.gardener')
      .filter(({ data }) => data.name === 'Cyd')
      .map(({ id }) => id);
    const targets = (field: Json[]): Json[] => field.map(({ left, right }) => [left.pos, right.ref, right.field]);
    expect(targets(links('api::plant.plant', 'gardeners'))).toEqual([
      [1, draft, 'plants'],
      [2, cyd, 'plants'],
      [1, published, 'plants'],
    ]);
    expect(links('api::bed.bed', 'gardener').map(({ right }) => right.ref)).toEqual([draft, published]);
    const related = links('plugin::upload.file', 'related').map(({ right: { type, ref, field } }) => [
      type,
      ref,
      field,
    ]);
    const [one, other] = rows('api::album.album').map(({ id }) => id);
    expect(related).toEqual([
      ['api::album.album', one, 'cover'],
      ['garden.frame', 2, 'photo'],
      ['api::album.album', other, 'cover'],
      ['garden.frame', 4, 'photo'],
    ]);
  });

  it('names the attribute that shows a polymorphic link on its other side', () => {
    const mentions = links('api::remark.remark', 'mentions').map(({ right: { type, field, pos } }) => [
      type,
      field,
      pos,
    ]);
    expect(mentions).toEqual([
      ['api::bed.bed', null, 1],
      ['api::tool.tool', 'remarks', 2],
    ]);
  });

  it('has the bytes of files, with a description', () => {
    const key = `${made.file.hash}${made.file.ext}`;
    expect(String(archive.contents.get(`assets/uploads/${key}`))).toContain('<svg');
    const { id, data } = rows('plugin::upload.file')[0];
    expect(JSON.parse(String(archive.contents.get(`assets/metadata/${key}.json`)))).toMatchObject({
      ...{ id, hash: made.file.hash, url: made.file.url, name: 'a.svg' },
    });
    expect(data).not.toHaveProperty('pending');
    expect(data).not.toHaveProperty('folder');
  });

  it('has the folders of files', () => {
    const [outer, inner] = made.folders;
    const folders = rows('plugin::upload.folder').map(({ id, data: { documentId, name, pathId, path } }) => [
      ...[id, documentId, name, pathId, path],
    ]);
    const [top, below] = [`/${outer.id}`, `/${outer.id}/${inner.id}`];
    expect(folders.toSorted()).toEqual(
      [
        [inner.id, inner.documentId, 'Drawings', inner.id, below],
        [outer.id, outer.documentId, 'Pictures', outer.id, top],
      ].toSorted(),
    );
    const { id, data } = rows('plugin::upload.file')[0];
    expect(data.folderPath).toBe(below);
    const ends = (type: string, field: string) =>
      links(type, field).map(({ left, right }) => [left.ref, right.type, right.ref, right.field]);
    expect(ends('plugin::upload.file', 'folder')).toEqual([[id, 'plugin::upload.folder', inner.id, 'files']]);
    expect(ends('plugin::upload.folder', 'parent')).toEqual([
      [inner.id, 'plugin::upload.folder', outer.id, 'children'],
    ]);
  });

  it('has only passwords that Strapi verifies, and no codes', () => {
    expect(rows(builtInUids.user).map(({ data }) => data.password)).toEqual([`$2a$10$${'x'.repeat(53)}`]);
    expect(rows(builtInUids.user)[0].data).not.toHaveProperty('resetPasswordToken');
    expect(rows('api::packet.packet').map(({ data }) => data.key)).toEqual([null, null]);
    expect(result.lostPasswords).toBe(2);
  });

  it('has no administrator of `npm run dev`, and no links to it', () => {
    const [user, ...others] = rows(builtInUids.user);
    expect([user.data.email, others]).toEqual(['ada@example.org', []]);
    expect(rows('api::badge.badge')).toHaveLength(2);
    expect(links('api::badge.badge', 'owner').map(({ right }) => right.ref)).toEqual([user.id]);
  });

  it('has roles, permissions without conditions, and locales', () => {
    const editors = rows(builtInUids.role).find(({ data }) => data.type === 'editors');
    const permissions = archive.lines.links
      .filter(({ left, right }) => left.field === 'role' && right.ref === editors.id && right.field === 'permissions')
      .map(({ left }) => rows('plugin::users-permissions.permission').find(({ id }) => id === left.ref).data.action);
    expect(permissions).toEqual(['api::bed.bed.find', 'plugin::i18n.locales.listLocales']);
    const written = rows('plugin::users-permissions.permission').map(({ data }) => String(data.action));
    expect(written).toContain('api::bed.bed.create'); // of editors, for every type
    expect(written.filter((action) => action.includes('*'))).toEqual([]);
    expect(result.conditionalPermissions).toEqual([
      ...['update', 'delete', 'publish', 'versions'].map((action) => `author: api::*.*.${action}`),
      ...['upload', 'destroy'].map((action) => `author: plugin::upload.content-api.${action}`),
      'editors: api::bed.bed.findOne',
    ]);
    expect(rows('plugin::i18n.locale').map(({ data }) => data.code)).toEqual(['en', 'fr']);
    const settings = Object.fromEntries(archive.lines.configuration.map(({ value }) => [value.key, value.value]));
    expect(settings).toMatchObject({ plugin_i18n_default_locale: 'en' });
  });

  it('describes types and components with what Strapi adds', () => {
    const rule = archive.lines.schemas.find(({ uid }) => uid === 'api::rule.rule');
    expect(rule).toMatchObject({ modelType: 'contentType', globalId: 'Rule', options: { draftAndPublish: true } });
    expect(rule.attributes).toMatchObject({ title: { required: true }, locale: { private: false }, createdBy: {} });
    expect(archive.lines.schemas.find(({ uid }) => uid === 'garden.care')).toMatchObject({ modelType: 'component' });
  });
});

it.each<[key: string | undefined, compress: boolean, ending: string]>([
  [undefined, true, '.tar.gz'],
  [undefined, false, '.tar'],
  ['secret', true, '.tar.gz.enc'],
  ['secret', false, '.tar.enc'],
])('the name says how to read it: key %s, compressed %s', async (key, compress, ending) => {
  const { file } = await write(`named${ending}`, key, compress);
  expect(file).toBe(join(folder, `named${ending}`));
  expect((await contentsOf(file, key)).lines.schemas.length).toBeGreaterThan(10);
});

it('lists files that are not stored', async () => {
  const [file] = (await api.send([['b.txt', 'text']])).body;
  const { upload } = api.service().config;
  const stored = join(upload.folder, `${file.hash}${file.ext}`);
  await rm(stored);
  expect((await write('missing')).result.missingFiles).toEqual([`${file.hash}${file.ext}`]);
});

it('leaves no file behind if it fails', async () => {
  const log = (): never => {
    throw new Error('stopped');
  };
  const failed = exportSite({ service: api.service(), schemas: [], log }, join(folder, 'failed.tar'), {
    compress: false,
  });
  await expect(failed).rejects.toThrow('stopped');
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
});
