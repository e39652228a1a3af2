// Clients of a site while an attribute gets another name.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Api } from '../setup/api.ts';
import { waitFor } from '../setup/waitFor.ts';
import { type, type Files, type Site } from '../cli/migrate/site.ts';

const article = (attributes: object): Files => type('article', { n: { type: 'integer' }, ...attributes });

/** The content types of two commits. */
export const files = { old: article({ title: { type: 'string' } }), new: article({ headline: { type: 'string' } }) };
const names = { old: 'title', new: 'headline' };
export type Commit = keyof typeof files;
export const both: readonly Commit[] = ['old', 'new'];

/** Whether a client has to try again, because the machine that runs tests is too busy for reads to come to their turn in time. */
const isBusy = (body: { readonly error?: { readonly message?: unknown } }): boolean =>
  String(body.error?.message).startsWith('Too many reads wait for their turn');

/** Between the requests of a client: the test measures no throughput, and the migration needs its turns. */
const pauseMs = 50;

/** Clients, of which half write; each request is answered by the functions that are deployed then. */
export class Traffic {
  private readonly site: Site;
  private readonly pairs: number;
  private readonly apis: Readonly<Record<Commit, Api>>;
  private readonly written = new Map<string, string>();
  private isStopped = false;
  private readonly work: Promise<void>;
  private readonly settled = new Set<string>();
  commit: Commit;
  requests = 0;
  readonly faults: string[] = [];

  /** @param pairs how many clients write; as many read */
  constructor(site: Site, commit: Commit, pairs: number) {
    this.site = site;
    this.pairs = pairs;
    this.commit = commit;
    this.apis = { old: site.of(files.old), new: site.of(files.new) };
    const clients = Array.from({ length: pairs }, (_, index) => [this.write(index), this.read()]);
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
      if (status !== 200 && !isBusy(body)) this.faults.push(`${commit} ${status}: ${JSON.stringify(body)}`);
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
    const articles = (await this.site.db()).collection('articles');
    await waitFor(async () => {
      expect(this.requests).toBeGreaterThan(requests + 4 * this.pairs);
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
