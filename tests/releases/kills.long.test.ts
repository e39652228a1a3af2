// Each release is done exactly once, and wholly, although the processes that do it are killed.
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, inject, it } from 'vitest';
import { administrator } from '../../lib/platform/access/index.ts';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import { insertActions } from '../../lib/releases/releaseActions.ts';
import { releasesIn } from '../../lib/releases/storedReleases.ts';
import { runInTransaction } from '../../lib/write/documents/index.ts';
import { relayProgram } from '../events/relay/relayProgram.ts';
import { articles, createReleaseSite } from './releaseSite.ts';

/** How often all processes are killed. */
const kills = Number(process.env.LECTERN_RELEASE_KILLS ?? 50);

const documentsInRelease = 20;

const site = createReleaseSite();
const sweeper = relayProgram('release-sweep', 'tests/releases/sweepProcess.ts');

beforeAll(() => site.createAllIndexes());

const createReleases = async (count: number): Promise<ReadonlyMap<number, readonly string[]>> => {
  const service = site.service();
  const context = { service, caller: administrator, locales: await service.locales.known() };
  const releases = new Map<number, readonly string[]>();
  for (let index = 0; index < count; index++) {
    const create = Array.from({ length: documentsInRelease }, (_, number) => ({
      create: { data: { title: `Title ${number}`, number: index * documentsInRelease + number } },
    }));
    const { body } = await site.request('POST', '/api/articles/actions/bulk?status=draft', { body: { data: create } });
    const ids: readonly string[] = body.data.map((one: { data: { documentId: string } }) => one.data.documentId);
    const id = await site.release({ scheduledAt: '2040-01-01T00:00', timezone: 'UTC' });
    const actions = ids.map((documentId) => ({
      ...({ type: 'publish', contentType: articles, documentId } as const),
      ...{ locale: null, author: null },
    }));
    await runInTransaction(service, (unit) => insertActions(context, unit, id, actions));
    releases.set(id, ids);
  }
  return releases;
};

it('continues what killed processes began', { timeout: 120_000 + kills * 20_000 }, async () => {
  const db = await site.service().database.get();
  const releases = await createReleases(kills * 3);
  const ids = [...releases.keys()];
  const rows = releasesIn(db);
  const remaining = () => rows.countDocuments({ _id: { $in: ids }, releasedAt: null });
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${db.databaseName}`;
  const soon = new Date(Date.now() + 300);
  await rows.updateMany({ _id: { $in: ids } }, { $set: { scheduledAt: soon, due: soon } });
  const documents = db.collection<StoredDocument>('articles');
  const isPublished = async (documentId: string): Promise<boolean> =>
    (await documents.findOne({ documentId }))?.published !== undefined;
  let killed = 0;
  for (; killed < kills && (await remaining()) > 0; killed++) {
    const before = await remaining();
    const processes = [sweeper.start(uri.href), sweeper.start(uri.href)];
    const until = Date.now() + 15_000;
    // Kills while one works: after it has done a release, in the next one.
    while ((await remaining()) === before && Date.now() < until) await setTimeout(5);
    await setTimeout(Math.random() * 150);
    for (const one of processes) await sweeper.kill(one);
    // What a killed process began is not there.
    for (const row of await rows.find({ _id: { $in: ids } }).toArray()) {
      const published = await Promise.all((releases.get(row._id) ?? []).map(isPublished));
      expect(new Set(published), `release ${row._id}`).toEqual(new Set([row.releasedAt !== null]));
    }
  }
  const last = [sweeper.start(uri.href), sweeper.start(uri.href)];
  while ((await remaining()) > 0) await setTimeout(50);
  for (const one of last) await sweeper.kill(one);
  console.log(`${ids.length} releases, killed ${killed} times; ${sweeper.errors().slice(0, 500)}`);
  expect(killed).toBeGreaterThan(kills / 3);
  const once = {
    revision: 2,
    'pending.0.action': 'create',
    'pending.1.action': 'publish',
    'pending.2': { $exists: false },
  };
  expect(await documents.countDocuments(once)).toBe(ids.length * documentsInRelease);
  for (const { releasedAt, status } of await rows.find({ _id: { $in: ids } }).toArray()) {
    expect(status).toBe('done');
    expect(releasedAt?.getTime()).toBeGreaterThanOrEqual(soon.getTime());
  }
});
