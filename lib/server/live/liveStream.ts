// One open stream of server-sent events: what its client knows of its tags, and what it is sent.
import type { ServerResponse } from 'node:http';
import type { Caller } from '../../platform/access/index.ts';
import { readSince, type LiveAnswer, type LiveQuery } from '../../read/live/index.ts';

/** How many heartbeats a client may leave unread. */
const maxUnreadHeartbeats = 2;

/** Clients keep the id of an event without data, and do nothing else with it. */
const eventOf = (answer: LiveAnswer): string =>
  `id: ${answer.meta.since}\n${answer.data.length === 0 ? '' : `data: ${JSON.stringify(answer)}\n`}\n`;

/** Who reads a stream. */
export interface StreamReader {
  readonly authorization: string | undefined;
  /** The caller as its credentials were at a time. */
  readonly caller: Caller;
  /** That time, as `performance.now()`. */
  readonly identifiedAt: number;
}

export class LiveStream {
  reader: StreamReader;
  private readonly response: ServerResponse;
  private known: LiveQuery;
  /** The `since` that the client has, as far as the stream knows. */
  private id = '';
  private unreadHeartbeats = 0;

  /** @param response with its headers written */
  constructor(response: ServerResponse, query: LiveQuery, reader: StreamReader) {
    this.response = response;
    this.known = query;
    this.reader = reader;
  }

  /** The tags, and what the client knows of them. */
  get query(): LiveQuery {
    return this.known;
  }

  /** Sends the first answer, and when the client is to connect again after the connection ends, in milliseconds. */
  open(retryMs: number, answer: LiveAnswer): void {
    this.response.write(`retry: ${retryMs}\n${eventOf(answer)}`);
    this.remember(answer);
  }

  /**
   * Sends an answer if there are changes. A client that has not read the event before gets none: the next answer is compared
   * with what it knows, and has both changes. So the stream never holds more than one event.
   */
  accept(answer: LiveAnswer): void {
    if (answer.data.length > 0) {
      if (this.response.writableEnded || this.response.writableLength > 0) return;
      this.response.write(eventOf(answer));
    }
    this.remember(answer);
  }

  /** Keeps the connection open, and lets the client connect again with what it knows now. */
  beat(): void {
    if (this.response.writableLength === 0) {
      this.unreadHeartbeats = 0;
      this.response.write(`id: ${this.id}\n\n`);
      return;
    }
    this.unreadHeartbeats += 1;
    if (this.unreadHeartbeats > maxUnreadHeartbeats) this.response.destroy();
  }

  end(): void {
    this.response.end();
  }

  private remember({ meta }: LiveAnswer): void {
    this.id = meta.since;
    this.known = { ...this.known, since: readSince(meta.since, this.known.tags.length) };
  }
}
