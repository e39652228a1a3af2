// A client that keeps a copy of published documents, using only `/api/sync`.
import { expect } from 'vitest';
import { administrator } from '../../lib/platform/access/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { changesSince } from '../../lib/read/sync/index.ts';
import { Timings } from '../../lib/platform/timings.ts';
import type { Api, Call } from './api.ts';

export interface Change {
  readonly type: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly change: 'changed' | 'deleted';
  readonly entry?: Entry;
}

// Entries have many shapes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Entry = Readonly<Record<string, any>>;

export interface Page {
  readonly data: readonly Change[];
  readonly meta: { readonly next: string; readonly hasMore: boolean };
}

/** Sends one query and returns its page. */
export type ReadPage = (query: string) => Promise<Page>;

export const pageReader =
  (api: Api, call?: Call): ReadPage =>
  async (query) => {
    const { status, body } = await api.get(`/api/sync?${query}`, call);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as Page;
  };

export class SyncedCopy {
  /** The entries by type, documentId and locale. */
  readonly entries = new Map<string, Entry>();
  /** How many pages the last sync read. */
  pages = 0;
  private readonly readPage: ReadPage;
  private readonly query: string;
  private since: string | undefined;

  /** @param query the parameters besides `since`, sent with the first and every later page */
  constructor(readPage: ReadPage, query = '') {
    this.readPage = readPage;
    this.query = query;
  }

  /** @returns the changes of all pages */
  async sync(): Promise<readonly Change[]> {
    const changes: Change[] = [];
    this.pages = 0;
    for (;;) {
      const page = await this.readPage(`${this.query}${this.since === undefined ? '' : `&since=${this.since}`}`);
      for (const change of page.data) this.apply(change);
      changes.push(...page.data);
      this.pages += 1;
      this.since = page.meta.next;
      if (!page.meta.hasMore) return changes;
    }
  }

  private apply({ type, documentId, locale, change, entry }: Change): void {
    const key = [type, documentId, locale ?? ''].join(' ');
    if (change === 'deleted') this.entries.delete(key);
    else if (entry !== undefined) this.entries.set(key, entry);
  }
}

/** Reads a page as an administrator, with a horizon of 0 seconds: a page repeats only changes of the same moment. */
export const adminPageReader =
  (service: () => Service): ReadPage =>
  async (query) =>
    JSON.parse(JSON.stringify(await changesSince(service(), administrator, query, new Timings(), 0))) as Page;
