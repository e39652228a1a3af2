// Lists of which a caller sees little cost a bounded number of commands, however many entries are hidden, and go on by `nextCursor`.
import { ObjectId, type Document } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Member } from '../../setup/accounts.ts';
import { createReleaseSite, articles } from '../../releases/releaseSite.ts';

const site = createReleaseSite();
const inNews = { filters: { section: { $eq: 'news' } } };
const on = (actions: readonly string[], condition: object = {}) =>
  actions.map((action) => ({ action: `${articles}.${action}`, ...condition }));
const acting = ['find', 'findOne', 'update', 'publish', 'delete'];
const hiddenCount = 1_200;

const db = () => site.service().database.get();

/** Two documents in the section news, and one that is hidden. */
let news: readonly string[];
let hidden: string;
let editor: Member;
/** May read all, and restore their own. */
let author: Member;

/** Copies rows of a collection so often; those of copies are older than the originals. */
const copy = async (collection: string, filter: object, change: (row: Document, index: number) => Document) => {
  const rows = (await db()).collection(collection);
  const row = await rows.findOne(filter);
  if (row === null) throw new Error(`nothing in ${collection}`);
  const copies = Array.from({ length: hiddenCount }, (_, index) => ({ ...row, ...change(row, index) }));
  await rows.insertMany(copies);
};

interface Page {
  readonly data: readonly Document[];
  readonly next: string | null;
  readonly commands: number;
}

/** @returns a page, and how many commands it took */
const readPage = async (url: string, { as }: Member): Promise<Page> => {
  const database = await db();
  const profile = database.collection('system.profile');
  await database.setProfilingLevel('all');
  const { status, body } = await site.get(url, { as });
  await database.setProfilingLevel('off');
  const commands = await profile.countDocuments({ ns: { $not: /system\./ } });
  await profile.drop();
  expect([status, body.error]).toEqual([200, undefined]);
  return { data: body.data, next: body.meta.pagination.nextCursor, commands };
};

const readAll = async (url: string, member: Member): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  for (let next: Page['next'] | undefined; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await readPage(next === undefined ? url : `${url}&pagination[cursor]=${next}`, member));
  return pages;
};

beforeAll(async () => {
  editor = await addMember(site.service(), on(acting, inNews));
  author = await addMember(
    site.service(),
    [...on(acting), ...on(['create'])].map((one) => ({ ...one, own: true })),
  );
  const inSection = (section: string) => site.draft(section, { section });
  [news, hidden] = [[await inSection('news'), await inSection('news')], await inSection('sport')];
});

describe('a list of releases', () => {
  it('reads a bounded number of those that are hidden', async () => {
    const [first, other] = [await site.release(), await site.release()];
    await site.add(first, news[0] ?? '');
    await site.add(other, hidden);
    const base = 100_000;
    const actions = await (await db()).collection('lectern_release_actions').findOne({ release: other });
    await copy('lectern_releases', { _id: other as unknown as ObjectId }, (_, index) => ({ _id: base + index }));
    await copy('lectern_release_actions', { _id: actions?._id }, (_, index) => ({
      ...{ _id: base + index, release: base + index },
    }));
    const pages = await readAll('/api/content-releases?pagination[pageSize]=1', editor);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id as number))).toEqual([first]);
    expect(pages.length).toBeLessThan(5);
    expect(Math.max(...pages.map(({ commands }) => commands))).toBeLessThan(60);
    const [{ next } = { next: null }] = await readAll(
      `/api/content-releases?pagination[pageSize]=1&pagination[cursor]=${other}`,
      editor,
    );
    expect(next).toBeNull();
    const url = `/api/content-releases/getByDocumentAttached?contentType=${articles}&entryDocumentId=${news[1]}`;
    const unattached = await readAll(url, editor);
    expect(unattached.map(({ data }) => data.map(({ id }) => id as number))).toEqual([[], [], [first]]);
  });

  it('looks at a bounded number of documents, also of few releases', async () => {
    const large = await site.release();
    await site.add(large, news[0] ?? '');
    await (
      await db()
    )
      .collection('lectern_releases')
      .updateOne({ _id: large as unknown as ObjectId }, { $set: { actionCount: 5_000 } });
    const page = await readPage(
      `/api/content-releases?pagination[pageSize]=100&pagination[cursor]=${large + 1}`,
      editor,
    );
    expect([page.data.map(({ id }) => id as number), page.next]).toEqual([[large], String(large)]);
  });
});

it('the trash reads a bounded number of those that are hidden, and none of others for those who restore their own', async () => {
  const own = await site.create('/api/articles?status=draft', { title: 'own' }, { as: author.as });
  for (const documentId of [...news, own, hidden]) await site.delete(`/api/articles/${documentId}`);
  await copy('articles', { documentId: hidden }, ({ deletedAt }, index) => ({
    ...{ _id: new ObjectId(), documentId: `copy${String(index).padStart(20, '0')}` },
    deletedAt: new Date((deletedAt as Date).getTime() + 1 + index),
  }));
  const url = `/api/trash?type=${articles}&pagination[pageSize]=1`;
  const pages = await readAll(url, editor);
  expect(pages.flatMap(({ data }) => data.map(({ documentId }) => documentId as string))).toEqual([...news].reverse());
  expect(Math.max(...pages.map(({ commands }) => commands))).toBeLessThan(60);
  // Some pages of hidden entries, one for each that is visible; the last one knows that no other follows.
  expect(pages.filter(({ data }) => data.length === 0)).toHaveLength(2);
  expect(pages.at(-1)?.data).toHaveLength(1);
  const [page, ...more] = await readAll(url, author);
  expect([page?.data.map(({ documentId }) => documentId as string), more]).toEqual([[own], []]);
  expect(page?.commands).toBeLessThan(10);
  const erased: Document[] = [];
  for (let before = ''; erased.at(-1)?.isComplete !== true;) {
    const { body } = await site.delete(`/api/trash?type=${articles}${before}`, { as: editor.as });
    before = `&pagination[cursor]=${body.meta.pagination.nextCursor}`;
    erased.push(body.data);
  }
  expect(erased).toEqual([
    ...[0, 0].map((count) => ({ erased: count, isComplete: false })),
    { erased: 2, isComplete: true },
  ]);
});
