// A rename under readers and writers, through deployments: one that succeeds, one whose functions cannot be changed, one undone.
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  findMigrationStatus,
  followWrites,
  migrate,
  noMigrationOptions,
  repeatMigration,
} from '../../cli/migrate/index.ts';
import { silentLog, type Api } from '../setup/api.ts';
import { isLong } from '../setup/lengthOf.ts';
import { waitFor } from '../setup/waitFor.ts';
import { Site, type, type Files } from '../cli/migrate/site.ts';

const site = new Site();
const article = (attributes: object): Files => type('article', { n: { type: 'integer' }, ...attributes });
const files = { old: article({ title: { type: 'string' } }), new: article({ headline: { type: 'string' } }) };
const names = { old: 'title', new: 'headline' };
type Commit = keyof typeof files;
const both: readonly Commit[] = ['old', 'new'];
const file = (name: string, rename: string) => ({ name, options: { ...noMigrationOptions, rename: [rename] } });

/** Between the requests of a client: the test measures no throughput, and the deployment needs its turns. */
const pauseMs = 50;

/** Sixteen clients, of which half write; each request is answered by the functions that are deployed then. */
class Traffic {
  private readonly apis: Readonly<Record<Commit, Api>>;
  private readonly written = new Map<string, string>();
  private isStopped = false;
  private readonly work: Promise<void>;
  private readonly settled = new Set<string>();
  commit: Commit;
  requests = 0;
  readonly faults: string[] = [];

  constructor(commit: Commit) {
    this.commit = commit;
    this.apis = { old: site.of(files.old), new: site.of(files.new) };
    const clients = Array.from({ length: 8 }, (_, index) => [this.write(index), this.read()]);
    this.work = Promise.all(clients.flat()).then(() => undefined);
  }

  private async write(client: number): Promise<void> {
    const ids: string[] = [];
    for (let n = 0; !this.isStopped; n++) {
      const { commit } = this;
      const text = `${client}-${n}`;
      const data = { [names[commit]]: text, n };
      const isNew = n % 8 === 0;
      const id = isNew ? '' : (ids[n % ids.length] ?? '');
      const api = this.apis[commit];
      const { status, body } = await (isNew ? api.post('/api/articles', data) : api.put(`/api/articles/${id}`, data));
      this.requests++;
      if (status >= 300) this.faults.push(`${commit} ${status}: ${JSON.stringify(body)}`);
      else {
        if (isNew) ids.push(body.data.documentId as string);
        this.written.set(body.data.documentId as string, text);
      }
      await setTimeout(pauseMs);
    }
  }

  private async read(): Promise<void> {
    while (!this.isStopped) {
      const { commit } = this;
      const { status, body } = await this.apis[commit].get('/api/articles?pagination[pageSize]=25&sort=id:desc');
      this.requests++;
      if (status !== 200) this.faults.push(`${commit} ${status}: ${JSON.stringify(body)}`);
      for (const found of (body.data ?? []) as readonly Readonly<Record<string, unknown>>[])
        if (typeof found[names[commit]] !== 'string' && this.settled.has(String(found.documentId)))
          this.faults.push(`${commit} reads ${JSON.stringify(found)}`);
      await setTimeout(pauseMs);
    }
  }

  /**
   * Waits for many more requests. Afterwards every document that exists now must have its value for all readers.
   *
   * @param known the functions that must find it, now or soon
   */
  async awaitRequests(known: readonly Commit[] = [this.commit]): Promise<void> {
    const [ids, { requests }] = [[...this.written.keys()], this];
    const articles = (await site.db()).collection('articles');
    await waitFor(async () => {
      expect(this.requests).toBeGreaterThan(requests + 32);
      const lacks = known.map((commit) => ({ [`published.${names[commit]}`]: { $exists: false } }));
      expect(await articles.countDocuments({ documentId: { $in: ids }, $or: lacks })).toBe(0);
    });
    for (const id of ids) this.settled.add(id);
  }

  /** @returns what clients met that they must not, and the values that are not those of the last write */
  async end(): Promise<readonly string[]> {
    this.isStopped = true;
    await this.work;
    const lost: string[] = [];
    for (const [id, text] of this.written) {
      const { body } = await this.apis[this.commit].get(`/api/articles/${id}`);
      if (body.data?.[names[this.commit]] !== text) lost.push(`${id}: ${text}, not ${JSON.stringify(body.data)}`);
    }
    return [...this.faults, ...lost];
  }
}

let traffic: Traffic | undefined;
afterEach(async () => {
  await traffic?.end();
});

const service = (commit: Commit) => site.of(files[commit]).service();

/** What `lectern deploy` does before the functions change. */
const prepare = async (commit: Commit, migrationFile: ReturnType<typeof file>): Promise<void> => {
  const status = await findMigrationStatus(service(commit), { files: [migrationFile] });
  if (status.is !== 'known') return expect.fail(status.is);
  await migrate(service(commit), status, silentLog, 'copy');
};

/** Deploys: `change` changes the functions, or fails. */
const changeFunctions = async (commit: Commit, clients: Traffic, change: () => void | Promise<void>): Promise<void> => {
  const stop = await followWrites(service(commit), (error) => expect.fail(String(error)));
  await clients.awaitRequests(both);
  await change();
  await clients.awaitRequests(both);
  await stop?.();
};

const begin = async (): Promise<Traffic> => {
  await site.begin(files.old);
  traffic = new Traffic('old');
  await traffic.awaitRequests();
  return traffic;
};

const forth = file('1.json', 'article.title=headline');

const succeed = async (clients: Traffic): Promise<void> => {
  await prepare('new', forth);
  await clients.awaitRequests();
  await changeFunctions('new', clients, () => {
    clients.commit = 'new';
  });
  await repeatMigration(service('new'), silentLog);
  await clients.awaitRequests();
};

describe('under sixteen readers and writers, a rename', () => {
  it('whose functions are changed back is taken back without an error, a null or a lost write', async () => {
    const clients = await begin();
    await prepare('new', forth);
    await changeFunctions('new', clients, async () => {
      clients.commit = 'new';
      await clients.awaitRequests(both);
      clients.commit = 'old';
    });
    await repeatMigration(service('old'), silentLog, 'undo');
    await clients.awaitRequests();
    expect(await clients.end()).toEqual([]);
  });

  it.runIf(isLong)('is deployed, and undone, in the same way', { timeout: 180_000 }, async () => {
    const clients = await begin();
    await succeed(clients);
    await prepare('old', file('2.json', 'article.headline=title'));
    await changeFunctions('old', clients, () => {
      clients.commit = 'old';
    });
    await repeatMigration(service('old'), silentLog);
    await clients.awaitRequests();
    expect(await clients.end()).toEqual([]);
  });
});
