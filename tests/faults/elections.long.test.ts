// Elections of a replica set of three members while 16 writers write and 16 readers read: everything acknowledged is stored, nothing is
// stored partly, and requests fail only with 503 and `Retry-After`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { openDatabase, Sequences } from '../../lib/platform/db/index.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';
import { Connection } from './connection.ts';
import { ReplicaSet } from './replicaSet.ts';
import { Server, writeAll } from './site.ts';
import { files } from './types.ts';
import { Workload } from './workload.ts';

const [writers, readers] = [16, 16];
/** The third of three is one after a kill; the others, after the primary steps down. */
const elections = Number(process.env.LECTERN_ELECTIONS ?? 4);
/** How many writes the site does between two elections. */
const writesBetween = 200;
const seed = Math.floor(Math.random() * 2 ** 31);

/** Of the writers, or of the readers. */
class Counts {
  requests = 0;
  /** How many could not reach the database. */
  unavailable = 0;
  /** Other answers with 503 or 409, by their messages. */
  readonly others = new Map<string, number>();
  readonly faults: string[] = [];

  readonly observe = (method: string, url: string, response: Response, text: string): void => {
    this.requests += 1;
    const { status, headers } = response;
    const message = /"message":"([^"]*)/.exec(text)?.[1] ?? '';
    if (status === 503 && message.includes('database cannot be reached')) this.unavailable += 1;
    else if (status === 503 || status === 409) this.others.set(message, (this.others.get(message) ?? 0) + 1);
    // An Idempotency-Key whose first request still runs is 409.
    const mayRepeat = headers.get('retry-after') !== null;
    if (status >= 500 ? status !== 503 || !mayRepeat : status === 409 && !mayRepeat)
      this.faults.push(`${method} ${url}: ${status} ${text}`);
  };
}

test('elections and a killed primary under 16 writers and 16 readers lose nothing, and fail requests with 503', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-elections-'));
  const set = await ReplicaSet.start();
  const database = openDatabase(set.uri);
  await writeAll(join(folder, 'types'), files);
  const config = join(folder, 'lectern.json');
  await writeFile(config, JSON.stringify({ history: { versions: 100_000, publications: 100_000 } }));
  const server = new Server({
    ...process.env,
    ...secretsEnvironment,
    MONGODB_URI: set.uri,
    CONTENT_TYPES: join(folder, 'types'),
    LECTERN_CONFIG: config,
    LECTERN_EXTENSIONS: '',
    LECTERN_WORKERS: '2',
  });
  onTestFailed(() => {
    console.error(`seed ${seed}`, server.errorOutput.slice(-20_000));
  });
  try {
    const context = {
      ...{ database, sequences: new Sequences(database.get), secrets, now: () => new Date(), config: defaultConfig },
    };
    const { accessKey: token } = await createToken(context, { name: 'elections', type: 'full-access' });
    await server.start();
    const counts = { writes: new Counts(), reads: new Counts() };
    const connect = ({ observe }: Counts): Connection => new Connection({ token, database }, server, observe);
    const workload = await Workload.begin(
      Array.from({ length: writers }, () => connect(counts.writes)),
      writesBetween,
      seed,
    );
    let [isDone, written, unanswered] = [false, 0, 0];
    const write = async (writer: number): Promise<void> => {
      for (let turn = 0; !isDone; turn++) {
        if (!(await workload.write(writer, turn))) unanswered++;
        written++;
      }
    };
    const read = async (reader: number): Promise<void> => {
      const { sendUntilAnswered } = connect(counts.reads);
      const [list, one] = ['/api/notes?populate=topics&pagination[pageSize]=10', `/api/notes/`];
      for (let turn = 0; !isDone; turn++) {
        const { documentId, turn: acknowledged } = workload.changed(turn % writers);
        const { status, body } = await sendUntilAnswered('GET', reader % 2 === 0 ? list : one + documentId);
        expect(status, JSON.stringify(body)).toBe(200);
        // What was acknowledged before the request began is in its answer.
        const mark = reader % 2 === 0 ? undefined : (body.data.mark as string);
        if (mark !== undefined && acknowledged >= 0)
          expect(Number(/-(\d+)$/.exec(mark)?.[1])).toBeGreaterThanOrEqual(acknowledged);
      }
    };
    const elect = async (): Promise<void> => {
      for (let election = 0; election < elections; election++) {
        const change = election % 3 === 2 ? 'killPrimary' : 'stepDown';
        const until = written + writesBetween;
        while (written < until && !isDone) await setTimeout(10);
        const [reads, writes] = [counts.reads.unavailable, counts.writes.unavailable];
        await set[change]();
        const [more, moreWrites] = [counts.reads.unavailable - reads, counts.writes.unavailable - writes];
        console.log(`${change}: ${more} reads and ${moreWrites} writes were 503`);
      }
      const until = written + writesBetween;
      while (written < until && !isDone) await setTimeout(10);
    };
    const end = (): void => {
      isDone = true;
    };
    await Promise.all([
      elect().finally(end),
      ...Array.from({ length: writers }, (_, index) => write(index).finally(end)),
      ...Array.from({ length: readers }, (_, index) => read(index).finally(end)),
    ]);
    const { reads, writes } = counts;
    console.log(
      `${reads.unavailable} of ${reads.requests} reads and ${writes.unavailable} of ${writes.requests} requests of writers were 503; ` +
        `${unanswered} of ${written} writes were not answered at once; seed ${seed}`,
    );
    expect([...reads.faults, ...writes.faults]).toEqual([]);
    // Something has happened, and the relay has gone on.
    expect(writes.unavailable + reads.unavailable).toBeGreaterThan(0);
    await workload.check(await database.get());
  } finally {
    await server.kill();
    await database.close();
    await set.stop();
    await rm(folder, { recursive: true });
  }
}, 600_000);
