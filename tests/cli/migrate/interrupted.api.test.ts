// A migration that stops between two batches: it continues after the last one, and writes each document once.
import { expect, it } from 'vitest';
import {
  findMigrationStatus,
  migrate,
  noMigrationOptions,
  prepareDatabase,
  resumeMigration,
} from '../../../cli/migrate/index.ts';
import { Site, type } from './site.ts';

const site = new Site();
const before = type('article', { headline: { type: 'string' }, views: { type: 'string' } });
const after = type('article', { title: { type: 'string' }, views: { type: 'integer' } });

/** The first line of a step comes after its first batch, which is recorded then. */
const interrupt = (): never => {
  throw new Error('interrupted');
};

const insert = async (count: number): Promise<void> => {
  const times = { createdAt: new Date(), updatedAt: new Date() };
  await (await site.db()).collection('articles').insertMany(
    Array.from({ length: count }, (_, index) => ({
      ...{ documentId: `d${String(index).padStart(23, '0')}`, locale: null, revision: 1 },
      draft: { id: index + 1, headline: `h${index}`, views: String(index), ...times },
    })),
  );
};

it('an interrupted migration continues after its last batch, as often as it is interrupted', async () => {
  await site.begin(before);
  // Three batches of at most 200 documents.
  await insert(410);
  const articles = (await site.db()).collection('articles');
  const left = () => articles.countDocuments({ 'draft.headline': { $exists: true } });
  const service = site.of(after).service();
  const status = await findMigrationStatus(service, {
    options: { ...noMigrationOptions, rename: ['article.headline=title'] },
  });
  if (status.is !== 'known') throw new Error(`the database is ${status.is}`);

  await expect(migrate(service, status, interrupt)).rejects.toThrow('interrupted');
  expect(await left()).toBe(210);
  // No server starts on documents that are migrated partly.
  for (const files of [before, after])
    await expect(prepareDatabase(site.of(files).service())).rejects.toThrow(
      'A migration of the documents is not finished',
    );
  // What is done already is not read again: a document that an earlier server has changed since stays as it is.
  await articles.updateOne({ 'draft.title': 'h0' }, { $set: { 'draft.headline': 'h0' } });

  await expect(resumeMigration(service, interrupt)).rejects.toThrow('interrupted');
  expect(await left()).toBe(11);
  await resumeMigration(service, () => undefined);
  expect(await left()).toBe(1);
  expect(await articles.countDocuments({ revision: 2 })).toBe(410);
  expect(await articles.findOne({ documentId: `d${'409'.padStart(23, '0')}` })).toMatchObject({
    draft: { title: 'h409', views: 409 },
  });
  await prepareDatabase(service);
});
