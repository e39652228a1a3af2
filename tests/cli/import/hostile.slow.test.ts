// Archives that no Strapi writes, or only a damaged one: nothing of them is lost in silence.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readReport } from '../../../cli/import/index.ts';
import { createApi } from '../../setup/api.ts';
import {
  entriesOf,
  idOf,
  rowOf,
  schemas,
  tagLink,
  tarOf,
  tempFolder,
  writeArchive,
  type ArchiveContent,
} from './archives.ts';
import { runImport, schemaOfArchive, type TestOptions } from './importing.ts';

const folder = tempFolder();
const part = {
  ...{ uid: 'shared.part', modelType: 'component', modelName: 'part', collectionName: 'components_shared_parts' },
  ...{ info: { displayName: 'part' }, attributes: { size: { type: 'integer' }, label: { type: 'string' } } },
};
const event = {
  ...{ uid: 'api::event.event', modelType: 'contentType', modelName: 'event', kind: 'collectionType' },
  ...{ collectionName: 'events', info: { singularName: 'event', pluralName: 'events', displayName: 'event' } },
  options: { draftAndPublish: true },
  attributes: {
    starts: { type: 'datetime', unique: true },
    seats: { type: 'biginteger', unique: true },
    parts: { type: 'component', component: 'shared.part', repeatable: true },
  },
};
const allSchemas = [...schemas, part, event];
const write = (name: string, content: ArchiveContent) =>
  writeArchive(folder, name, { schemas: allSchemas, ...content });
const api = createApi(await schemaOfArchive(await write('empty', {}), folder));

const stored = async (collection: string) =>
  (await api.service().database.get()).collection(collection).find().sort({ documentId: 1 }).toArray();

beforeEach(async () => {
  const db = await api.service().database.get();
  for (const name of ['articles', 'tags', 'events', 'up_users', 'lectern_imports'])
    await db.collection(name).deleteMany({});
});

describe('two rows with one id', () => {
  it('are no archive', async () => {
    const file = await write('one-id', {
      entities: [rowOf('tag', 1, 1, { name: 'a' }), rowOf('tag', 1, 2, { name: 'b' })],
    });
    await expect(runImport(api.service(), file, folder)).rejects.toThrow(/line 2 of entities .*api::tag\.tag 1 again/);
  });
});

describe('a row', () => {
  it.each<[name: string, change: { readonly data?: string; readonly documentId?: string }, message: string]>([
    ['nested 20,000 deep', { data: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }, 'is nested over 500 levels'],
    ['with a path as its documentId', { documentId: '../x/<script>' }, 'has no valid documentId'],
    ['with a documentId of 5,000 characters', { documentId: 'a'.repeat(5_000) }, 'has no valid documentId'],
    ['with an integer as its documentId', { documentId: '12' }, 'has no valid documentId'],
  ])('%s is refused with its line', async (name, { data, documentId = idOf(2) }, message) => {
    const rows = [rowOf('tag', 1, 1, { name: 'a' }), rowOf('tag', 2, 2, { name: 'b', documentId, nested: 1 })];
    const text = rows.map((row) => JSON.stringify(row)).join('\n');
    const entries = entriesOf({ schemas: allSchemas }).map(([path, content]) =>
      path.startsWith('entities/')
        ? ([path, text.replace('"nested":1', `"nested":${data ?? 1}`)] as const)
        : ([path, content] as const),
    );
    const file = join(folder, `${name.replaceAll(' ', '-')}.tar`);
    await writeFile(file, await tarOf(entries));
    await expect(runImport(api.service(), file, folder)).rejects.toThrow(`line 2 of entities ${message}`);
  });
});

describe('the report', () => {
  it('has all values of a second row of the same version', async () => {
    const file = await write('twice', {
      entities: [rowOf('tag', 1, 1, { name: 'a' }), rowOf('tag', 2, 1, { name: 'b' })],
    });
    const { misfits } = await runImport(api.service(), file, folder, { onMisfit: 'skip' });
    expect(misfits).toMatchObject([{ value: { id: 2, name: 'b' } }]);
  });

  it('has the whole value that a draft is imported without', async () => {
    const parts = [
      { id: 1, label: 'kept?' },
      { id: 2, size: 'large' },
    ];
    const file = await write('parts', { entities: [rowOf('event', 1, 1, { parts }, true)] });
    const { misfits } = await runImport(api.service(), file, folder, { onMisfit: 'draft' });
    expect(await stored('events')).toMatchObject([{ documentId: idOf(1) }]);
    expect(misfits).toContainEqual(expect.objectContaining({ path: 'parts', version: 'draft', value: parts }));
  });

  it('has the links of documents that are left out', async () => {
    const file = await write('links', {
      entities: [rowOf('tag', 1, 1, { name: 'a' }), rowOf('article', 1, 2, { title: 'a', views: 'many' }, true)],
      links: [tagLink(1, 1)],
    });
    const { misfits } = await runImport(api.service(), file, folder, { onMisfit: 'skip' });
    expect(misfits).toContainEqual(
      expect.objectContaining({
        message: 'the document is left out',
        links: [expect.objectContaining({ to: idOf(1) })],
      }),
    );
  });

  it('has the permissions of a role that the archive does not have', async () => {
    const permission = { type: 'plugin::users-permissions.permission', ref: 5, field: 'role' };
    const role = { type: 'plugin::users-permissions.role', ref: 1, field: 'permissions' };
    const links = [{ kind: 'relation.basic', relation: 'manyToOne', left: permission, right: role } as const];
    const file = await write('permission', { links });
    const lines: unknown[] = [];
    const saveReports: TestOptions['saveReports'] = async ({ leftOut }) => {
      for await (const line of readReport(leftOut.path)) lines.push(line);
    };
    await runImport(api.service(), file, folder, { saveReports });
    expect(lines).toMatchObject([{ type: 'role', path: 'permissions', value: { role: 1, id: 5 } }]);
  });

  it('is saved before anything is written', async () => {
    const file = await write('saved', { entities: [rowOf('tag', 1, 1, { name: 'a' })] });
    const saveReports = () => Promise.reject(new Error('the disk is full'));
    await expect(runImport(api.service(), file, folder, { saveReports })).rejects.toThrow('the disk is full');
    expect([await stored('tags'), await stored('lectern_imports')]).toEqual([[], []]);
  });

  it.each(['plain text', '$2b$31$' + 'a'.repeat(53), 'scrypt$1073741824$8$1$c2FsdA==$a2V5'])(
    'names the password %s, which is no hash that a login can compare',
    async (password) => {
      const values = { username: 'ada', email: 'Ada@example.org', provider: 'local', password };
      const row = { ...rowOf('user', 1, 1, values), type: 'plugin::users-permissions.user' };
      const file = await write('password', { entities: [row] });
      const { misfits } = await runImport(api.service(), file, folder, { onMisfit: 'skip' });
      expect(misfits).toMatchObject([{ path: 'password', value: password }]);
      const [user] = await stored('up_users');
      expect(user?.published).toMatchObject({ email: 'ada@example.org', password: null });
    },
  );

  it('names users with one address in different letters', async () => {
    const users = ['Ada@example.org', 'ada@EXAMPLE.org'].map((email, index) => ({
      ...rowOf('user', index + 1, index + 1, { username: `user${index}`, email, provider: 'local' }),
      type: 'plugin::users-permissions.user',
    }));
    const { outcome, misfits } = await runImport(api.service(), await write('addresses', { entities: users }), folder);
    expect(outcome).toBe('refused');
    expect(misfits).toMatchObject([{ documentId: idOf(2), path: 'email' }]);
  });

  it('names times that are none', async () => {
    const row = rowOf('tag', 1, 1, { name: 'a' });
    const file = await write('times', { entities: [{ ...row, data: { ...row.data, createdAt: 'yesterday' } }] });
    const { misfits } = await runImport(api.service(), file, folder, { onMisfit: 'skip' });
    expect(misfits).toMatchObject([{ path: 'createdAt', value: 'yesterday' }]);
    expect(await stored('tags')).toHaveLength(1);
  });
});

it('the draft of a document that has none gets only values that a draft may have', async () => {
  const file = await write('published-only', {
    entities: [1, 2].map((id) => rowOf('article', id, id, { title: 'a', slug: `a${id}`, views: 'many' })),
  });
  await runImport(api.service(), file, folder, { onMisfit: 'draft' });
  const [article, second] = await stored('articles');
  expect(second).toMatchObject({ draft: { slug: 'a2' } });
  expect(article).toMatchObject({ draft: { title: 'a' } });
  expect(article).not.toHaveProperty('published');
  expect(article?.draft).not.toHaveProperty('views');
});

it('the draft of a document that has none has no value of another draft', async () => {
  const file = await write('made-draft', {
    entities: [
      rowOf('article', 1, 1, { title: 'b', slug: 'a' }),
      rowOf('article', 2, 2, { title: 'a', slug: 'a' }, true),
      // Published with the same value as the draft of another document, and with a draft of its own.
      rowOf('article', 3, 3, { title: 'd', slug: 'd' }),
      rowOf('article', 4, 3, { title: 'd', slug: 'c' }, true),
      rowOf('article', 5, 4, { title: 'd', slug: 'd' }, true),
    ],
  });
  const { misfits } = await runImport(api.service(), file, folder, { onMisfit: 'draft' });
  expect(misfits[0]).toMatchObject({ documentId: idOf(1), version: 'draft', path: 'slug' });
  expect((await stored('articles')).map(({ draft, published }) => [draft.slug, published?.slug])).toEqual([
    [undefined, 'a'],
    ['a', undefined],
    ['c', 'd'],
    ['d', undefined],
  ]);
});

it('unique values that their attribute cannot have are misfits', async () => {
  const file = await write('unique', {
    entities: [
      rowOf('event', 1, 1, { starts: 'banana', seats: 'many' }, true),
      rowOf('event', 2, 2, { starts: '2024-13-45T00:00:00Z', seats: '9'.repeat(60) }, true),
      rowOf('event', 3, 3, { starts: 1e300, seats: 1.5 }, true),
    ],
  });
  const { outcome, misfits } = await runImport(api.service(), file, folder);
  expect(outcome).toBe('refused');
  expect(misfits.map(({ documentId, path }) => `${documentId} ${path}`).sort()).toEqual(
    [1, 2, 3].flatMap((number) => [`${idOf(number)} seats`, `${idOf(number)} starts`]),
  );
});

describe('a locale', () => {
  const localeRow = (id: number, data: object) => ({ type: 'plugin::i18n.locale', id, data });

  it.each([
    ['without a code', { name: 'English' }],
    ['with a code that is none', { code: '$where' }],
  ])('%s is no archive, and nothing is written', async (name, data) => {
    const file = await write(name.replaceAll(' ', '-'), { entities: [localeRow(1, data) as never] });
    await expect(runImport(api.service(), file, folder)).rejects.toThrow(/line 1 of entities .*locale/);
    expect(await stored('lectern_imports')).toEqual([]);
  });

  it('with a time that is none has another one', async () => {
    const file = await write('locale-time', {
      entities: [localeRow(1, { code: 'en', name: 'English', createdAt: 'yesterday' }) as never],
    });
    expect((await runImport(api.service(), file, folder)).outcome).toBe('imported');
    const { body } = await api.get('/api/i18n/locales');
    expect(body).toMatchObject([{ code: 'en', createdAt: expect.stringMatching(/^20/) }]);
  });
});
