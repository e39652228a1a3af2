// `lectern start --workers`: processes that share a port, of which one may die or all be replaced while clients go on.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { openDatabase, Sequences } from '../../lib/platform/db/index.ts';
import { Server, writeAll } from '../faults/site.ts';
import { files } from '../faults/types.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';
import { waitFor } from '../setup/waitFor.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
const metricsToken = 'metrics'.padEnd(40, '-');
const ownerToken = 'owner'.padEnd(40, '-');
/** The marks of the events that the receiver got. */
const received: string[] = [];
const receiver = createServer((incoming, answer) => {
  let body = '';
  incoming.on('data', (chunk) => (body += String(chunk)));
  incoming.on('end', () => {
    received.push((JSON.parse(body) as { readonly entry: { readonly mark: string } }).entry.mark);
    answer.end();
  });
});

let folder = '';
let token = '';
let server: Server;

const settings = (more: object = {}): Promise<void> =>
  writeFile(join(folder, 'lectern.json'), JSON.stringify({ webhooks: { allowPrivate: true }, ...more }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-workers-'));
  await writeAll(join(folder, 'types'), files);
  await settings();
  const context = {
    database,
    sequences: new Sequences(database.get),
    secrets,
    now: () => new Date(),
    config: defaultConfig,
  };
  ({ accessKey: token } = await createToken(context, { name: 'workers', type: 'full-access' }));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  server = new Server({
    ...process.env,
    ...secretsEnvironment,
    MONGODB_URI: uri,
    CONTENT_TYPES: join(folder, 'types'),
    LECTERN_CONFIG: join(folder, 'lectern.json'),
    LECTERN_EXTENSIONS: '',
    LECTERN_METRICS_TOKEN: metricsToken,
    LECTERN_OWNER_TOKEN: ownerToken,
    LECTERN_WORKERS: '2',
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await database.close();
  receiver.close();
  await rm(folder, { recursive: true });
});

/** The processes that another one has started. */
const childrenOf = async (parent: number | undefined): Promise<readonly number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(all.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  return stats.flatMap((stat) => {
    const [, id, ppid] = /^(\d+) \(.*\) [^Z] (\d+) /s.exec(stat) ?? [];
    return Number(ppid) === parent ? [Number(id)] : [];
  });
};

const workers = (): Promise<readonly number[]> => childrenOf(server.processId);

interface Sent {
  readonly status: number;
  readonly body: string;
}

const sendWith = (agent: Agent | false, method: string, path: string, body?: object): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const used = path === '/_metrics' ? metricsToken : path.startsWith('/admin') ? ownerToken : token;
    const headers = { authorization: `Bearer ${used}`, 'content-type': 'application/json' };
    request(server.url + path, { method, headers, agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, body: text });
      });
      answer.on('error', reject);
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });

const send = (method: string, path: string, body?: object): Promise<Sent> => sendWith(false, method, path, body);

/** The value of a metric, with its labels; undefined: there is none. */
const metric = async (name: string): Promise<number | undefined> => {
  const { body } = await send('GET', '/_metrics');
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
};

const answered = 'lectern_requests_total{operation="GET /api/{contentType}",status="200"}';

it('two processes answer, and each says what both measured', async () => {
  for (let count = 0; count < 10; count++) expect((await send('GET', '/api/topics')).status).toBe(200);
  expect([await metric(answered), await metric(answered)]).toEqual([10, 10]);
  expect(await metric('lectern_mongodb_connections_max')).toBe(30);
  expect(await workers()).toHaveLength(2);
});

it('another worker takes the place of one that was killed, and no count decreases', async () => {
  const before = await workers();
  // The parent may hand it a connection before it learns of its end: the client must not wait forever.
  const sent = [1, 2, 3].map(() => send('GET', '/_health'));
  process.kill(before[0] ?? 0, 'SIGKILL');
  await Promise.allSettled([...sent, send('GET', '/_health'), send('GET', '/_health'), send('GET', '/_health')]);
  await waitFor(async () => {
    // That of a worker which starts has no pool yet.
    expect(await metric('lectern_mongodb_connections_max')).toBe(30);
    expect((await workers()).length).toBe(2);
    expect(await workers()).not.toContain(before[0]);
  });
  expect((await workers()).filter((id) => before.includes(id))).toEqual([before[1]]);
  expect(server.errorOutput).toContain('A worker ended (SIGKILL): another one takes its place');
  expect((await send('GET', '/api/topics')).status).toBe(200);
  expect(await metric(answered)).toBe(11);
});

it('SIGUSR2 replaces all workers, and no request fails, on connections old and new; each event is sent once', async () => {
  const { port } = receiver.address() as AddressInfo;
  const hook = { name: 'all', url: `http://127.0.0.1:${port}/`, events: ['entry.create'] };
  const created = await send('POST', '/admin/webhooks', hook);
  expect(created.status, created.body).toBe(201);
  const before = await workers();
  const reads = await metric(answered);
  const statuses: number[] = [];
  const marks: string[] = [];
  let isDone = false;
  const work = async (client: number): Promise<void> => {
    const agent = client % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    for (let turn = 0; !isDone; turn++) {
      const mark = `client${client}-${turn}`;
      const isWrite = turn % 4 === 0;
      const { status } = isWrite
        ? await sendWith(agent, 'POST', '/api/topics', { data: { mark } })
        : await sendWith(agent, 'GET', '/api/topics');
      statuses.push(status);
      if (isWrite && status === 201) marks.push(mark);
    }
    if (agent !== false) agent.destroy();
  };
  const load = Promise.all([0, 1, 2, 3].map(work));
  server.signal('SIGUSR2');
  await expect
    .poll(() => server.output, { timeout: 120_000 })
    .toContain('All workers are replaced')
    .finally(() => {
      isDone = true;
    });
  await load;
  console.log(`${statuses.length} requests while both workers were replaced`);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  expect((await workers()).filter((id) => before.includes(id))).toEqual([]);
  expect(await workers()).toHaveLength(2);
  const sent = statuses.filter((status) => status === 200).length;
  expect(await metric(answered)).toBe((reads ?? 0) + sent);
  const stored = await (await database.get()).collection('topics').distinct('draft.mark', { 'draft.mark': /^client/ });
  expect(stored.toSorted()).toEqual(marks.toSorted());
  await waitFor(() => {
    expect(received.toSorted()).toEqual(marks.toSorted());
  });
});

it('SIGUSR2 also replaces a worker that had begun to start, and serves after a new one', async () => {
  const before = await workers();
  const printed = server.output.length;
  process.kill(before[1] ?? 0, 'SIGKILL');
  const begun = await expect
    .poll(async () => (await workers()).find((id) => !before.includes(id)), { timeout: 60_000 })
    .toBeDefined()
    .then(async () => (await workers()).find((id) => !before.includes(id)) ?? 0);
  process.kill(begun, 'SIGSTOP');
  server.signal('SIGUSR2');
  await waitFor(async () => {
    expect(await metric('lectern_mongodb_connections_max')).toBe(30);
  });
  process.kill(begun, 'SIGCONT');
  await expect.poll(() => server.output.slice(printed), { timeout: 120_000 }).toContain('All workers are replaced');
  await waitFor(async () => {
    expect(await workers()).toHaveLength(2);
  });
  expect(await workers()).not.toContain(begun);
});

it('workers go on while new ones cannot start, and are replaced when they can', async () => {
  const before = await workers();
  const [printed, printedErrors] = [server.output.length, server.errorOutput.length];
  await settings({ rest: { maxLimit: 'many' } });
  server.signal('SIGUSR2');
  await waitFor(() => {
    expect(server.errorOutput).toContain('The new worker did not start');
  });
  expect(await workers()).toEqual(before);
  expect((await send('GET', '/api/topics')).status).toBe(200);
  await settings();
  server.signal('SIGUSR2');
  await expect.poll(() => server.output.slice(printed), { timeout: 120_000 }).toContain('All workers are replaced');
  // None has ended by itself.
  expect(server.errorOutput.slice(printedErrors)).not.toContain('A worker ended');
});

it('SIGTERM ends all after the requests under way', async () => {
  const ids = await workers();
  const body = JSON.stringify({ data: { mark: 'last' } });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `POST /api/topics HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
      `expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  await waitFor(() => {
    expect(answer).toContain('100 Continue');
  });
  const ended = server.kill('SIGTERM');
  await waitFor(async () => {
    await expect(send('GET', '/_health')).rejects.toThrow('ECONNREFUSED');
  });
  socket.write(body);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 201 /m);
  expect(answer).toMatch(/^connection: close\r$/m);
  expect(await ended).toBe(0);
  for (const id of ids) expect(() => process.kill(id, 0)).toThrow('ESRCH');
});
