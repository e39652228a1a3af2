// The relay feeds Meilisearch (a stand-in): while the site runs, while Meilisearch does not, and through a new index.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { collections } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { chooseBackend } from '../../../lib/search/chooseBackend.ts';
import { findMatches } from '../../../lib/search/mongodb/index.ts';
import { partitionsOf } from '../../../lib/search/indexing/partitions.ts';
import { indexesCollection, markIndexes } from '../../../lib/search/indexing/index.ts';
import { forgetUsedIndexes } from '../../../lib/search/indexing/usedIndexes.ts';
import type { Matches, Search } from '../../../lib/search/types.ts';
import { loopOf } from '../../background/testWorker.ts';
import { createApi, schemaOf, typeFile } from '../../setup/api.ts';
import { failure, MeilisearchStandIn } from './standIn.ts';

const api = createApi(schemaOf({ 'tag.json': typeFile('tag', { name: { type: 'string' } }) }));
const db = async () => api.service().database.get();

const server = new MeilisearchStandIn('secret');
const url = await server.start();
afterAll(() => server.stop());

/** The site as a process that has just started has it. */
const site = (more: Partial<Service> = {}): Service => {
  const service = api.service();
  const search = { ...service.config.search, backend: 'meilisearch', url, index: 'site' } as const;
  return {
    ...service,
    config: { ...service.config, search },
    secrets: { ...service.secrets, search: 'secret' },
    ...more,
  };
};

/** Some rounds of a relay: more than it needs. */
const runRelay = async (service = site(), rounds = 12): Promise<void> => {
  const relay = loopOf(service, { everyMs: 0 });
  for (let round = 0; round < rounds; round++) {
    await relay.round();
    if (!server.isHeld) await server.whenDone();
    // Else rounds would pass in which no step of building is due.
    await setTimeout(relay.restMs());
  }
  await relay.end();
};

const namesOf = async (text: string, run: typeof findMatches): Promise<readonly string[]> => {
  forgetUsedIndexes(await db());
  const words = [{ text, stem: undefined, isBeginning: false, isOptional: false }];
  const search: Search = { words, phrases: [], excluded: [] };
  const partitions = (await partitionsOf(api.service())).filter(({ type }) => type.uid === 'api::tag.tag');
  const matches: Matches = await run(
    await db(),
    partitions.map((partition) => ({ partition, search })),
  );
  return (await matches.page(0, 100)).map(({ documentId }) => documentId);
};

const find = (text: string): Promise<readonly string[]> => namesOf(text, chooseBackend(site()).findMatches);

const states = async (): Promise<readonly string[]> =>
  (
    await indexesCollection(await db())
      .find({ type: 'api::tag.tag' })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ state }) => state);

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const name of ['searchIndexes', 'searchWaiting', 'searchDocuments', 'leases'] as const)
    await (await db()).collection(collections[name]).deleteMany({});
  await (await db()).collection('tags').deleteMany({});
  server.indexes.clear();
  server.fault = () => undefined;
  server.isHeld = false;
  await runRelay();
});

it('documents are found from their creation to their deletion', async () => {
  const id = await api.create('/api/tags', { name: 'Blue moon' });
  await runRelay();
  expect(await find('moon')).toEqual([id]);
  await api.put(`/api/tags/${id}`, { name: 'Sun' });
  await runRelay();
  expect([await find('moon'), await find('sun')]).toEqual([[], [id]]);
  await api.request('DELETE', `/api/tags/${id}`);
  await runRelay();
  expect(await find('sun')).toEqual([]);
});

it('events are dispatched while Meilisearch does not work, and documents arrive afterwards', async () => {
  server.fault = () => failure(503, 'internal', 'internal');
  const id = await api.create('/api/tags', { name: 'Moon' });
  await runRelay();
  expect(await (await db()).collection('tags').countDocuments({ 'pending.0': { $exists: true } })).toBe(0);
  expect(await (await db()).collection(collections.searchWaiting).countDocuments()).toBe(1);
  server.fault = () => undefined;
  await runRelay();
  expect(await find('moon')).toEqual([id]);
});

it('a new index replaces another only when Meilisearch has all of it, and the old one is deleted later', async () => {
  const id = await api.create('/api/tags', { name: 'Moon' });
  await runRelay();
  await markIndexes(await db());
  server.isHeld = true;
  await runRelay();
  expect([await states(), await find('moon')]).toEqual([['used', 'building'], [id]]);
  const other = await api.create('/api/tags', { name: 'Moon' });
  await runRelay();
  expect(await states()).toEqual(['used', 'building']);
  server.isHeld = false;
  server.runTasks();
  await runRelay();
  expect([await states(), (await find('moon')).toSorted()]).toEqual([['replaced', 'used'], [id, other].toSorted()]);
  expect(server.indexes.get('site')?.documents.size).toBe(4);
  await runRelay(site({ now: () => new Date(Date.now() + 61_000) }));
  expect([await states(), server.indexes.get('site')?.documents.size]).toEqual([['used'], 2]);
});

it('another engine gets an index of its own', async () => {
  const id = await api.create('/api/tags', { name: 'Moon' });
  await runRelay();
  await runRelay(api.service());
  expect(await states()).toEqual(['replaced', 'used']);
  expect(await namesOf('moon', findMatches)).toEqual([id]);
  await runRelay();
  expect([(await states()).at(-1), await find('moon')]).toEqual(['used', [id]]);
});
