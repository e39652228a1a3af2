// Where a file is used: everything that the caller may find, and nothing else.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { addFileRecord, addMember, type Member } from '../setup/accounts.ts';
import { createApi, type Call } from '../setup/api.ts';
import { schemaOf, componentFile, typeFile, withDrafts } from '../setup/schema.ts';

const media = (more: object = {}) => ({ type: 'media', pluginOptions: { i18n: { localized: true } }, ...more });
const type = (singularName: string, attributes: object, more: object = {}): string =>
  typeFile(singularName, attributes, { ...withDrafts, ...more });
const api = createApi(
  schemaOf({
    'page.json': type('page', {
      subtitle: { type: 'string' },
      title: { type: 'string' },
      cover: media(),
      gallery: media({ multiple: true }),
      scan: media({ private: true }),
      figure: { type: 'component', component: 'part.figure' },
      figures: { type: 'component', component: 'part.figure', repeatable: true },
      sections: { type: 'dynamiczone', components: ['part.text', 'part.album'] },
      secrets: { type: 'component', component: 'part.figure', private: true },
      about: { type: 'relation', relation: 'morphToMany' },
    }),
    'post.json': type(
      'post',
      {
        title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
        cover: media(),
        logo: media({ pluginOptions: { i18n: { localized: false } } }),
      },
      { pluginOptions: { i18n: { localized: true } } },
    ),
    'tag.json': type('tag', { icon: media(), weight: { type: 'integer' } }, { options: { draftAndPublish: false } }),
    'home.json': type('home', { title: { type: 'string' }, cover: media() }, { kind: 'singleType' }),
    'components/part/figure.json': componentFile({ picture: media(), note: media({ private: true }) }),
    'components/part/text.json': componentFile({ text: { type: 'text' } }),
    'components/part/album.json': componentFile({
      figures: { type: 'component', component: 'part.figure', repeatable: true },
    }),
  }),
);

interface Use {
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly path: string;
  readonly versions: readonly string[];
  readonly label: string | null;
  readonly status: string | null;
}

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'de' } });
});

let [file, other]: readonly [string, string] = ['', ''];
beforeEach(async () => {
  for (const name of ['pages', 'posts', 'tags', 'homes']) await (await api.collection(name)).deleteMany({});
  file = (await addFileRecord(api.service(), 'used.jpg')).documentId;
  other = (await addFileRecord(api.service(), 'other.jpg')).documentId;
});

const usage = async (call?: Call) => {
  const { status, body } = await api.get(`/api/upload/files/${file}/usage`, call);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { data: readonly Use[]; meta: { total: number; hidden: number | null; complete: boolean } };
};

/** The places, as short texts. */
const places = async (call?: Call): Promise<readonly string[]> =>
  (await usage(call)).data
    .map(({ uid, locale, path, versions, label, status }) =>
      [uid.split('.')[1], locale, path, versions.join('+'), label, status].join(' '),
    )
    .sort();

/** Creates a document and returns its documentId. */
const add = async (path: string, data: object, call?: Call): Promise<string> => {
  const { status, body } = await api.post(`/api/${path}`, data, call);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.documentId as string;
};

describe('the usage of a file', () => {
  it('names each place in attributes, components, zones and polymorphic relations', async () => {
    const figure = { picture: file };
    const documentId = await add('pages', {
      title: 'All',
      cover: file,
      gallery: [other, file],
      figure,
      figures: [{ picture: other }, figure],
      sections: [
        { __component: 'part.text', text: 'a' },
        { __component: 'part.album', figures: [figure, { picture: other }, figure] },
      ],
      about: [{ __type: 'plugin::upload.file', documentId: file }],
    });
    const { data, meta } = await usage();
    expect(data.map(({ path }) => path)).toEqual([
      ...['cover', 'gallery', 'figure.picture', 'figures.1.picture'],
      ...['sections.1.figures.0.picture', 'sections.1.figures.2.picture', 'about'],
    ]);
    expect(data[0]).toEqual({
      ...{ uid: 'api::page.page', documentId, locale: null, path: 'cover', versions: ['draft', 'published'] },
      ...{ label: 'All', status: 'published' },
    });
    expect(meta).toEqual({ total: 7, hidden: 0, complete: true });
  });

  it('is empty for a file that nothing uses, or that a deleted document used', async () => {
    await add('pages', { cover: other });
    await api.delete(`/api/pages/${await add('pages', { cover: file })}`);
    expect(await usage()).toEqual({ data: [], meta: { total: 0, hidden: 0, complete: true } });
  });

  it('says in which versions the file is, and the status of the document', async () => {
    const both = await add('pages', { title: 'both', cover: file });
    await api.put(`/api/pages/${both}?status=draft`, { title: 'later', cover: null, gallery: [file] });
    await add('pages?status=draft', { title: 'draft', cover: file });
    await add('tags', { icon: file });
    await api.put('/api/home', { title: 'home', cover: file });
    expect(await places()).toEqual([
      'home  cover draft+published home published',
      'page  cover draft draft draft',
      'page  cover published later modified',
      'page  gallery draft later modified',
      'tag  icon published  ',
    ]);
  });

  it('lists each locale', async () => {
    const post = await add('posts', { title: 'english', cover: file, logo: file });
    await api.put(`/api/posts/${post}?locale=de&status=draft`, { title: 'deutsch', cover: other });
    expect(await places()).toEqual([
      'post de logo draft deutsch draft',
      'post en cover draft+published english published',
      'post en logo draft+published english published',
    ]);
  });

  it('lists all of many documents, up to a number', async () => {
    const db = await api.service().database.get();
    await add('tags', { icon: file });
    const [tag] = await db.collection('tags').find().project({ _id: 0 }).toArray();
    const copies = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ ...tag, documentId: `copy${from + index}`, published: { ...tag?.published, id: 1_000 + from + index } },
      }));
    await db.collection('tags').insertMany(copies(999, 0));
    const { data, meta } = await usage();
    expect([new Set(data.map(({ documentId }) => documentId)).size, meta]).toEqual([
      1000,
      { total: 1000, hidden: 0, complete: true },
    ]);
    await db.collection('tags').insertMany(copies(1, 999));
    expect((await usage()).meta).toEqual({ total: 1000, hidden: 0, complete: false });
  });
});

const upload = 'plugin::upload.content-api';
const may = (name: string, actions: readonly string[], more: object = {}): readonly Permission[] =>
  actions.map((action) => ({ action: `api::${name}.${name}.${action}`, ...more }));
const member = (...permissions: readonly Permission[]): Promise<Member> =>
  addMember(api.service(), [{ action: `${upload}.findOne` }, ...permissions]);

describe('a caller sees', () => {
  beforeEach(async () => {
    const page = await add('pages', { title: 'out', cover: file });
    await api.put(`/api/pages/${page}?status=draft`, { title: 'secret', figure: { picture: file } });
    await add('pages?status=draft', { title: 'unborn', cover: file });
    await add('pages', { title: 'private', scan: file, secrets: { picture: file }, figure: { note: file } });
    await add('posts', { title: 'post', cover: file });
  });

  it('nothing without permissions on the types', async () => {
    const { data, meta } = await usage(await member());
    expect([data, meta]).toEqual([[], { total: 0, hidden: null, complete: true }]);
  });

  it('published versions with the permission to find them', async () => {
    expect(await places(await member(...may('page', ['find'])))).toEqual(['page  cover published out published']);
  });

  it('drafts and private attributes with the permission to update them', async () => {
    const all = [
      'page  cover draft unborn draft',
      'page  cover draft+published secret modified',
      'page  figure.note draft+published private published',
      'page  figure.picture draft secret modified',
      'page  scan draft+published private published',
      'page  secrets.picture draft+published private published',
    ];
    expect(await places(await member(...may('page', ['find', 'update'])))).toEqual(all);
    expect((await places()).filter((place) => place.startsWith('page'))).toEqual(all);
  });

  it('drafts but no private attributes with a token that only reads', async () => {
    expect(await places({ as: 'read-only' })).toEqual([
      'page  cover draft unborn draft',
      'page  cover draft+published secret modified',
      'page  figure.picture draft secret modified',
      'post en cover draft+published post published',
    ]);
  });

  it('no drafts with a token for published versions', async () => {
    const { accessKey } = await createToken(api.service(), { name: `build ${file}`, type: 'published-only' });
    expect(await places({ as: { token: accessKey } })).toEqual([
      'page  cover published out published',
      'post en cover published post published',
    ]);
  });

  it('only documents that meet the conditions', async () => {
    const filters = { title: { $eq: 'out' } };
    const reader = await member(...may('page', ['find'], { filters }), ...may('post', ['find'], { own: true }));
    expect(await places(reader)).toEqual(['page  cover published out published']);
    const writer = await member(...may('page', ['find']), ...may('page', ['update'], { own: true }));
    expect(await places(writer)).toEqual(['page  cover published out published']);
  });

  it('their own documents with a condition', async () => {
    const own = { own: true };
    const author = await member(
      { action: `${upload}.find` },
      ...may('page', ['create']),
      ...may('page', ['find', 'update'], own),
    );
    await add('pages?status=draft', { title: 'mine', scan: file }, author);
    expect(await places(author)).toEqual(['page  scan draft mine draft']);
  });

  it('how many others there are with the permission to delete the file', async () => {
    const remover = await member({ action: `${upload}.destroy` }, ...may('page', ['find']));
    // The draft, the private attributes, and the post.
    expect((await usage(remover)).meta).toEqual({ total: 1, hidden: 3, complete: true });
  });

  it('the same without other documents, unless they may delete the file', async () => {
    const { accessKey } = await createToken(api.service(), {
      ...{ name: `custom ${file}`, type: 'custom' },
      permissions: ['api::page.page.find', `${upload}.findOne`],
    });
    const callers = [await member(...may('page', ['find'])), { as: { token: accessKey } }];
    for (const caller of callers) {
      const before = await usage(caller);
      await add('posts', { title: 'another', cover: file });
      expect(await usage(caller)).toEqual(before);
    }
  });
});
