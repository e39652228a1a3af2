// Writes documents at random and records which events each must cause; a write without an answer may or may not cause its events.
import { expect } from 'vitest';
import type { SchemaFiles } from '../../../lib/schema/index.ts';
import { Unanswered, Connection } from '../../faults/connection.ts';
import type { Site } from '../../faults/site.ts';
import { typeFile, withDrafts } from '../../setup/schema.ts';

export const storyFiles: SchemaFiles = {
  'page.json': typeFile('page', { mark: { type: 'string', required: true }, turn: { type: 'integer' } }, withDrafts),
};

interface Step {
  readonly events: readonly string[];
  readonly isCertain: boolean;
}

interface Page {
  readonly mark: string;
  readonly documentId: string | undefined;
  /** undefined if unknown, because a write was not answered. */
  published: boolean | undefined;
  readonly steps: Step[];
}

const letters: Readonly<Record<string, string>> = {
  'entry.create': 'c',
  'entry.update': 'u',
  'entry.publish': 'p',
  'entry.unpublish': 'x',
  'entry.draft-discard': 'r',
  'entry.delete': 'd',
};

const spellEvents = (events: readonly string[]): string => events.map((event) => letters[event] ?? '?').join('');

/** How many pages a story changes at a time. */
const maxOpenPages = 5;

export class Story {
  written = 0;
  unanswered = 0;
  private readonly site: Site;
  private readonly index: number;
  private readonly endedPages: Page[] = [];
  private openPages: Page[] = [];
  private pageCount = 0;

  constructor(site: Site, index: number) {
    this.site = site;
    this.index = index;
  }

  get marks(): readonly string[] {
    return [...this.endedPages, ...this.openPages].map(({ mark }) => mark);
  }

  async write(continues: () => boolean): Promise<void> {
    while (continues()) {
      const page = this.openPages[Math.floor(Math.random() * maxOpenPages)];
      if (page === undefined) await this.create();
      else await this.change(page);
    }
  }

  /** @param eventsByMark the events that arrived for the document of each mark */
  check(eventsByMark: ReadonlyMap<string, readonly string[]>): void {
    for (const { mark, steps } of [...this.endedPages, ...this.openPages]) {
      const expected = steps
        .map(({ events, isCertain }) => (isCertain ? spellEvents(events) : `(?:${spellEvents(events)})?`))
        .join('');
      expect(spellEvents(eventsByMark.get(mark) ?? []), mark).toMatch(new RegExp(`^${expected}$`));
    }
  }

  private async create(): Promise<void> {
    const mark = `w${this.index}-${this.pageCount++}`;
    const published = Math.random() < 0.7;
    const events = published ? ['entry.create', 'entry.publish'] : ['entry.create'];
    const body = await this.request('POST', `/api/pages${published ? '' : '?status=draft'}`, { mark });
    const page = { mark, documentId: body?.data.documentId, published, steps: [this.step(events, body !== undefined)] };
    // Without an answer, its documentId is unknown.
    if (body === undefined) this.endedPages.push(page);
    else this.openPages.push(page);
  }

  private async change(page: Page): Promise<void> {
    const url = `/api/pages/${page.documentId ?? ''}`;
    const chance = Math.random();
    if (chance < 0.05) {
      page.steps.push(this.step(['entry.delete'], (await this.request('DELETE', url)) !== undefined));
      this.openPages = this.openPages.filter((one) => one !== page);
      this.endedPages.push(page);
    } else if (chance < 0.3 && page.published === true) {
      const [action, event] =
        chance < 0.15 ? ['unpublish', 'entry.unpublish'] : ['discard-draft', 'entry.draft-discard'];
      const isCertain = (await this.request('POST', `${url}/actions/${action}`)) !== undefined;
      page.steps.push(this.step([event], isCertain));
      if (action === 'unpublish') page.published = isCertain ? false : undefined;
    } else {
      const publishes = chance < 0.7;
      const body = await this.request('PUT', `${url}${publishes ? '' : '?status=draft'}`, { turn: page.steps.length });
      page.steps.push(this.step(publishes ? ['entry.update', 'entry.publish'] : ['entry.update'], body !== undefined));
      if (publishes) page.published = body !== undefined ? true : page.published === true ? true : undefined;
    }
  }

  private step(events: readonly string[], isCertain: boolean): Step {
    this.written += events.length;
    if (!isCertain) this.unanswered++;
    return { events, isCertain };
  }

  /** @returns the body of the answer; undefined if there was none */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any form
  private async request(method: string, url: string, data?: object): Promise<any> {
    const server = this.site.servers[this.index % this.site.servers.length];
    if (server === undefined) throw new Error('there are no servers');
    const connection = new Connection(this.site, server);
    try {
      const { status, body } = await connection.sendOnce(method, url, data === undefined ? undefined : { data });
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      return body ?? {};
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      // Wait until the server runs again.
      await connection.sendUntilAnswered('GET', '/_health');
      return undefined;
    }
  }
}
