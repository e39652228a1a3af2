// Checks that the index follows the documents through the relay, and that it is built while it does.
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Worker } from '../../../lib/background/index.ts';
import { SearchKeeper } from '../../../lib/background/searchKeeper.ts';
import { collections, Lease } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { indexesCollection, markIndexes } from '../../../lib/search/indexing/index.ts';
import { findMatches } from '../../../lib/search/mongodb/index.ts';
import type { StoredIndex } from '../../../lib/search/types.ts';
import { partitionsOf } from '../../../lib/search/indexing/partitions.ts';
import { documentsCollection, wordsCollection } from '../../../lib/search/mongodb/storedIndex.ts';
import { loadStemmers, stemOf } from '../../../lib/search/text/index.ts';
import { forgetUsedIndexes } from '../../../lib/search/indexing/usedIndexes.ts';
import { loopOf, loopsEvery } from '../../background/testWorker.ts';
import { createApi } from '../../setup/api.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { comparableIndex } from './comparableIndex.ts';
import { schema } from './searchSite.ts';

const api = createApi(schema);
const db = async () => api.service().database.get();

/** Runs a relay until nothing is left to do. */
const runRelay = async (service: Service = api.service()): Promise<void> => {
  const relay = loopOf(service, { everyMs: 0 });
  const until = new Date(service.now().getTime() + 60_000);
  do await relay.round();
  while (await relay.hasWork(until));
  await relay.end();
};

/** The documentIds that have these words, by partition. */
const find = async (text: string): Promise<Readonly<Record<string, readonly string[]>>> => {
  forgetUsedIndexes(await db());
  const readWords = (locale: string | null) =>
    text
      .split(' ')
      .map((one) => ({ text: one, stem: stemOf(one, locale ?? 'en'), isBeginning: false, isOptional: false }));
  const partitions = await partitionsOf(api.service());
  await loadStemmers(partitions.map(({ locale }) => locale ?? 'en'));
  const matches = await findMatches(
    await db(),
    partitions.map((partition) => {
      const words = readWords(partition.locale);
      return { partition, search: { words, phrases: [], excluded: [] } };
    }),
  );
  const found: Record<string, string[]> = {};
  for (const { partition, documentId } of await matches.page(0, 100)) {
    const { type, status, locale } = partition;
    (found[[type.singularName, status, ...(locale === null ? [] : [locale])].join(' ')] ??= []).push(documentId);
  }
  return found;
};

/** Checks that the indexes that followed the documents are equal to new ones. */
const expectAsBuilt = async (): Promise<void> => {
  const followed = await comparableIndex(await db());
  await markIndexes(await db());
  await runRelay();
  expect(followed).toEqual(await comparableIndex(await db()));
};

/** Lets MongoDB refuse to index documents with these words, as it refuses those that are too large; without words none. */
const refuseWords = async (words?: RegExp): Promise<void> => {
  const validator = words === undefined ? {} : { words: { $not: words } };
  await (await db()).command({ collMod: collections.searchDocuments, validator });
};

/** What the relay stores of indexes without documents. It is restored before each test, so that they are not built again. */
let emptyIndexes: readonly StoredIndex[] = [];
let usedNumbers = 0;

beforeAll(async () => {
  // Without them, the relay tries in each round to make totals.
  await api.createAllIndexes();
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'fr' } });
  await runRelay();
  emptyIndexes = await indexesCollection(await db())
    .find()
    .toArray();
});

beforeEach(async () => {
  for (const { collectionName } of schema.types.values()) await (await db()).collection(collectionName).deleteMany({});
  for (const name of ['searchIndexes', 'searchDocuments', 'searchPostings', 'searchWords', 'leases'] as const)
    await (await db()).collection(collections[name]).deleteMany({});
  // Processes remember indexes by their numbers.
  usedNumbers += 100;
  await indexesCollection(await db()).insertMany(emptyIndexes.map((one) => ({ ...one, _id: one._id + usedNumbers })));
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the index', () => {
  it('has a partition for each type with text, version and locale', async () => {
    const indexes = await indexesCollection(await db())
      .find({ type: /^api/ })
      .sort({ type: 1, status: 1, locale: 1 })
      .toArray();
    expect(indexes.map(({ type, status, locale, state }) => [type, status, locale, state])).toEqual([
      ['api::article.article', 'draft', 'en', 'used'],
      ['api::article.article', 'draft', 'fr', 'used'],
      ['api::article.article', 'published', 'en', 'used'],
      ['api::article.article', 'published', 'fr', 'used'],
      ['api::draft.draft', 'draft', null, 'used'],
      ['api::tag.tag', 'published', null, 'used'],
    ]);
    expect(await indexesCollection(await db()).countDocuments({ type: 'plugin::upload.file' })).toBe(1);
  });

  it('follows a document from its creation to its deletion, and out of the trash', async () => {
    const id = await api.create('/api/articles?status=draft', { title: 'Moon', body: 'rises *late*' });
    expect(await find('moon')).toEqual({});
    await runRelay();
    expect(await find('moon late')).toEqual({ 'article draft en': [id] });
    await api.put(`/api/articles/${id}`, { title: 'Sun' });
    await runRelay();
    expect(await find('moon')).toEqual({});
    expect(await find('sun late')).toEqual({ 'article draft en': [id], 'article published en': [id] });
    await api.put(`/api/articles/${id}?status=draft`, { title: 'Star' });
    await api.put(`/api/articles/${id}?locale=fr&status=draft`, { title: 'Etoile' });
    await runRelay();
    expect(await find('sun')).toEqual({ 'article published en': [id] });
    expect(await find('star')).toEqual({ 'article draft en': [id] });
    expect(await find('etoile')).toEqual({ 'article draft fr': [id] });
    await expectAsBuilt();
    await api.request('POST', `/api/articles/${id}/actions/unpublish`);
    await runRelay();
    expect(await find('sun')).toEqual({});
    await api.delete(`/api/articles/${id}?locale=*`);
    await runRelay();
    expect([await find('star'), await find('etoile')]).toEqual([{}, {}]);
    await api.request('POST', `/api/trash/api::article.article/${id}/restore`, { body: {} });
    await runRelay();
    expect(await find('star')).toEqual({ 'article draft en': [id] });
    await expectAsBuilt();
  });

  it('begins no transaction for a change of what is not searched', async () => {
    const id = await api.create('/api/articles', { title: 'Moon', note: 'one' });
    await runRelay();
    const run = vi.spyOn(Lease.prototype, 'runFenced');
    await api.put(`/api/articles/${id}`, { note: 'two' });
    await runRelay();
    expect(run).not.toHaveBeenCalled();
    await api.put(`/api/articles/${id}`, { title: 'Sun' });
    await runRelay();
    expect(run).toHaveBeenCalledTimes(1);
    await expectAsBuilt();
  });

  it('reads components, but nothing private, and types without drafts', async () => {
    const id = await api.create('/api/articles', {
      ...{ title: 'Title', note: 'hidden', parts: [{ heading: 'Heading', secret: 'hidden' }, { heading: 'Second' }] },
    });
    const tag = await api.create('/api/tags', { name: 'Heading' });
    const draft = await api.create('/api/drafts', { name: 'Heading' });
    await runRelay();
    expect(await find('heading')).toEqual({
      'article draft en': [id],
      'article published en': [id],
      'draft draft': [draft],
      'tag published': [tag],
    });
    expect(await find('hidden')).toEqual({});
    await expectAsBuilt();
  });

  it('is built of the documents that exist already, in several steps', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 30; index++) ids.push(await api.create('/api/tags', { name: `Same ${index}` }));
    await (await db()).collection('tags').updateMany({}, { $unset: { pending: 1 } });
    await runRelay();
    expect(await find('same')).toEqual({});
    await markIndexes(await db(), 'api::tag.tag');
    await runRelay();
    expect(await find('same')).toEqual({ 'tag published': ids.toReversed() });
    expect(await find('17')).toEqual({ 'tag published': [ids[17]] });
  });

  it('serves the old index until the new one is complete, and keeps it a minute', async () => {
    const id = await api.create('/api/tags', { name: 'Moon' });
    await runRelay();
    const [used] = await indexesCollection(await db())
      .find({ type: 'api::tag.tag' })
      .toArray();
    await markIndexes(await db(), 'api::tag.tag');
    const relay = loopOf(api.service(), { everyMs: 0 });
    const states = async () =>
      (
        await indexesCollection(await db())
          .find({ type: 'api::tag.tag' })
          .sort({ _id: 1 })
          .toArray()
      ).map(({ state }) => state);
    await relay.round();
    expect(await states()).toEqual(['used', 'building']);
    expect(await find('moon')).toEqual({ 'tag published': [id] });
    // Both follow.
    await api.put(`/api/tags/${id}`, { name: 'Sun' });
    await relay.round();
    expect(await find('sun')).toEqual({ 'tag published': [id] });
    while (await relay.hasWork(new Date(Date.now() + 60_000))) await relay.round();
    await relay.end();
    expect(await states()).toEqual(['replaced', 'used']);
    expect(await find('sun')).toEqual({ 'tag published': [id] });
    const ofOld = async () => documentsCollection(await db()).countDocuments({ index: used?._id ?? 0 });
    expect(await ofOld()).toBe(1);
    await runRelay({ ...api.service(), now: () => new Date(Date.now() + 61_000) });
    expect([await states(), await ofOld()]).toEqual([['used'], 0]);
  });

  it('begins again if something else writes documents while it is built', async () => {
    await api.create('/api/tags', { name: 'Moon' });
    await runRelay();
    await markIndexes(await db(), 'api::tag.tag');
    const relay = loopOf(api.service(), { everyMs: 0 });
    await relay.round();
    await (await db()).collection('tags').updateMany({}, { $set: { 'published.name': 'Sun' } });
    await markIndexes(await db());
    while (await relay.hasWork(new Date(Date.now() + 60_000))) await relay.round();
    await relay.end();
    expect([await find('moon'), Object.keys(await find('sun'))]).toEqual([{}, ['tag published']]);
  });

  it('is built anew when most of it is removed', async () => {
    const id = await api.create('/api/tags', { name: 'Moon' });
    await runRelay();
    const indexes = indexesCollection(await db());
    await indexes.updateOne({ type: 'api::tag.tag' }, { $set: { ordinals: 2_000, removed: 1_001 } });
    await runRelay();
    expect(await indexes.findOne({ type: 'api::tag.tag', state: 'used' })).toMatchObject({ ordinals: 1, removed: 0 });
    expect(await find('moon')).toEqual({ 'tag published': [id] });
  });

  it('does not follow, and is removed, where the site turns it off', async () => {
    const service = api.service();
    const off = { ...service, config: { ...service.config, search: { ...service.config.search, enabled: false } } };
    await api.create('/api/tags', { name: 'Moon' });
    await runRelay(off);
    expect(await indexesCollection(await db()).distinct('state')).toEqual(['replaced']);
    await runRelay({ ...off, now: () => new Date(Date.now() + 61_000) });
    expect(await indexesCollection(await db()).countDocuments()).toBe(0);
    await runRelay();
    expect(Object.keys(await find('moon'))).toEqual(['tag published']);
  });

  it('has the changes whose events a process without search took before it died', async () => {
    const moon = await api.create('/api/tags', { name: 'Moon' });
    await runRelay();
    expect(await find('moon')).toEqual({ 'tag published': [moon] });
    await api.request('PUT', `/api/tags/${moon}`, { body: { data: { name: 'Sun' } } });
    const service = api.service();
    const off = { ...service, config: { ...service.config, search: { ...service.config.search, enabled: false } } };
    // After its events are removed, it would remove the indexes.
    vi.spyOn(SearchKeeper.prototype, 'run').mockRejectedValueOnce(new Error('the process ends'));
    const relay = loopOf(off, { everyMs: 0 });
    await expect(relay.round()).rejects.toThrow('the process ends');
    await relay.end();
    expect(await (await db()).collection('tags').countDocuments({ pending: { $exists: true } })).toBe(0);
    await runRelay();
    expect([await find('moon'), await find('sun')]).toEqual([{}, { 'tag published': [moon] }]);
  });

  it('leaves out components that are not stored as such', async () => {
    const bad = await api.create('/api/articles', { title: 'Bad' });
    const articles = (await db()).collection('articles');
    await articles.updateOne({ documentId: bad }, { $set: { 'published.parts': 'no list', 'draft.parts': [null] } });
    await runRelay();
    expect(await find('bad')).toEqual({ 'article draft en': [bad], 'article published en': [bad] });
  });

  it('skips a document that MongoDB refuses, follows the others and dispatches its event', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const bad = await api.create('/api/tags', { name: 'Same poison' });
    const good = await api.create('/api/tags', { name: 'Same' });
    const run = async () => {
      await refuseWords(/ poison /);
      try {
        await runRelay();
      } finally {
        await refuseWords();
      }
      expect(await find('same')).toEqual({ 'tag published': [good] });
      expect(log.mock.calls.flat().join('\n')).toContain(bad);
      log.mockClear();
    };
    await run();
    expect(await (await db()).collection('tags').countDocuments({ pending: { $exists: true } })).toBe(0);
    // The same while the index is built anew.
    await markIndexes(await db());
    await run();
  });

  it('has each document once, however often a round is repeated', async () => {
    const id = await api.create('/api/tags', { name: 'Moon' });
    const tags = (await db()).collection('tags');
    const pending: unknown = (await tags.findOne({ documentId: id }))?.pending;
    for (let round = 0; round < 3; round++) {
      await tags.updateOne({ documentId: id }, { $set: { pending } });
      await runRelay();
    }
    expect(await indexesCollection(await db()).findOne({ type: 'api::tag.tag' })).toMatchObject({ ordinals: 1 });
    expect(await find('moon')).toEqual({ 'tag published': [id] });
  });

  it('has a write soon, beside a server without receivers', async () => {
    const service = { ...api.service(), extensions: undefined };
    // So that only the write makes it run.
    const relay = new Worker(service, {}, loopsEvery(600_000));
    relay.start();
    try {
      for (const name of ['moon', 'sun']) {
        const id = await api.create('/api/tags', { name });
        await waitFor(async () => {
          // Before the first round it has no effect.
          relay.nudge();
          expect(await find(name)).toEqual({ 'tag published': [id] });
        });
      }
    } finally {
      await relay.stop();
    }
  });

  it('has no words any more that only deleted documents had', async () => {
    const body = Array.from({ length: 1_200 }, (_, number) => `word${number}`).join(' ');
    const id = await api.create('/api/articles', { title: 'Moon', body });
    const kept = await api.create('/api/articles', { title: 'Moon', body: 'word7' });
    await runRelay();
    const words = async () => wordsCollection(await db()).countDocuments();
    expect(await words()).toBeGreaterThan(2_400);
    await api.delete(`/api/articles/${id}`);
    await runRelay();
    expect(await words()).toBe(4);
    expect(await find('moon word7')).toEqual({ 'article draft en': [kept], 'article published en': [kept] });
    await expectAsBuilt();
  });

  it('removes the partitions of a deleted locale', async () => {
    const created = await api.request('POST', '/api/i18n/locales', { body: { code: 'de', name: 'de' } });
    await runRelay();
    const ofLocale = async () => indexesCollection(await db()).distinct('state', { locale: 'de' });
    expect(await ofLocale()).toEqual(['used']);
    await api.delete(`/api/i18n/locales/${String(created.body.id)}`);
    await runRelay();
    expect(await ofLocale()).toEqual(['replaced']);
  });
});
