// What becomes of comments when a content type changes.
import { expect, it } from 'vitest';
import { draftless, localized, Site, type } from './site.ts';

const site = new Site();

const title = { title: { type: 'string' } };

/** Stores comments as they are in the database. */
const comment = async (uid: string, documentId: string, locale: string | null, ...paths: readonly string[]) => {
  const db = await site.db();
  const row = { type: uid, documentId, locale, text: 'x', author: 'a', mentions: [], notified: [] };
  await db
    .collection('lectern_comments')
    .insertMany([{ ...row }, ...paths.map((path) => ({ ...row, path }))].map((one) => ({ ...one })));
};

const commentsOf = async (documentId: string) => {
  const found = await (
    await site.db()
  )
    .collection('lectern_comments')
    .find({ documentId }, { projection: { _id: 0, type: 1, locale: 1, path: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ type: uid, locale, path }) => [uid, locale, path]);
};

it('comments follow the new names of their type and of attributes, and those of a dropped type are removed', async () => {
  const files = (part: string, own: string, name: string) => ({
    'components/part/quote.json': { info: { displayName: 'Quote' }, attributes: { [part]: { type: 'string' } } },
    ...type(
      name,
      { ...title, [own]: { type: 'string' }, body: { type: 'dynamiczone', components: ['part.quote'] } },
      draftless,
    ),
  });
  const before = await site.begin({ ...files('text', 'note', 'article'), ...type('memo', title, draftless) });
  const [one, two] = [
    await before.create('/api/articles', { title: 'A' }),
    await before.create('/api/memos', { title: 'B' }),
  ];
  await comment('api::article.article', one, null, 'note', 'title', 'body.17.text', 'body.17');
  await comment('api::memo.memo', two, null, 'title');
  await site.migrate(files('words', 'remark', 'post'), {
    rename: ['article=post', 'article.note=remark', 'part.quote.text=words'],
    drop: ['memo'],
  });
  const uid = 'api::post.post';
  expect(await commentsOf(one)).toEqual(
    [undefined, 'remark', 'title', 'body.17.words', 'body.17'].map((path) => [uid, null, path]),
  );
  expect(await commentsOf(two)).toEqual([]);
});

it('comments get the locale that their document gets', async () => {
  const before = await site.begin(type('article', title, draftless));
  const one = await before.create('/api/articles', { title: 'A' });
  await comment('api::article.article', one, null);
  await site.migrate(type('article', { title: { type: 'string', ...localized } }, { ...draftless, ...localized }));
  expect(await commentsOf(one)).toEqual([['api::article.article', 'en', undefined]]);
});
