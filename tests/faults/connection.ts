// A writer's requests to a server that may be killed at any moment.
import { setTimeout } from 'node:timers/promises';
import type { Answer, SendRequest } from '../write/documents/model/client.ts';
import { collections, type Database } from '../../lib/platform/db/index.ts';
import type { Server } from './site.ts';

/** The request was sent, but its outcome is unknown. */
export class Unanswered extends Error {}

/** 503 means that the database is unreachable or a document is locked; the write may or may not happen. */
const isUnsure = (status: number): boolean => status === 503;

/** Gets each answer of a connection. */
type Observe = (method: string, url: string, response: Response, text: string) => void;

export class Connection {
  private readonly site: { readonly token: string; readonly database: Database };
  private readonly server: Pick<Server, 'url'>;
  private readonly observe: Observe;

  constructor(site: Connection['site'], server: Connection['server'], observe: Observe = () => undefined) {
    this.site = site;
    this.server = server;
    this.observe = observe;
  }

  /**
   * Sends a request once.
   *
   * @throws Unanswered
   */
  readonly sendOnce: SendRequest = async (method, url, body, headers = {}) => {
    const answer = await this.fetched(method, url, body, headers).catch((error: unknown) => {
      throw new Unanswered(String(error));
    });
    if (isUnsure(answer.status)) throw new Unanswered(JSON.stringify(answer.body));
    return answer;
  };

  /** Sends a request until it is answered; only for requests that may happen twice. */
  readonly sendUntilAnswered: SendRequest = async (method, url, body, headers) => {
    for (;;) {
      try {
        return await this.sendOnce(method, url, body, headers);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        await setTimeout(100);
      }
    }
  };

  /**
   * Sends a request with an Idempotency-Key until it is answered. A killed server keeps its reservation of the key for
   * a minute; this shortens it.
   */
  readonly sendIdempotent: SendRequest = async (...request) => {
    for (;;) {
      const answer = await this.sendUntilAnswered(...request);
      if (answer.status !== 409) return answer;
      // MongoDB may be down, too; the next attempt tries again.
      await this.release().catch(() => undefined);
    }
  };

  private async release(): Promise<void> {
    const db = await this.site.database.get();
    const heldAt = new Date(Date.now() - 60_001);
    await db.collection(collections.idempotency).updateMany({ answer: { $exists: false } }, { $set: { heldAt } });
  }

  private async fetched(
    method: string,
    url: string,
    body: object | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const response = await fetch(this.server.url + url, {
      method,
      headers: { authorization: `Bearer ${this.site.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.observe(method, url, response, text);
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }
}
