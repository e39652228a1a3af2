// Kills servers and MongoDB while many writers write: every acknowledged write is stored, in its document, its versions and the audit
// log, and no write is stored partly. Then restarts servers in turn, and lets MongoDB hang.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { auditCollection } from '../../lib/platform/audit/index.ts';
import { collections, totalsCollection } from '../../lib/platform/db/index.ts';
import { step } from '../write/documents/model/steps.ts';
import { lengthOf } from '../setup/lengthOf.ts';
import { schemaOf } from '../setup/schema.ts';
import { Balancer } from './balancer.ts';
import { Changes } from './changes.ts';
import { Notes } from './notes.ts';
import { Site } from './site.ts';
import { connectionOf, writeDuringFailures, writers } from './writeDuringFailures.ts';
import { files } from './types.ts';
import { expectSidesAgree, expectValidDocuments } from './checkStored.ts';
import { Writer } from './writer.ts';

const writes = lengthOf('LECTERN_FAULT_WRITES', { short: 80, long: 1_600 });
/** A server and MongoDB in turn. */
const kills = Math.max(2, Math.round(writes / 100));
const seed = Math.floor(Math.random() * 2 ** 31);

let site: Site;
beforeAll(async () => {
  site = await Site.start(files, 2, {
    history: { versions: 100_000, publications: 100_000 },
    http: { server: { drainSeconds: 1 } },
  });
});
afterAll(() => site.stop());

/** The marks of the documents of a collection that are not deleted. */
const marksIn = async (collection: string): Promise<readonly string[]> => {
  const db = await site.database.get();
  const found = await db
    .collection(collection)
    .find({ deletedAt: { $exists: false } })
    .toArray();
  return found.map(({ draft, published }) => (draft ?? published).mark as string);
};

test(
  'every acknowledged write is stored once, none is stored partly, and both sides of every relation agree',
  async () => {
    onTestFailed(() => {
      console.error(`seed ${seed}`);
      for (const { errorOutput } of site.servers) console.error(errorOutput.slice(-20_000));
    });
    const topics: readonly string[] = await Promise.all(
      ['a', 'b', 'c'].map(async (mark): Promise<string> => {
        const { body } = await connectionOf(site, 0).sendOnce('POST', '/api/topics', { data: { mark } });
        return body.data.documentId;
      }),
    );
    const all = writers.map((index) => {
      const connection = connectionOf(site, index);
      return {
        steps: fc.sample(step, { numRuns: writes, seed: seed + index }),
        connection,
        writer: new Writer(connection, `w${index}-`),
        notes: new Notes(connection, `n${index}-`, topics),
        changes: new Changes(connection, `change${index}-`),
      };
    });
    await Promise.all(all.map(({ changes }) => changes.begin()));
    /** The marks of notes with an Idempotency-Key, which are sent until they are answered, by their documentIds. */
    const keyed = new Map<string, string>();
    const writeWithKey = async (index: number, turn: number): Promise<boolean> => {
      const connection = connectionOf(site, index);
      const mark = `once${index}-${turn}`;
      const request = ['POST', '/api/notes', { data: { mark, topics } }, { 'Idempotency-Key': mark }] as const;
      const first = await connection.sendOnce(...request).catch(() => undefined);
      const { status, body } = first ?? (await connection.sendIdempotent(...request));
      expect(status, JSON.stringify(body)).toBe(201);
      keyed.set(body.data.documentId, mark);
      return first !== undefined;
    };
    const unanswered = await writeDuringFailures(site, { writes, kills }, (index, turn) => {
      const one = all[index];
      const any = one?.steps[turn];
      if (one === undefined || any === undefined) throw new Error('there is no such writer or step');
      if (turn % 5 === 1) return one.notes.write();
      if (turn % 5 === 3) return writeWithKey(index, turn);
      return turn % 5 === 4 ? one.changes.write(turn) : one.writer.write(any, turn % 2 === 0);
    });
    console.log(`${writes} writes, ${kills} kills, ${unanswered} not answered; seed ${seed}`);

    const db = await site.database.get();
    for (const { writer } of all) await writer.check();
    await expectValidDocuments(db, schemaOf(files));
    await expectSidesAgree(connectionOf(site, 0).sendUntilAnswered, schemaOf(files));
    const marks = (await Promise.all(['books', 'authors', 'shelves'].map(marksIn))).flat();
    expect(marks.toSorted()).toEqual(all.flatMap(({ writer }) => writer.marks).toSorted());
    await Notes.check(
      db,
      all.map(({ notes }) => notes),
    );
    const once = (await marksIn('notes')).filter((mark) => mark.startsWith('once'));
    expect(once.toSorted()).toEqual([...keyed.values()].toSorted());

    // A relay that was killed keeps its lease for a while: here it ends at once.
    await db.collection(collections.leases).updateMany({}, { $set: { until: new Date(0) } });
    await expect
      .poll(() => db.collection('notes').countDocuments({ pending: { $exists: true } }), {
        timeout: 120_000,
        interval: 100,
      })
      .toBe(0);
    for (const { changes } of all) await changes.check(db);
    // Each change has one row of the audit log.
    for (const { documentId, revision } of await db
      .collection('notes')
      .find({ 'draft.mark': /^change/ })
      .toArray()) {
      const rows = auditCollection(db).find({ 'target.documentId': documentId, action: /create|update/ });
      expect(await rows.toArray()).toHaveLength(revision);
    }
    // Totals of published documents are stored, those of drafts are counted.
    expect(await totalsCollection(db).countDocuments({ _id: 'notes', completeAt: { $exists: true } })).toBe(1);
    const { body } = await connectionOf(site, 0).sendUntilAnswered('GET', '/api/notes');
    expect(body.meta.pagination.total).toBe(
      await db.collection('notes').countDocuments({ 'published.id': { $exists: true } }),
    );
  },
  120_000 + writes * 1_000,
);

test('a rolling restart behind a proxy that reads /_ready fails no request', async () => {
  const balancer = await Balancer.start(site.servers);
  const authorization = `Bearer ${site.token}`;
  const statuses: number[] = [];
  const marks: string[] = [];
  let isDone = false;
  const work = async (worker: number): Promise<void> => {
    for (let turn = 0; !isDone; turn++) {
      const mark = `rolling${worker}-${turn}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const post = { method: 'POST', headers, body: JSON.stringify({ data: { mark } }) };
      const isWrite = turn % 4 === 0;
      const answer = await fetch(`${balancer.url}/api/topics`, isWrite ? post : { headers });
      await answer.text();
      statuses.push(answer.status);
      if (isWrite && answer.status === 201) marks.push(mark);
    }
  };
  const load = Promise.all([0, 1, 2, 3, 4, 5].map(work));
  for (const server of site.servers) {
    expect(await server.kill('SIGTERM')).toBe(0);
    await server.start();
    await balancer.allReady();
  }
  isDone = true;
  await load;
  balancer.stop();
  console.log(`${statuses.length} requests during a rolling restart`);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  const topics = (await site.database.get()).collection('topics');
  const stored = await topics.distinct('draft.mark', { 'draft.mark': /^rolling/ });
  expect(stored.toSorted()).toEqual(marks.toSorted());
});

test('while MongoDB hangs, requests are 503 with Retry-After, and the server lives', async () => {
  const [{ url } = { url: '' }] = site.servers;
  const authorization = `Bearer ${site.token}`;
  const send = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: JSON.stringify({ data: { mark: 'hanging' } }) }),
    });
  const { data } = (await (await send('POST', '/api/notes')).json()) as { readonly data: { documentId: string } };
  const note = `/api/notes/${data.documentId}`;
  const sendAll = () =>
    Promise.all([
      send('GET', '/api/notes'),
      send('GET', note),
      send('PUT', note),
      // Three writers of one document wait for each other.
      ...['a', 'b', 'c'].map((key) => send('PUT', note, { 'idempotency-key': `hanging-${key}` })),
      send('POST', '/api/notes'),
      send('DELETE', note),
    ]);
  await site.stopMongod();
  try {
    // The first requests find connections that hang, the others none.
    for (const answers of [await sendAll(), await sendAll()])
      expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
        answers.map(() => [503, '5']),
      );
    expect((await send('GET', '/_health')).status).toBe(200);
    const notReady = await send('GET', '/_ready');
    expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '5']);
  } finally {
    await site.signalMongod('SIGCONT');
  }
  const { status } = await connectionOf(site, 0).sendUntilAnswered('GET', '/api/notes');
  expect(status).toBe(200);
});
