// Runs servers and their MongoDB as separate processes, which can be killed and restarted on the same port.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { openDatabase, Sequences, type Database } from '../../lib/platform/db/index.ts';
import { startMongod, type Mongod } from '../../cli/mongod/index.ts';
import type { SchemaFiles } from '../../lib/schema/index.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';

const log = (): void => undefined;

/** Writes the files of a schema into a folder. */
export const writeAll = async (folder: string, files: SchemaFiles): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/** Reads a server's output until it prints its URL. */
const readyUrl = async ({ stdout }: ChildProcess): Promise<string> => {
  let output = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk);
    const url = /ready at ([^\s"]+)"?\S*\n/.exec(output)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the server did not start: ${output}`);
};

/**
 * Waits until no thread of a process runs. SIGSTOP begins to work when one of them has its turn: on a busy machine the others answer
 * until then. Only Linux tells the states of threads.
 */
const untilStopped = async (processId: number): Promise<void> => {
  if (process.platform !== 'linux') return;
  const folder = `/proc/${processId}/task`;
  const states = async (): Promise<readonly string[]> =>
    Promise.all((await readdir(folder)).map((thread) => readFile(join(folder, thread, 'stat'), 'utf8')));
  while (!(await states()).every((state) => /^\d+ \(.*\) T /.test(state)));
};

/**
 * The transaction of a killed server locks its documents until MongoDB aborts it: here after two seconds, by default
 * after more than a minute.
 */
const endSoon = async (database: Database): Promise<void> => {
  await (await database.client()).db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 2 });
};

export class Server {
  private readonly env: NodeJS.ProcessEnv;
  private process: ChildProcess | undefined;
  url = '';
  /** What the server wrote to stderr. */
  errorOutput = '';
  /** What it wrote to stdout since it was ready. */
  output = '';

  constructor(env: NodeJS.ProcessEnv) {
    this.env = env;
  }

  async start(): Promise<void> {
    const PORT = this.url === '' ? '0' : new URL(this.url).port;
    this.process = spawn(process.execPath, ['bin/start.js', '--built'], {
      env: { ...this.env, PORT },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stderr?.on('data', (chunk) => (this.errorOutput += String(chunk)));
    this.url = await readyUrl(this.process);
    // The log must be read, because a full pipe blocks the server.
    this.process.stdout?.on('data', (chunk) => (this.output += String(chunk)));
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  get processId(): number | undefined {
    return this.process?.pid;
  }

  signal(signal: NodeJS.Signals): void {
    this.process?.kill(signal);
  }

  /** @returns the exit code; null if the signal ended it */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<number | null | undefined> {
    if (this.process === undefined) return undefined;
    const ended = once(this.process, 'exit') as Promise<[code: number | null]>;
    this.process.kill(signal);
    const [code] = await ended;
    this.process = undefined;
    return code;
  }
}

export class Site {
  readonly servers: readonly Server[];
  /** A connection for the tests, which read the stored documents with it. */
  readonly database: Database;
  readonly token: string;
  private readonly folder: string;
  private mongod: Mongod;

  private constructor(servers: readonly Server[], database: Database, token: string, folder: string, mongod: Mongod) {
    this.servers = servers;
    this.database = database;
    this.token = token;
    this.folder = folder;
    this.mongod = mongod;
  }

  /**
   * @param config the content of lectern.json
   * @param extensions the module of the project's code
   */
  static async start(files: SchemaFiles, count: number, config: object = {}, extensions = ''): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-faults-'));
    await writeAll(join(folder, 'types'), files);
    const LECTERN_CONFIG = join(folder, 'lectern.json');
    await writeFile(LECTERN_CONFIG, JSON.stringify(config));
    const LECTERN_EXTENSIONS = extensions === '' ? '' : join(folder, 'extensions.mjs');
    if (extensions !== '') await writeFile(LECTERN_EXTENSIONS, extensions);
    const mongod = await startMongod({ dataDir: join(folder, 'data'), log });
    const uri = new URL(mongod.uri);
    uri.pathname = '/faults';
    const database = openDatabase(uri.href);
    await endSoon(database);
    const sequences = new Sequences(database.get);
    const context = { database, sequences, secrets, now: () => new Date(), config: defaultConfig };
    const { accessKey: token } = await createToken(context, { name: 'faults', type: 'full-access' });
    const paths = { CONTENT_TYPES: join(folder, 'types'), LECTERN_CONFIG, LECTERN_EXTENSIONS };
    const env = { ...process.env, ...secretsEnvironment, MONGODB_URI: uri.href, ...paths };
    const servers = Array.from({ length: count }, () => new Server(env));
    for (const server of servers) await server.start();
    return new Site(servers, database, token, folder, mongod);
  }

  /** Lets MongoDB hang until SIGCONT. */
  async stopMongod(): Promise<void> {
    await this.signalMongod('SIGSTOP');
    await untilStopped(await this.mongodId());
  }

  async signalMongod(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    process.kill(await this.mongodId(), signal);
  }

  private async mongodId(): Promise<number> {
    return Number(await readFile(join(this.folder, 'data/mongod.lock'), 'utf8'));
  }

  async restartMongod(): Promise<void> {
    await this.signalMongod('SIGKILL');
    await this.mongod.ended;
    const { uri } = this.mongod;
    this.mongod = await startMongod({ dataDir: join(this.folder, 'data'), log });
    if (this.mongod.uri !== uri) throw new Error('MongoDB came up at another port');
    await endSoon(this.database);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.database.close();
    await this.mongod.stop();
    await rm(this.folder, { recursive: true });
  }
}
