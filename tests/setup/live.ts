// A page that asks which of its tags have changed, using only `/api/live`.
import { expect } from 'vitest';
import type { Api, Call } from './api.ts';

/** What `since` knows of changes, without its time, which moves on each minute. */
export const knownChanges = (since: string): string => since.replace(/^\d+/, '');

export class LivePage {
  since = '';
  private readonly api: Pick<Api, 'get'>;
  private readonly tags: readonly string[];
  private readonly call: Call;

  constructor(api: Pick<Api, 'get'>, tags: readonly string[], call: Call = { as: null }) {
    this.api = api;
    this.tags = tags;
    this.call = call;
  }

  /** Asks once. @returns the tags that changed since the previous time */
  async poll(): Promise<readonly string[]> {
    const since = this.since === '' ? '' : `&since=${this.since}`;
    const { status, body } = await this.api.get(`/api/live?tags=${this.tags.join(',')}${since}`, this.call);
    expect(status, JSON.stringify(body)).toBe(200);
    this.since = body.meta.since as string;
    return body.data as readonly string[];
  }

  /** Asks what changes while something is done. */
  async changesDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
    await this.poll();
    await work();
    return this.poll();
  }
}
