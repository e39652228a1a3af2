// What becomes of versions when a content type changes.
import { expect, it } from 'vitest';
import { findVersion, listVersions } from '../../../lib/history/index.ts';
import {
  versionSchemasCollection,
  versionsCollection,
  versionValuesCollection,
} from '../../../lib/write/documents/index.ts';
import { runLoop } from '../../background/testWorker.ts';
import type { Api } from '../../setup/api.ts';
import { draftless, localized, Site, type } from './site.ts';

const site = new Site();

const title = { title: { type: 'string' } };
const secret = { ...title, secret: { type: 'password' } };

const runRelay = (api: Api) => runLoop(api.service());

const typeOf = (api: Api, name: string) => {
  const found = api.service().schema.types.get(`api::${name}.${name}`);
  if (found === undefined) throw new Error(name);
  return found;
};

/** A document with versions in the outbox or, after a run of the relay, in the history. */
const writeTwice = async (api: Api, plural: string, data: object): Promise<string> => {
  const documentId = await api.create(`/api/${plural}`, { title: 'A', ...data });
  await api.put(`/api/${plural}/${documentId}`, { title: 'B' });
  return documentId;
};

const titlesOf = async (api: Api, name: string, documentId: string, locale: string | null = null) => {
  const db = await site.db();
  const key = { type: typeOf(api, name), documentId, locale };
  const versions = await listVersions(db, key, 10);
  return Promise.all(
    versions.map(async ({ revision }) => {
      const { source } = (await findVersion(db, key, revision)) ?? {};
      if (source === undefined) return undefined;
      const [found] = await db
        .collection(source.collection)
        .aggregate([{ $match: source.match }, ...source.stages])
        .toArray();
      return [found?.locale, found?.published.title];
    }),
  );
};

it('a version keeps the definition with which it was written, and loses the passwords of that definition', async () => {
  const before = await site.begin(type('article', secret, draftless));
  const one = await writeTwice(before, 'articles', { secret: 'hidden' });
  const db = await site.db();
  const fingerprint = (await db.collection('articles').findOne({ documentId: one }))?.written.schema as string;
  const after = await site.migrate(type('article', title, draftless));
  await after.put(`/api/articles/${one}`, { title: 'C' });
  await runRelay(after);
  const rows = await versionsCollection(db).find({ documentId: one }).sort({ revision: 1 }).toArray();
  const schemas = await versionSchemasCollection(db)
    .find({ _id: { $in: rows.map(({ schema = '' }) => schema) } })
    .toArray();
  expect(rows.map(({ schema }) => schema)).toEqual([fingerprint, fingerprint]);
  expect(schemas.map(({ attributes }) => attributes.map(({ name }) => name))).toEqual([['secret', 'title']]);
  const values = await versionValuesCollection(db)
    .find({ _id: { $in: rows.map(({ _id }) => _id) } })
    .toArray();
  expect(values.map(({ published }) => [published?.title, Object.hasOwn(published ?? {}, 'secret')])).toEqual([
    ['A', false],
    ['B', false],
  ]);
});

it('versions follow the new name of their type, and those of a dropped type are removed', async () => {
  const before = await site.begin({ ...type('article', title, draftless), ...type('note', title, draftless) });
  const one = await writeTwice(before, 'articles', {});
  await writeTwice(before, 'notes', {});
  await runRelay(before);
  const two = await writeTwice(before, 'articles', {});
  const after = await site.migrate(type('post', title, draftless), { rename: ['article=post'], drop: ['note'] });
  await runRelay(after);
  expect(await titlesOf(after, 'post', one)).toEqual([
    [null, 'B'],
    [null, 'A'],
  ]);
  expect(await titlesOf(after, 'post', two)).toHaveLength(2);
  expect(await versionsCollection(await site.db()).distinct('type')).toEqual(['api::post.post']);
});

it('versions get the locale of their document, and lose it with it', async () => {
  const before = await site.begin(type('article', title, draftless));
  const one = await writeTwice(before, 'articles', {});
  await runRelay(before);
  const after = await site.migrate(
    type('article', { title: { type: 'string', ...localized } }, { ...draftless, ...localized }),
  );
  expect(await titlesOf(after, 'article', one, 'en')).toEqual([
    ['en', 'B'],
    ['en', 'A'],
  ]);
  await after.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'German (de)' } });
  await after.put(`/api/articles/${one}?locale=de`, { title: 'D' });
  await after.put(`/api/articles/${one}?locale=de`, { title: 'E' });
  await runRelay(after);
  const last = await site.migrate(type('article', title, draftless), { keep: ['article=de,en'] });
  expect(await titlesOf(last, 'article', one)).toEqual([
    [null, 'E'],
    [null, 'D'],
  ]);
});
