// Kills servers and MongoDB while many writers write: every acknowledged write is stored, in its document, its versions and the audit
// log, and no write is stored partly. Then restarts servers in turn, and lets MongoDB hang.
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { lengthOf } from '../setup/lengthOf.ts';
import { Balancer } from './balancer.ts';
import { Site } from './site.ts';
import { connectionOf, writeDuringFailures, writers } from './writeDuringFailures.ts';
import { files } from './types.ts';
import { Workload } from './workload.ts';

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

test(
  'every acknowledged write is stored once, none is stored partly, and both sides of every relation agree',
  async () => {
    onTestFailed(() => {
      console.error(`seed ${seed}`);
      for (const { errorOutput } of site.servers) console.error(errorOutput.slice(-20_000));
    });
    const workload = await Workload.begin(
      writers.map((index) => connectionOf(site, index)),
      writes,
      seed,
    );
    const unanswered = await writeDuringFailures(site, { writes, kills }, (index, turn) => workload.write(index, turn));
    console.log(`${writes} writes, ${kills} kills, ${unanswered} not answered; seed ${seed}`);

    await workload.check(await site.database.get());
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
