// Checks that the index is equal to a new one after writers have changed documents while relays were killed.
import { setTimeout } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { beforeAll, expect, inject, it } from 'vitest';
import { markIndexes } from '../../../lib/search/indexing/index.ts';
import { indexesCollection } from '../../../lib/search/indexing/index.ts';
import { loopOf } from '../../background/testWorker.ts';
import { relayProgram } from '../../events/relay/relayProgram.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { comparableIndex } from './comparableIndex.ts';
import { schema } from './searchSite.ts';

/** How often all relays are killed. */
const kills = Number(process.env.LECTERN_SEARCH_KILLS ?? 6);

const writerCount = 16;

/** Four processes answer in turn. */
const api = createApi(schema, testConfig, 4);
const relay = relayProgram('search-relay', 'tests/search/mongodb/searchRelay.ts');

beforeAll(async () => {
  expect((await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } })).status).toBe(200);
});

const random = (count: number): number => Math.floor(Math.random() * count);

/** Documents that all writers change. */
const known: string[] = [];
const tags: string[] = [];
let isOver = false;
let writes = 0;

const vocabulary = Array.from({ length: 400 }, (_, index) => `word${index.toString(36)}x`);

/** A text with some frequent words, and many rare ones. */
const text = (length: number): string =>
  Array.from({ length }, () => vocabulary[Math.floor(vocabulary.length * Math.random() ** 3)]).join(' ');

const article = () => ({
  ...{ title: text(4), body: text(random(60)), parts: [{ heading: text(2) }] },
});

const create = async (list: string[], path: string, data: object): Promise<{ readonly status: number }> => {
  const reply = await api.post(path, data);
  list.push(reply.body.data.documentId as string);
  if (list.length > 500) list.shift();
  return reply;
};

const runWriter = async (): Promise<void> => {
  while (!isOver) {
    const one = known[random(known.length)] ?? 'none';
    const tag = tags[random(tags.length)] ?? 'none';
    const locale = ['en', 'fr'][random(2)] ?? 'en';
    const act = (name: string) => api.request('POST', `/api/articles/${one}/actions/${name}?locale=${locale}`);
    const restore = (uid: string, id: string) => api.request('POST', `/api/trash/${uid}/${id}/restore`, { body: {} });
    const steps = [
      () => create(known, '/api/articles', article()),
      () => create(known, '/api/articles?status=draft', article()),
      () => create(tags, '/api/tags', { name: text(3) }),
      () => api.put(`/api/articles/${one}?locale=${locale}`, article()),
      () => api.put(`/api/articles/${one}?locale=${locale}&status=draft`, { title: text(3) }),
      () => api.put(`/api/tags/${tag}`, { name: text(2) }),
      () => act('publish'),
      () => act('unpublish'),
      () => api.delete(`/api/articles/${one}?locale=*`),
      () => api.delete(`/api/tags/${tag}`),
      () => restore('api::article.article', one),
      () => restore('api::tag.tag', tag),
    ];
    const { status } = (await steps[random(steps.length)]?.()) ?? { status: 0 };
    expect([200, 201, 204, 400, 404, 409, 503]).toContain(status);
    writes += 1;
    // So that relays get their part of the processor.
    await setTimeout(random(200));
  }
};

const waitFor = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await setTimeout(10);
};

const changes = async (db: Db): Promise<number> =>
  (await indexesCollection(db).find({ state: 'used' }).toArray()).reduce(
    (sum, { ordinals, removed }) => sum + ordinals + removed,
    0,
  );

/** Waits until relays have built all indexes, and followed changes in them. */
const waitForChanges = async (db: Db): Promise<void> => {
  const isBuilt = async () =>
    (await indexesCollection(db).countDocuments({ state: 'used', fingerprint: { $exists: true } })) === 7;
  await waitFor(isBuilt);
  const before = await changes(db);
  await waitFor(async () => Math.abs((await changes(db)) - before) > 30);
};

/** Runs a relay until nothing is left to do. */
const finish = async (): Promise<void> => {
  const one = loopOf(api.service(), { everyMs: 50 });
  const until = new Date(Date.now() + 600_000);
  // A relay that was killed keeps its lease for a while.
  let isMine: boolean;
  do {
    isMine = await one.round();
    await setTimeout(20);
  } while (!isMine || (await one.hasWork(until)));
  await one.end();
};

it(
  'is equal to a new index after relays were killed at any moment',
  async () => {
    const db = await api.service().database.get();
    const uri = new URL(inject('mongodbUri'));
    uri.pathname = `/${db.databaseName}`;
    const writers = Array.from({ length: writerCount }, runWriter);
    for (let kill = 0; kill < kills; kill++) {
      const relays = [relay.start(uri.href), relay.start(uri.href)];
      await waitForChanges(db);
      // Every other time they are killed while they build; the last time they only follow.
      if (kill % 2 === 0) {
        await markIndexes(db);
        await waitFor(async () => (await indexesCollection(db).countDocuments({ state: 'building' })) > 0);
      }
      await setTimeout(random(400));
      for (const one of relays) await relay.kill(one);
    }
    const beforeEnd = await indexesCollection(db).distinct('_id', { state: 'used' });
    isOver = true;
    await Promise.all(writers);
    await finish();
    const followed = await comparableIndex(db);
    const numbers = await indexesCollection(db).distinct('_id', { state: 'used' });
    // What is compared has followed changes, and was not built a moment ago.
    expect(numbers).toEqual(beforeEnd);
    await markIndexes(db);
    await finish();
    const built = await comparableIndex(db);
    console.log(`${writes} writes, ${kills} kills, ${numbers.length} indexes`);
    expect(numbers).toHaveLength(7);
    expect(Object.keys(followed)).toEqual(Object.keys(built));
    for (const [partition, index] of Object.entries(built)) expect(followed[partition], partition).toEqual(index);
    expect(JSON.stringify(built)).toContain('word');
    expect(
      relay
        .errors()
        .split('\n')
        .filter((line) => line.includes('cannot be indexed')),
    ).toEqual([]);
  },
  120_000 + kills * 10_000,
);
