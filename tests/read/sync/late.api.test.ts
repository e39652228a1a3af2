// Writes that become visible after later ones, cursors that are too old, and the cost of a page.
import { Timestamp, type ClientSession } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { tombstoneSeconds, standaloneOperations } from '../../../lib/platform/db/index.ts';
import { cursorOf } from '../../../lib/read/execute/databaseQuery.ts';
import { readSyncCursor, writeSyncCursor, type SyncCursor, type SyncPosition } from '../../../lib/read/sync/cursor.ts';
import { syncQueryFor, type SyncRequest } from '../../../lib/read/sync/page.ts';
import { findSources } from '../../../lib/read/sync/sources.ts';
import { library } from '../../write/documents/library.ts';
import { createApi } from '../../setup/api.ts';
import { pageReader, SyncedCopy } from '../../setup/sync.ts';

const api = createApi(library);
beforeAll(api.createAllIndexes);
const ask = pageReader(api);

const shelf = async (name: string): Promise<string> => await api.create('/api/shelves', { name });

/** Writes in a transaction that stays open. */
const renameLate = async (session: ClientSession, documentId: string, name: string): Promise<void> => {
  session.startTransaction();
  const update = { $set: { 'published.name': name }, $currentDate: { changed: { $type: 'timestamp' } } } as const;
  const { matchedCount } = await (await api.collection('shelves')).updateOne({ documentId }, update, { session });
  expect(matchedCount).toBe(1);
};

describe('a write with a late commit', () => {
  it.each([1, 100])('is not missed by a client that already read later writes, %i per page', async (limit) => {
    const documentId = await shelf('Early');
    const others = [await shelf('One'), await shelf('Two')];
    const copy = new SyncedCopy(ask, `types=shelves&pagination[limit]=${limit}`);
    await copy.sync();
    const name = () => copy.entries.get(`shelves ${documentId} `)?.name;
    await (
      await api.service().database.client()
    ).withSession(async (session) => {
      await renameLate(session, documentId, 'Late');
      for (const other of others) await api.put(`/api/shelves/${other}`, { name: 'Written after it' });
      const changes = await copy.sync();
      expect(changes.map(({ entry }) => entry?.name)).toContain('Written after it');
      expect(name()).toBe('Early');
      await copy.sync();
      await session.commitTransaction();
    });
    await copy.sync();
    expect(name()).toBe('Late');
  });
});

describe('a stored cursor', () => {
  it('overlaps by the time that is uncertain, and never moves backwards', async () => {
    await shelf('Again');
    const { next } = (await ask('types=shelves')).meta;
    const { since, reading } = readSyncCursor(next);
    const now = Math.floor(Date.now() / 1000);
    expect(now - (since?.t ?? 0)).toBeGreaterThanOrEqual(119);
    expect(now - (since?.t ?? 0)).toBeLessThan(160);
    expect(reading).toBeUndefined();
    const ahead = writeSyncCursor({ ...readSyncCursor(next), since: new Timestamp({ t: now - 60, i: 1 }) });
    expect((await ask(`since=${ahead}`)).meta.next).toBe(ahead);
  });

  it('contains the time of the clock, and not that of the last write', async () => {
    await shelf('Just now');
    const clock = () => Math.ceil(Date.now() / 1000);
    const before = clock();
    const page = readSyncCursor((await ask('types=shelves&pagination[limit]=1')).meta.next).reading?.began;
    const end = readSyncCursor((await ask('types=shelves&pagination[limit]=100')).meta.next).since;
    const after = clock();
    expect([page?.i, end?.i]).toEqual([0, 0]);
    for (const time of [page?.t ?? 0, (end?.t ?? 0) + 120]) {
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThanOrEqual(after);
    }
  });

  it('is 410 if the database is older, because it was restored from a backup', async () => {
    await shelf('Before');
    const cursor = readSyncCursor((await ask('types=shelves')).meta.next);
    const later = new Timestamp({ t: Math.floor(Date.now() / 1000) + 3600, i: 1 });
    const { status, body } = await api.get(`/api/sync?since=${writeSyncCursor({ ...cursor, since: later })}`);
    expect([status, body.error.message]).toEqual([410, expect.stringContaining('start again without since')]);
  });

  it('continues from the start of its reading, however long the reading took', async () => {
    await shelf('Third');
    const page = await ask('types=shelves&pagination[limit]=1');
    const cursor = readSyncCursor(page.meta.next);
    const began = new Timestamp({ t: (cursor.reading?.began.t ?? 0) - 3600, i: 7 });
    const slow = writeSyncCursor({ ...cursor, reading: cursor.reading && { ...cursor.reading, began } });
    const { meta } = await ask(`since=${slow}`);
    expect(meta.hasMore).toBe(false);
    expect(readSyncCursor(meta.next).since).toEqual(new Timestamp({ t: began.t - 120, i: 7 }));
  });
});

describe('a cursor that is older than tombstones', () => {
  const aged = (cursor: SyncCursor, seconds: number): string => {
    const before = (time: Timestamp) => new Timestamp({ t: time.t - seconds, i: time.i });
    const { since, reading } = cursor;
    return writeSyncCursor({
      ...cursor,
      since: since && before(since),
      reading: reading && { ...reading, began: before(reading.began) },
    });
  };
  const halfHour = 1800;

  it.each(['types=shelves', 'types=shelves&pagination[limit]=1'])('is 410: %s', async (query) => {
    const cursor = readSyncCursor((await ask(query)).meta.next);
    const { status, body } = await api.get(`/api/sync?since=${aged(cursor, tombstoneSeconds - halfHour)}`);
    expect([status, body.error]).toEqual([
      410,
      expect.objectContaining({ name: 'GoneError', message: expect.stringContaining('than thirty days') }),
    ]);
    const younger = aged(cursor, tombstoneSeconds - 3 * halfHour);
    expect((await api.get(`/api/sync?since=${younger}`)).status).toBe(200);
  });
});

describe('a page', () => {
  const count = 3000;
  const began = 1_700_000_000;

  const explained = async (wanted: Partial<SyncRequest>) => {
    const service = api.service();
    const locales = await service.locales.known();
    const [source] = findSources('rules', administrator, { ...service, locales });
    if (source === undefined) throw new Error('no source');
    const question = syncQueryFor(source, {
      since: undefined,
      after: undefined,
      locale: undefined,
      limit: 26,
      ...wanted,
    });
    const { executionStats, queryPlanner } = (await cursorOf(
      await standaloneOperations(service.database),
      question,
    ).explain('executionStats')) as {
      executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
      queryPlanner: { winningPlan: object };
    };
    const { nReturned: rows, totalKeysExamined: keys, totalDocsExamined: documents } = executionStats;
    return { rows, keys, documents, sorts: JSON.stringify(queryPlanner.winningPlan).includes('"SORT"') };
  };

  it('costs as much as changed, and not as much as exists', async () => {
    const documents = await api.collection('rule-sets');
    // Like stored documents, but several of a single type.
    await documents.insertMany(
      Array.from({ length: count }, (_, index) => ({
        documentId: `d${index}`,
        locale: null,
        // Three documents per second; every tenth is a tombstone.
        changed: new Timestamp({ t: began + Math.floor(index / 3), i: 1 }),
        ...(index % 10 === 0 ? { deletedAt: new Date() } : { published: { id: index, title: 't' } }),
      })),
    );
    const at = (index: number) => new Timestamp({ t: began + Math.floor(index / 3), i: 1 });
    const last = await explained({ since: at(count - 9) });
    expect(last).toMatchObject({ rows: 9, documents: 9, sorts: false });
    expect(last.keys).toBeLessThanOrEqual(10);

    const middle = await documents.findOne({ documentId: 'd1501' });
    const after = { changed: middle?.changed, id: middle?._id } as SyncPosition;
    const page = await explained({ since: at(0), after });
    expect(page).toMatchObject({ rows: 26, documents: 26, sorts: false });
    expect(page.keys).toBeLessThanOrEqual(30);

    const first = await explained({ after: { changed: undefined, id: middle?._id } as SyncPosition });
    expect(first).toMatchObject({ rows: 26, sorts: false });
    expect(first.documents).toBeLessThanOrEqual(30);
  });
});
