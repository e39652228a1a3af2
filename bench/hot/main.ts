// `npm run bench hot`: sends many requests at once that all change one document, to one process and to four, and writes the section of
// the page of results. Exits with 1 if a request fails, or if a change is lost.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { currentFormat, recordFormat } from '../../cli/migrate/index.ts';
import { createBenchToken } from '../benchToken.ts';
import { machineOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import type { ServerProcess } from '../processes.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { startProduct, withDatabase } from '../site.ts';
import { median } from '../statistics.ts';
import { writeSection } from '../writeSection.ts';
import { hotReport, type HotRow, type Storm } from './hotReport.ts';
import { waysOf, type Send } from './ways.ts';

const contentTypes = resolve('bench/hot/content-types');
const extensions = resolve('dist/bench/hot.module.mjs');
const processCount = 4;
const rounds = 3;
const sizes: readonly Storm[] = [1, processCount].flatMap((processes) =>
  [50, 200].map((requests) => ({ processes, requests })),
);

/** Answers of the REST API, of which the benchmark reads only ids. */
interface Answer {
  readonly data?: { readonly documentId: string };
}

const sender =
  (token: string) =>
  (server: ServerProcess): Send =>
  async (method, path, body) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json().catch(() => ({}))) as Answer };
  };

const bench = async (ending: Shutdown): Promise<void> => {
  const { results, cases } = optionsOf(process.env);
  const busy = loadavg()[0] ?? 0;
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const client = await new MongoClient(mongod.uri).connect();
  ending.add(() => client.close());
  const db: Db = client.db('lectern-bench-hot');
  const { schema } = await loadSchema(contentTypes);
  await prepareIndexes(db, schema);
  await recordFormat(db, currentFormat);
  const send = sender(await createBenchToken(db));
  const servers: Send[] = [];
  const serverAt = (at: number): Send => servers[at] ?? (() => Promise.reject(new Error(`server ${at} is missing`)));
  for (let at = 0; at < processCount; at++) {
    const server = await startProduct(withDatabase(mongod.uri, db.databaseName), { contentTypes, extensions });
    ending.add(server.stop);
    servers.push(send(server));
  }
  const rows: HotRow[] = [];
  for (const way of waysOf(db).filter(({ name }) => cases?.includes(name) ?? true))
    for (const storm of sizes) {
      const measured: { readonly refused: number; readonly times: readonly number[] }[] = [];
      for (let round = 0; round < rounds; round++) {
        const request = await way.prepare(serverAt(0), storm.requests);
        const startedAt = performance.now();
        const answers = await Promise.all(
          Array.from({ length: storm.requests }, async (_, at) => {
            const { status } = await request(serverAt(at % storm.processes), at);
            return { status, ms: performance.now() - startedAt };
          }),
        );
        const refused = answers.filter(({ status }) => status >= 300).length;
        const changes = await way.countChanges();
        if (changes !== storm.requests - refused)
          throw new Error(`${way.title}: ${changes} changes of ${storm.requests - refused} are stored`);
        measured.push({ refused, times: answers.map(({ ms }) => ms).sort((a, b) => a - b) });
      }
      const timeAt = (part: number): number =>
        median(measured.map(({ times }) => times[Math.ceil(times.length * part) - 1] ?? NaN));
      const refused = Math.max(...measured.map((one) => one.refused));
      rows.push({ title: way.title, ...storm, refused, half: timeAt(0.5), last: timeAt(1) });
      console.error(JSON.stringify(rows.at(-1)));
    }
  const section = hotReport(rows, rounds, await machineOf(db, busy));
  console.log(section);
  await writeSection(results, section);
  if (rows.some(({ refused }) => refused > 0)) throw new Error('Requests were refused');
};

await runBenchmark(bench);
